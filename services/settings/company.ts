import type * as z from "zod";
import * as is from "./kinds.ts";
import { testimonialsFile } from "./testimonials-file.ts";

/** What a site says of its company until somebody sets it: clearly fictitious. */
const defaults = {
  SITE_NAME: "Claimpath",
  DEFAULT_PHONE: "+18775550142",
  CONTACT_EMAIL: "help@example.com",
  SITE_ADDRESS: "100 Example Street, Anytown, USA",
};

/** Settings that say whose site this is. */
export const companyShape = {
  SITE_NAME: is.text().default(defaults.SITE_NAME),
  DEFAULT_PHONE: is.tollFree.default(defaults.DEFAULT_PHONE),
  CONTACT_EMAIL: is.emailAddress.default(defaults.CONTACT_EMAIL),
  SITE_ADDRESS: is.text().default(defaults.SITE_ADDRESS),
  TESTIMONIALS_FILE: testimonialsFile.optional(),
};

type Checked = z.infer<z.ZodObject<typeof companyShape>>;

export function companySettings(given: Checked) {
  return {
    company: {
      siteName: given.SITE_NAME,
      phone: { dial: given.DEFAULT_PHONE, display: displayed(given.DEFAULT_PHONE) },
      email: given.CONTACT_EMAIL,
      address: given.SITE_ADDRESS,
    },
    /** What people have said of the service; none where no file of quotes is set. */
    testimonials: given.TESTIMONIALS_FILE ?? [],
  };
}

type Company = ReturnType<typeof companySettings>["company"];

/** One sentence for each fact about the company that is still the fictitious default. */
export function fictitiousFacts({ siteName, phone, email, address }: Company): string[] {
  const facts: [boolean, string][] = [
    [siteName === defaults.SITE_NAME, "SITE_NAME is the fictitious default."],
    [
      phone.dial === defaults.DEFAULT_PHONE,
      "DEFAULT_PHONE is the fictitious default: nobody answers the calls of visitors.",
    ],
    [
      email === defaults.CONTACT_EMAIL,
      "CONTACT_EMAIL is the fictitious default: nobody reads the messages of visitors.",
    ],
    [address === defaults.SITE_ADDRESS, "SITE_ADDRESS is the fictitious default."],
  ];
  return facts.filter(([isDefault]) => isDefault).map(([, sentence]) => sentence);
}

/** +18775550142 becomes (877) 555-0142. */
function displayed(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
}
