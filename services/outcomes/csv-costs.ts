import * as z from "zod";
import { variants } from "../../machines/registry.ts";
import { dayNumber } from "../analytics/days.ts";
import type { SourceCost } from "../store/rows.ts";
import { at, type Read, readTable } from "./csv-table.ts";
import { mostCents } from "./report.ts";

const id = (what: string) => z.string(`must be ${what}`).regex(/^[\w.-]{1,64}$/, `must be ${what}`);
const cents = "must be a whole number of cents, such as 4500";
const perClick = "must be a number of cents, such as 37.5";

const columns = ["day", "survey", "affiliate", "sub_id", "cost_cents", "clicks", "cents_per_click"];

/** What one source cost on one day: a sum, or a number of clicks and the price of each. */
const row = z
  .strictObject({
    day: z.iso.date("must be a day such as 2026-01-31").transform(dayNumber),
    survey: z.enum([...variants.keys()], "must be the code of a survey, such as c"),
    affiliate: id("an affiliate id of letters, digits and _ . -"),
    sub_id: id("a sub id of letters, digits and _ . -").default(""),
    cost_cents: z.int(cents).optional(),
    clicks: z.int("must be a whole number").optional(),
    cents_per_click: z
      .union(
        [
          z.number(),
          z
            .string()
            .regex(/^\d{1,7}\.\d{1,4}$/)
            .transform(Number),
        ],
        perClick,
      )
      .optional(),
  })
  .transform(
    ({ day, survey, affiliate, sub_id, cost_cents, clicks, cents_per_click }, context): SourceCost => {
      const isSum = cost_cents !== undefined;
      const isClicks = clicks !== undefined && cents_per_click !== undefined;
      if (isSum === (clicks !== undefined || cents_per_click !== undefined) || (!isSum && !isClicks)) {
        context.addIssue({
          code: "custom",
          path: ["cost_cents"],
          message: "must be given, or clicks and cents_per_click in its place",
        });
        return z.NEVER;
      }
      const sum = cost_cents ?? Math.round(clicks! * cents_per_click!);
      if (!(sum <= mostCents)) {
        context.addIssue({ code: "custom", path: ["cost_cents"], message: `must be ${mostCents} at most` });
        return z.NEVER;
      }
      return { day, variant: survey, affiliate, subId: sub_id, cents: sum };
    },
  );

/** Reads a table of what sources cost. A source and day that is there twice is a fault: nobody knows which line counts. */
export function csvCosts(text: string): Read<SourceCost> {
  const needed = ["day", "survey", "affiliate"];
  const read = readTable(text, {
    columns,
    needed,
    numbers: ["cost_cents", "clicks", "cents_per_click"],
    row,
  });
  const seen = new Map<string, number>();
  for (const { line, row: cost } of read.rows) {
    const key = [cost.day, cost.variant, cost.affiliate, cost.subId].join(" ");
    const before = seen.get(key);
    if (before !== undefined)
      read.faults.push(at(line, "day", `is that of line ${before}, for the same source`));
    seen.set(key, before ?? line);
  }
  read.faults.push(...twiceFaults(read.rows, []));
  return read;
}

/**
 * What would count twice: a cost of a whole affiliate, and one of its sub id on the same day.
 * @param kept what was imported before; these lines take the place of the same source's
 */
export function twiceFaults(rows: Read<SourceCost>["rows"], kept: readonly SourceCost[]): string[] {
  const group = ({ day, variant, affiliate }: SourceCost) => [day, variant, affiliate].join(" ");
  const others = new Map<string, (SourceCost & { line?: number })[]>();
  for (const cost of [...kept, ...rows.map(({ line, row }) => ({ ...row, line }))]) {
    others.set(group(cost), [...(others.get(group(cost)) ?? []), cost]);
  }
  return rows.flatMap(({ line, row: cost }) => {
    const other = others
      .get(group(cost))!
      .find(
        (each) =>
          (each.subId === "") !== (cost.subId === "") &&
          each.cents > 0 &&
          cost.cents > 0 &&
          (each.line ?? 0) < line,
      );
    if (!other) return [];
    const where = other.line === undefined ? "known" : `in line ${other.line}`;
    const what = other.subId === "" ? "the whole affiliate" : `its sub id ${other.subId}`;
    return [at(line, "sub_id", `would count twice: the cost of ${what} on that day is ${where}`)];
  });
}
