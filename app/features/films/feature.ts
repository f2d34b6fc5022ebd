import type { PageFeature } from "../feature.ts";
import { playOnOpen } from "./play-on-open.ts";
import { filmWords } from "./words/index.ts";

const url = "/video-gallery/";

/** Short films: a page of them all, and one in the header of the survey whose chart plays it. */
export const films: PageFeature = {
  name: "films",
  sitePages: { "video-gallery": "route.tsx" },
  listed: [{ path: url, changed: "2026-11-23" }],
  inMenu: { after: "/car-accident-laws/", title: filmWords.menu, url },
  onHome: { url, ...filmWords.onHome },
  inlineScripts: [playOnOpen],
};
