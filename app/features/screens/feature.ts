import type { PageFeature } from "../feature.ts";

/** Shows every screen of a survey side by side, with each of its error states. */
export const screens: PageFeature = {
  name: "screens",
  graphPages: { "graphs/:code/steps": "route.tsx", "graphs/:code/screen": "screen-route.tsx" },
  viewOfChart: { page: "steps", text: "Screens" },
};
