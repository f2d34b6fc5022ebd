import * as conversions from "../features/conversions/pairs.ts";
import * as postbacks from "../features/postbacks/pairs.ts";
import type { Day } from "./day.ts";
import type { Row } from "./parameters.ts";
import type { Sale } from "./recount.ts";

/** What a feature brings to the suite of pairs besides its parameters. */
type Part = {
  /** The value of `fault` with which what follows from a sale fails in it. */
  fault: string;
  failing: Failing;
  /** Whether that is met on this day. */
  isMet(day: Day): boolean;
  /** What `campaigns` has of affiliates, by their ids. @param address of a path of the stub */
  campaignsOf(row: Row, address: (path: string) => string): Record<string, object>;
  /** What else the file has, by its sections. */
  sectionsOf?(row: Row): Record<string, object>;
  environmentOf(row: Row, address: (path: string) => string): Record<string, string>;
  /** @param paid what all payouts come to, in cents */
  check(day: Day, sales: readonly Sale[], paid: number): Promise<void>;
};

/** Rows that cannot be inserted: those of a table of which something is true. */
type Failing = { table: string; when: string };

/** Each feature's part, a line in each list. */
export const parameters = {
  ...postbacks.parameters,
  ...conversions.parameters,
};
export const faults = [postbacks.fault, conversions.fault] as const;
export const parts: readonly Part[] = [postbacks, conversions];

export const partOf = (fault: Row["fault"]) => parts.find((each) => each.fault === fault);

/** What cannot be inserted on a day of this row, as on a full disk or by a fault of the program. */
export function failingIn({ fault }: Row): Failing | undefined {
  return fault === "books" ? { table: "sales_ledger", when: "true" } : partOf(fault)?.failing;
}
