import * as z from "zod";
import { isWithin } from "../../../machines/context/source-path.ts";
import { variants } from "../../../machines/registry.ts";
import { dayNumber } from "../../calendar/days.ts";
import type { SourceCost } from "../../store/rows.ts";
import { at, type Read, readTable } from "./csv-table.ts";
import { mostCents } from "./report.ts";

const id = (what: string) => z.string(`must be ${what}`).regex(/^[\w.-]{1,64}$/, `must be ${what}`);
const cents = "must be a whole number of cents, such as 4500";
const perClick = "must be a number of cents, such as 37.5";

const source =
  "must be a sub id of letters, digits and _ . -, or a campaign, its ad set and an ad such as spring/florida/video-2";

const columns = ["day", "survey", "affiliate", "sub_id", "cost_cents", "clicks", "cents_per_click"];

/** A source's cost on one day: a sum, or a number of clicks and the price of each. */
const row = z
  .strictObject({
    day: z.iso.date("must be a day such as 2026-01-31").transform(dayNumber),
    survey: z.enum([...variants.keys()], "must be the code of a survey, such as c"),
    affiliate: id("an affiliate id of letters, digits and _ . -"),
    sub_id: z
      .string(source)
      .regex(/^[\w.-]{1,64}(\/[\w.-]{0,64}){0,2}$/, source)
      .default(""),
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

type Costs = Read<SourceCost>;

/**
 * Reads a table of sources' costs. Two lines of one source and day, and a cost of a whole affiliate, campaign or ad set and
 * one of a part of it on the same day, contradict each other: both are left out.
 */
export function csvCosts(text: string): Costs {
  const needed = ["day", "survey", "affiliate"];
  const numbers = ["cost_cents", "clicks", "cents_per_click"];
  const { rows, ...read } = readTable(text, { columns, needed, numbers, row });
  const keyOf = ({ row: { day, variant, affiliate, subId } }: Costs["rows"][number]) =>
    [day, variant, affiliate, subId].join(" ");
  const linesOf = new Map<string, number[]>();
  for (const each of rows) linesOf.set(keyOf(each), [...(linesOf.get(keyOf(each)) ?? []), each.line]);
  const others = (each: Costs["rows"][number]) =>
    linesOf.get(keyOf(each))!.filter((line) => line !== each.line);
  const twice = rows.flatMap((each) => {
    const [other] = others(each);
    return other === undefined ? [] : [at(each.line, "day", `is that of line ${other}, for the same source`)];
  });
  const once = countedOnce(
    rows.filter((each) => others(each).length === 0),
    [],
  );
  return { ...read, rows: once.rows, faults: [...read.faults, ...twice, ...once.faults] };
}

/** Whether one of two sources is a part of the other. */
const isPart = (one: string, other: string) =>
  one !== other && (isWithin(one, other) || isWithin(other, one));

/**
 * Leaves out what would count twice: a cost of a whole affiliate, campaign or ad set, and one of a part of it on the same
 * day.
 * @param kept what was imported before; these lines take the place of the same source's
 */
export function countedOnce(
  rows: Costs["rows"],
  kept: readonly SourceCost[],
): Pick<Costs, "rows" | "faults"> {
  const group = ({ day, variant, affiliate }: SourceCost) => [day, variant, affiliate].join(" ");
  const others = new Map<string, (SourceCost & { line?: number })[]>();
  for (const cost of [...kept, ...rows.map(({ line, row }) => ({ ...row, line }))]) {
    others.set(group(cost), [...(others.get(group(cost)) ?? []), cost]);
  }
  const faultOf = ({ line, row: cost }: Costs["rows"][number]) => {
    const other = others
      .get(group(cost))!
      .find((each) => isPart(each.subId, cost.subId) && each.cents > 0 && cost.cents > 0);
    if (!other) return [];
    const where = other.line === undefined ? "known" : `in line ${other.line}`;
    const what = other.subId === "" ? "the whole affiliate" : `its source ${other.subId}`;
    return [at(line, "sub_id", `would count twice: the cost of ${what} on that day is ${where}`)];
  };
  return { rows: rows.filter((each) => faultOf(each).length === 0), faults: rows.flatMap(faultOf) };
}
