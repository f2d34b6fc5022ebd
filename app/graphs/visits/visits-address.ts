import type { Result } from "../../../services/analytics/types.ts";
import { typedSuffix } from "../numbers/names.ts";

/** What a number counts besides what the whole page's filters leave. */
export type Counted = {
  /** Sessions that passed this node or edge. */
  with?: string;
  /** Sessions that stand at this node. */
  endingAt?: string;
  result?: readonly Result[];
  dqReason?: string;
};

/** Leads, whatever they were judged. */
export const leadResults: readonly Result[] = ["qualified", "disqualified"];

/** What an address says of the look of the numbers, which a list of visits has not. */
const looks = [
  "at",
  "find",
  "zoom",
  "layout",
  "measure",
  "least",
  "paths",
  "older",
  "step",
  "sort",
  "order",
  "by",
  "and",
];

/** What an address asks of visits. */
export function listQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !looks.includes(name)));
}

/** The address of the visits behind a number of a page: as many as the number says. */
export function visitsAddress(code: string, query: URLSearchParams, counted: Counted = {}): string {
  const asked = listQuery(query);
  const only = (name: string, values: readonly string[]) => {
    asked.delete(name);
    asked.delete(name + typedSuffix);
    for (const value of values) asked.append(name, value);
  };
  if (counted.with !== undefined) asked.append("with", counted.with);
  if (counted.endingAt !== undefined) only("endingAt", [counted.endingAt]);
  if (counted.dqReason !== undefined) only("dqReason", [counted.dqReason]);
  if (counted.result) {
    const chosen = query.getAll("result");
    const wanted = counted.result.filter((result) => chosen.length === 0 || chosen.includes(result));
    only("result", wanted);
  }
  return `/graphs/${code}/visits?${asked}`;
}
