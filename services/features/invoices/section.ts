import * as z from "zod";
import { emailAddress, line } from "../../settings/kinds.ts";
import { isSame } from "../../store/sales/ledger-lines.ts";
import { checked, faultText, type Part } from "../../yaml/yaml-file.ts";
import { type OwnSection, ownSection, type Sections } from "../feature.ts";

/** Lines as they stand on paper. */
const lines = z
  .array(line(100), "must be a list of lines")
  .min(1, "must not be empty")
  .max(10, "must have 10 lines at most");

const whole = z.strictObject(
  {
    from: lines,
    "due-days": z
      .int("must be a whole number from 0 to 365")
      .min(0, "must be a whole number from 0 to 365")
      .max(365, "must be a whole number from 0 to 365")
      .default(30),
    prefix: z
      .string("must be a text")
      .regex(/^([A-Za-z][A-Za-z-]{0,9})?$/, "must be up to 10 letters and -, beginning with a letter")
      .default(""),
    payment: lines.optional(),
    rows: z.enum(["day", "survey"]).default("day"),
    tax: z
      .strictObject({
        name: line(40),
        percent: z
          .number("must be a number from 0 to 50")
          .min(0, "must be a number from 0 to 50")
          .max(50, "must be a number from 0 to 50")
          .multipleOf(0.001, "must have 3 decimals at most"),
      })
      .optional(),
    buyers: z
      .record(
        line(200),
        z.strictObject({
          address: lines,
          mail: z
            .array(
              emailAddress.refine((address) => address.length <= 200, "must be an e-mail address"),
              "must be a list of e-mail addresses",
            )
            .min(1, "must not be empty")
            .max(5, "must have 5 addresses at most")
            .optional(),
        }),
        "must have buyers below it",
      )
      .default({}),
  },
  "must have from, the lines of your address",
);

/**
 * How invoices are made out. `from`: the owner's address; `payment`: how it is paid; `rows`: what each row counts;
 * `buyers`: billing addresses and mailboxes by the names that the books have.
 */
export type InvoiceSettings = z.infer<typeof whole>;

export const section: OwnSection<InvoiceSettings | undefined> = {
  name: "invoices",
  about: "What invoices have beside the books' sums (docs/guides/sales.md).",
  withoutSale: "they are of months whose sales are over",
  example: `
  from: [Claimpath LLC, 1 Main Street, "Tampa, FL 33602"]
  due-days: 30
  prefix: ""
  payment: [By wire to First Bank, "Account 0001, routing 0002"]
  rows: day
  tax: { name: Sales tax, percent: 7 }
  buyers:
    north:
      address: [North Law LLP, 2 Court Street, "Austin, TX 78701"]
      mail: [bills@north.example]
`,
  none: undefined,
  read(part: Part) {
    const read = checked(whole, part.given);
    if ("faults" in read)
      return { value: undefined, faults: read.faults.map((each) => faultText(part, each)) };
    return { value: read.data, faults: [] };
  },
};

export const invoiceSettings = (settings: Sections) => ownSection(settings, section);

/** Where a buyer is billed, however its name is written. */
export function billedAt(
  { buyers }: InvoiceSettings,
  buyer: string,
): InvoiceSettings["buyers"][string] | undefined {
  return Object.entries(buyers).find(([name]) => isSame(name, buyer))?.[1];
}
