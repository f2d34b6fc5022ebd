import type { PageScripts } from "./features/feature.ts";

/** What features do in the browser on a survey's pages, a line each. */
export const featureScripts: readonly (() => Promise<PageScripts>)[] = [
  () => import("./features/films/live-film.ts"),
];
