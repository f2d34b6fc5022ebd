/** A survey's pages besides its chart, in menu order: the end of the URL, and the name. */
export const surveyPages: readonly (readonly [page: string, name: string])[] = [
  ["simulate", "Simulator"],
  ["numbers", "Numbers"],
  ["visits", "Visits"],
  ["what-if", "What if"],
];

/** Those with filters: links between them keep the filters. */
export const numberPages: ReadonlySet<string> = new Set(["numbers", "visits"]);

/** What the page of a chart can show. */
export function chartViews(code: string, current: "chart" | "screens") {
  return {
    label: "What is shown",
    links: [
      { name: "States and transitions", href: `/graphs/${code}`, isCurrent: current === "chart" },
      { name: "Screens", href: `/graphs/${code}/steps`, isCurrent: current === "screens" },
    ],
  };
}
