/** Pages with filters on a survey's numbers: links between them keep the filters. */
export const numberPages: ReadonlyMap<string, string> = new Map([
  ["numbers", "Numbers"],
  ["numbers/over-time", "Over time"],
  ["numbers/breakdown", "Breakdown"],
  ["numbers/compare", "Compare numbers"],
  ["visits", "Visits"],
]);

/** A survey's pages besides its chart, in menu order: the end of the URL, and the name. */
export const surveyPages: readonly (readonly [page: string, name: string])[] = [
  ["simulate", "Simulator"],
  ["steps", "Screens"],
  ...numberPages,
  ["notes", "Notes"],
  ["what-if", "What if"],
];
