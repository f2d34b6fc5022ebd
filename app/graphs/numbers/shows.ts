import type { Views } from "../ui/graph-layout.tsx";
import { dimensionNames } from "./names.ts";

/** What the page of a survey's numbers can show, by how its address says so (`show=time`), in the order of its menu. */
export const shows = {
  steps: "By step",
  values: "By value",
  time: "Over time",
  sides: "Two sides",
  notes: "Notes",
} as const;
export type Show = keyof typeof shows;

/** By step unless the address says otherwise; what it may not say is refused where the question is read. */
export function showIn(params: URLSearchParams): Show {
  const given = params.get("show") ?? "";
  return Object.hasOwn(shows, given) ? (given as Show) : "steps";
}

/** What only some of them ask: how tables are sorted, and which part is shown. */
const ofOne = ["show", "sort", "order", "rows", "place"];

/** The filters of an address, for the pages of a survey besides this one. */
export function filtersOf(query: URLSearchParams): string {
  return new URLSearchParams([...query].filter(([name]) => !ofOne.includes(name))).toString();
}

/** The address of one of them, with the filters of a page. @param query the page's address */
export function showAddress(code: string, show: Show, query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name]) => !ofOne.includes(name)));
  if (show !== "steps") kept.set("show", show);
  return `/graphs/${code}/numbers${kept.size > 0 ? `?${kept}` : ""}`;
}

/** The menu of the page. @param query the address, of which all show the same filters */
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
