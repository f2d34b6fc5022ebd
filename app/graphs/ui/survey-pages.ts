/** Pages whose address asks something of a survey's numbers: each goes on with what another was asked, and can be saved. */
export const numberPages: ReadonlyMap<string, string> = new Map([
  ["numbers", "Numbers"],
  ["numbers/over-time", "Over time"],
  ["numbers/breakdown", "Breakdown"],
  ["numbers/compare", "Compare numbers"],
  ["visits", "Visits"],
]);

/** A survey's pages beside its chart, in the order of the menu: the end of the address, and the name. */
export const surveyPages: readonly (readonly [page: string, name: string])[] = [
  ["simulate", "Simulator"],
  ["steps", "Screens"],
  ...numberPages,
  ["views", "Saved views"],
  ["notes", "Notes"],
  ["what-if", "What if"],
  ["coverage", "Tests"],
];
