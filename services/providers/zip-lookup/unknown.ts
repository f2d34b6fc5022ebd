import type { Place } from "../../../machines/rules/place.ts";

/** The answer for a zip that is not known (spec 7: all empty). */
export const nowhere: Place = { city: "", state: "", state_long: "", county: "" };
