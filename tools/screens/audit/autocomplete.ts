import { type Check, findingOf } from "./check.ts";

/** What a browser may fill in about a person, by the field's name; of the law firm's number it knows nothing. */
const tokens: Record<string, string> = {
  firstName: "given-name",
  lastName: "family-name",
  email: "email",
  phone: "tel|tel-national",
  phoneNumber: "tel|tel-national",
  address: "address-line1",
  zip_code: "postal-code",
  date_of_birth: "bday",
  verification_code: "one-time-code",
};

/** Fields about the visitor that do not say what they are for (WCAG 1.3.5). */
export const autocomplete: Check = async (page) => {
  const nodes = await page.evaluate((expected) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), select")];
    return fields
      .filter(({ name, id, autocomplete }) => {
        const token = expected[name || id];
        return token !== undefined && !token.split("|").includes(autocomplete);
      })
      .map(({ outerHTML }) => outerHTML);
  }, tokens);
  return findingOf("autocomplete", "Fields about the visitor name their purpose (WCAG 1.3.5)", nodes);
};
