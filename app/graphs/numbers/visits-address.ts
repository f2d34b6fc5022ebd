import type { Result } from "../../../services/analytics/types.ts";
import { typedSuffix } from "./names.ts";

/** What a number counts, in addition to the page's filters. */
export type Counted = {
  /** Sessions that passed this node or edge. */
  with?: string;
  /** Sessions whose last step is this node. */
  endingAt?: string;
  result?: readonly Result[];
  dqReason?: string;
};

/** Leads, qualified or not. */
export const leadResults: readonly Result[] = ["qualified", "disqualified"];

/** Parameters that only change how numbers are shown; lists of visits do not have them. */
const looks = [
  "show",
  "rows",
  "place",
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
  "against",
  "about",
];

/** The parameters that select visits. */
export function listQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !looks.includes(name)));
}

/** URL of the visits that a number on a page counts. */
export function visitsAddress(code: string, query: URLSearchParams, counted: Counted = {}): string {
  const asked = listQuery(query);
  const only = (name: string, values: readonly string[]) => {
    asked.delete(name);
    asked.delete(name + typedSuffix);
    asked.delete("except", name);
    for (const value of values) asked.append(name, value);
  };
  if (counted.with !== undefined) asked.append("with", counted.with);
  if (counted.endingAt !== undefined) only("endingAt", [counted.endingAt]);
  if (counted.dqReason !== undefined) only("dqReason", [counted.dqReason]);
  if (counted.result) {
    const chosen = query.getAll("result");
    const isExcept = query.has("except", "result");
    const wanted = counted.result.filter(
      (result) => chosen.length === 0 || chosen.includes(result) !== isExcept,
    );
    only("result", wanted);
  }
  return `/graphs/${code}/visits?${asked}`;
}
