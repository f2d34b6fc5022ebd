import type * as z from "zod";
import { type CampaignsFile, campaignsFile } from "./campaigns-file.ts";
import { companyFile } from "./company-file.ts";
import * as is from "./kinds.ts";
import { testimonialsFile } from "./testimonials-file.ts";

/** What a site says of its company until somebody sets it: clearly fictitious. */
export const defaultFacts = {
  SITE_NAME: "Claimpath",
  DEFAULT_PHONE: "+18775550142",
  CONTACT_EMAIL: "help@example.com",
  SITE_ADDRESS: "100 Example Street, Anytown, USA",
};

/** Settings that say whose site this is. */
export const companyShape = {
  SITE_NAME: is.text().default(defaultFacts.SITE_NAME),
  DEFAULT_PHONE: is.tollFree.default(defaultFacts.DEFAULT_PHONE),
  CONTACT_EMAIL: is.emailAddress.default(defaultFacts.CONTACT_EMAIL),
  SITE_ADDRESS: is.text().default(defaultFacts.SITE_ADDRESS),
  FIRST_CALL_WITHIN: is.timeSpan.optional(),
  CALLS_COME_FROM: is.phoneNumbers.optional(),
  ASK_CALL_TIME: is.onOff.default(false),
  REPLY_WITHIN: is.timeSpan.optional(),
  COMPANY_FILE: companyFile.optional(),
  TESTIMONIALS_FILE: testimonialsFile.optional(),
  CAMPAIGNS_FILE: campaignsFile.optional(),
};

const noCampaigns: CampaignsFile = { headlines: new Map(), postbacks: [], reports: [] };

type Checked = z.infer<z.ZodObject<typeof companyShape>>;

export function companySettings(given: Checked) {
  const { headlines, postbacks, reports } = given.CAMPAIGNS_FILE ?? noCampaigns;
  return {
    company: {
      siteName: given.SITE_NAME,
      phone: given.COMPANY_FILE?.phone ?? is.phoneOf(given.DEFAULT_PHONE),
      email: given.CONTACT_EMAIL,
      address: given.SITE_ADDRESS,
    },
    /** Where the company's file names none. */
    startPhone: is.phoneOf(given.DEFAULT_PHONE),
    about: aboutOf(given),
    /** Whether the thank-you page asks when a call suits; who calls has to be told by the operator. */
    asksCallTime: given.ASK_CALL_TIME,
    /** Faces of the people whom the company's file names. */
    photos: given.COMPANY_FILE?.photos ?? [],
    /** What people have said of the service; none where no file of quotes is set. */
    testimonials: given.TESTIMONIALS_FILE ?? [],
    /** Headlines of ads, by affiliate id. */
    campaigns: headlines,
    /** Whom of the affiliates the server tells what became of their leads. */
    postbacks,
    /** Who of them has a letter each morning about what they brought. */
    affiliateReports: reports,
  };
}

/** Who is behind the site, and what a visitor may expect; apart from the company, because no survey needs it. */
function aboutOf(given: Checked) {
  return {
    ...given.COMPANY_FILE?.standing,
    /** Longest wait for a firm's first call, where the operator knows it. */
    firstCallWithin: given.FIRST_CALL_WITHIN,
    /** Numbers that the firms call from; empty: nobody knows. */
    callsComeFrom: (given.CALLS_COME_FROM ?? []).map(is.phoneOf),
    /** Longest wait for an answer to a message of the contact form. */
    replyWithin: given.REPLY_WITHIN,
  };
}

type Company = ReturnType<typeof companySettings>["company"];

/** One sentence for each fact about the company that is still the fictitious default. */
export function fictitiousFacts({ siteName, phone, email, address }: Company): string[] {
  const facts: [boolean, string][] = [
    [siteName === defaultFacts.SITE_NAME, "SITE_NAME is the fictitious default."],
    [
      phone.dial === defaultFacts.DEFAULT_PHONE,
      "DEFAULT_PHONE is the fictitious default: nobody answers the calls of visitors.",
    ],
    [
      email === defaultFacts.CONTACT_EMAIL,
      "CONTACT_EMAIL is the fictitious default: nobody reads the messages of visitors.",
    ],
    [address === defaultFacts.SITE_ADDRESS, "SITE_ADDRESS is the fictitious default."],
  ];
  return facts.filter(([isDefault]) => isDefault).map(([, sentence]) => sentence);
}
