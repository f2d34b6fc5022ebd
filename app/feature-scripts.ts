import type { PageScripts } from "./features/feature.ts";

/** Features' scripts on survey pages, a line each. */
export const featureScripts: readonly (() => Promise<PageScripts>)[] = [
  () => import("./features/films/live-film.ts"),
];
