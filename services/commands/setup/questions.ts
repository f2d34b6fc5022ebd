import * as z from "zod";
import * as is from "../../settings/kinds.ts";
import type { defaultFacts } from "../../settings/plain-settings.ts";

/** Something that setup has to know. */
export type Question = {
  /** Its option on the command line. */
  option: string;
  text: string;
  /** Takes what was typed, or says what it must be. */
  read: z.ZodType<string>;
  /** What Enter takes, and a missing option. Without it the question has to be answered. */
  fallback?: string;
};

/** Something that is neither shown nor an option: that would be in the shell's history. */
export type Secret = Pick<Question, "text" | "read">;

/** The four facts about a company that a public site does not start without, by their keys under company. */
export const facts: (Question & { key: keyof typeof defaultFacts })[] = [
  {
    option: "name",
    key: "name",
    text: "Name of the site",
    read: is.text().min(1, "1 to 200 characters"),
  },
  {
    option: "phone",
    key: "phone",
    text: "Toll-free number that visitors call",
    read: z.preprocess(dialled, is.tollFree),
  },
  {
    option: "email",
    key: "email",
    text: "E-mail address that visitors write to",
    read: is.emailAddress,
  },
  {
    option: "address",
    key: "address",
    text: "Postal address in the footer",
    read: is.text().min(1, "1 to 200 characters"),
  },
];

/** `(877) 555-0142` is dialled +18775550142; a number that already begins with + stays as it is. */
function dialled(given: unknown): unknown {
  const text = String(given).trim();
  const digits = text.replace(/[ ().-]/g, "").replace(/^1?(?=\d{10}$)/, "+1");
  return digits.startsWith("+1") ? digits : text;
}

/** The word for a site that only this machine can open. */
export const thisMachine = "localhost";

export const domain: Question = {
  option: "domain",
  text: `Domain, such as www.example.com, or ${thisMachine} for this machine only`,
  read: z
    .string()
    .transform((name) => (name === thisMachine ? "" : name))
    .pipe(z.literal("").or(is.host)),
  fallback: thisMachine,
};
