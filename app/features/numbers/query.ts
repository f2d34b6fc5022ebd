import type { Result } from "../../../services/analytics/session.ts";
import type { BreakdownName, BreakdownValue } from "../../../services/features/numbers/breakdown.ts";
import type { TableFormat } from "../../../services/features/numbers/formats.ts";
import type { DataKind, Dimension } from "../../../services/features/numbers/types.ts";
import type { Views } from "../../graphs/ui/graph-layout.tsx";
import type { Counted } from "./tables/table.ts";

export const dimensionNames: Record<Dimension | "dqReason", string> = {
  path: "Path",
  offer: "Offer",
  affiliate: "Affiliate",
  campaign: "Campaign",
  adSet: "Ad set",
  subId: "Sub id",
  version: "Survey version",
  device: "Device",
  language: "Language",
  scripts: "JavaScript",
  dqReason: "Disqualification reason",
};

export const resultNames: Record<Result, string> = {
  qualified: "Qualified lead",
  disqualified: "Disqualified lead",
  ended: "Ended without a lead",
  open: "Dropped off",
  underWay: "Under way",
};

export const paceNames = {
  people: "Without those too fast for people",
  fast: "Only those too fast for people",
  all: "All visits",
};

/** The measures that a chart can show at each step. */
export const measureNames = {
  sessions: "Sessions",
  dropOff: "Drop-off",
  conversion: "Conversion",
  time: "Median time",
} as const;
export type Measure = keyof typeof measureNames;

export const dataNames: Record<DataKind, string> = {
  real: "Real visitors",
  simulated: "Simulated",
  both: "Both",
};

/** Begins the name of a flag's field: `flag.theme`. */
export const flagPrefix = "flag.";

/** Ends the name of the field beside a list of choices that is too long to show; its values are separated by commas. */
export const typedSuffix = ".typed";

/** The views of a survey's numbers, by their names in an address (`show=time`), in the order of the menu. */
export const shows = {
  steps: "By step",
  values: "By value",
  time: "Over time",
  sides: "Two sides",
  notes: "Notes",
} as const;
export type Show = keyof typeof shows;

/** By step by default; impossible values are refused where the question is parsed. */
export function showIn(params: URLSearchParams): Show {
  const given = params.get("show") ?? "";
  return Object.hasOwn(shows, given) ? (given as Show) : "steps";
}

/** Parameters of some views only: how tables are sorted, and which part is shown. */
const ofOne = ["show", "sort", "order", "rows", "place"];

/** The filters of an address, for the survey's other pages. */
export function filtersOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => !ofOne.includes(name))).toString();
}

/** The address of one of them, with the filters of a page. @param query the page's address */
export function showAddress(code: string, show: Show, query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name]) => !ofOne.includes(name)));
  if (show !== "steps") kept.set("show", show);
  return `/graphs/${code}/numbers${kept.size > 0 ? `?${kept}` : ""}`;
}

/** The menu of views, which all keep the filters. @param query of the address */
export function numberViews(code: string, current: Show, query: URLSearchParams): Views {
  const links = (Object.keys(shows) as Show[]).map((show) => ({
    name: shows[show],
    href: showAddress(code, show, query),
    isCurrent: show === current,
  }));
  const kept = new URLSearchParams([...query].filter(([name]) => ofEverySurvey.includes(name)));
  const all = {
    name: "All surveys",
    href: `/graphs/numbers${kept.size > 0 ? `?${kept}` : ""}`,
    isCurrent: false,
  };
  return { label: "What is shown", links: [...links, all] };
}

/** Filters that the numbers of all surveys have too. */
const ofEverySurvey = ["from", "to", "data", "pace", "except", ...Object.keys(dimensionNames)];

/**
 * One side of a comparison: what the address asks for both, overridden by what it asks for this side only (`b.from=…`).
 */
export function sideOf(params: URLSearchParams, side: "a" | "b"): URLSearchParams {
  const all = [...params].filter(([name]) => !/^[ab]\./.test(name));
  const own = [...params]
    .filter(([name, value]) => name.startsWith(`${side}.`) && value !== "")
    .map(([name, value]) => [name.slice(2), value]);
  const replaced = new Set(own.map(([name]) => name));
  return new URLSearchParams([...all.filter(([name]) => !replaced.has(name)), ...own]);
}

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

/** A value in words. @param others how many have no row of their own */
export function valueInWords(
  name: BreakdownName,
  value: BreakdownValue,
  others: number,
  titleOf: (id: string) => string,
): string {
  if (value === null) return `Other (${others.toLocaleString("en-US")})`;
  if (name === "result") return resultNames[value as Result];
  return (name === "endingAt" ? titleOf(value) : value) || "(none)";
}

/** A part of a breakdown: its dimension and its value. */
export type Part = readonly [name: BreakdownName, value: BreakdownValue];

/** Parameters that only a breakdown's address has. */
const own = ["show", "by", "and", "against", "sort", "order", "at"];

/** The filters of a page and these parts too; undefined for a part that no filter can be made of. */
export function narrowedTo(query: URLSearchParams, parts: readonly Part[]): URLSearchParams | undefined {
  const narrowed = new URLSearchParams([...query].filter(([name]) => !own.includes(name)));
  for (const [name, value] of parts) {
    if (value === null || name === "weekday") return undefined;
    narrowed.delete(name + typedSuffix);
    narrowed.delete("except", name);
    for (const field of name === "day" ? ["from", "to"] : [name]) narrowed.set(field, value);
  }
  return narrowed;
}

/** A page's query with a choice made explicit. @param query which may omit it */
export function chosen(query: URLSearchParams, name: string, value: string): URLSearchParams {
  return new URLSearchParams([[name, value], ...[...query].filter(([other]) => other !== name)]);
}

/** The address of a page's table as a file. @param code of the survey; empty for the page of all surveys */
export function fileAt(code: string, table: string, query: URLSearchParams) {
  return (format: TableFormat) => `/graphs/${code && `${code}/`}numbers/${table}.${format}?${query}`;
}

/** The longest note, in UTF-16 units, an end of a line as one. */
export const longestNote = 500;

/** A new note's subjects besides a place: this survey, or all of them. */
export const noteAbout = { survey: "", all: "*" } as const;
