import * as books from "../features/books/pairs.ts";
import * as conversions from "../features/conversions/pairs.ts";
import * as invoices from "../features/invoices/pairs.ts";
import * as numbers from "../features/numbers/pairs.ts";
import * as postbacks from "../features/postbacks/pairs.ts";
import * as returns from "../features/returns/pairs.ts";
import * as revocations from "../features/revocations/pairs.ts";
import * as scrubs from "../features/scrubs/pairs.ts";
import * as terms from "../features/terms/pairs.ts";
import type { Day } from "./day.ts";
import type { Apart, Row } from "./parameters.ts";
import type { Sale } from "./recount.ts";

/** What a feature adds to the suite of pairs besides its parameters. */
type Part = {
  /** The value of `fault` with which what follows from a sale fails in it. */
  fault?: string;
  failing?: Failing;
  /** Whether that is met on this day. */
  isMet?(day: Day): boolean;
  /** Values that cannot be together, and why. */
  apart?: readonly Apart[];
  /** Affiliates' settings in `campaigns`, by their ids. @param address of a path of the stub */
  campaignsOf?(row: Row, address: (path: string) => string): Record<string, object>;
  /** Further settings of each buyer. */
  receiverOf?(row: Row): object;
  /** The file's other contents, by section. */
  sectionsOf?(row: Row): Record<string, object>;
  environmentOf?(row: Row, address: (path: string) => string): Record<string, string>;
  needsMail?(row: Row): boolean;
  /** What people do with it: before anybody comes, at noon, in the afternoon, in the evening, and at night. */
  acts?: Partial<Record<(typeof moments)[number], (day: Day) => Promise<void>>>;
  /** Pages of the console that others look at. */
  pages?(day: Day): Promise<string[]>;
  /** What another person must not be able to do with it. */
  looks?(day: Day): Promise<void>;
  /** @param paid what all payouts come to, in cents */
  check?(day: Day, sales: readonly Sale[], paid: number): Promise<void>;
  /** Whether a part of the day's sales is returned weeks later, before which nobody is erased. */
  comesBackLate?(row: Row): boolean;
  /** Whether anything follows the day. */
  goesOn?(row: Row): boolean;
  /** That, where it does. @param eraseAsAsked erases Ana, where the row has her erased after the sales */
  afterwards?(day: Day, eraseAsAsked: () => Promise<void>): Promise<void>;
  checkErased?(day: Day): Promise<void>;
};

export const moments = ["morning", "noon", "afternoon", "evening", "night"] as const;

/** Rows that cannot be inserted: those of a table for which a condition holds. */
type Failing = { table: string; when: string };

/** Each feature's part, a line in each list. */
export const parameters = {
  ...terms.parameters,
  ...postbacks.parameters,
  ...books.parameters,
  ...conversions.parameters,
  ...revocations.parameters,
  ...returns.parameters,
  ...invoices.parameters,
  ...scrubs.parameters,
};
export const faults = [postbacks.fault] as const;
export const parts: readonly Part[] = [
  terms, //
  postbacks,
  conversions,
  books,
  revocations,
  returns,
  scrubs,
  invoices,
];
/** A feature's checks of the revenue of all days, in the books' cents. */
export const checksOfRevenue: readonly ((day: Day, revenue: number) => Promise<void>)[] = [
  numbers.checkRevenue,
];

export const apart = parts.flatMap(({ apart: own = [] }) => own);

export const partOf = (fault: Row["fault"]) => parts.find((each) => each.fault === fault);

/** What cannot be inserted on a day of this row, as on a full disk or by a fault of the program. */
export function failingIn({ fault }: Row): Failing | undefined {
  return fault === "books" ? { table: "sales_ledger", when: "true" } : partOf(fault)?.failing;
}
