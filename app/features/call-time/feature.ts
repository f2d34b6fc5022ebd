import type { PageFeature } from "../feature.ts";

/** Asks on the page of thanks when a call suits the visitor. */
export const callTime: PageFeature = { name: "call-time", sitePosts: { "call-time": "route.ts" } };
