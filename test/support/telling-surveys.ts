/** Surveys that between them have every part of a chart, every flow and both languages. */
export const tellingSurveys = [
  ...["c", "f", "dui", "progress-bar", "one-page", "multi-step", "ticket", "benefits"],
  ...["medical-treatment", "v4nv", "v4nv-es", "v4nv-1to1", "v7"],
];
