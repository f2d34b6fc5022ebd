/** Where a zip code lies. All four are '' when it is unknown (spec 7, 8). */
export type Place = { city: string; state: string; state_long: string; county: string };

/** Puerto Rico and the Virgin Islands, the Pacific's territories, and the military's post offices. */
const OUTSIDE = /^(?:00[6-9]|09|340|96[2-69]|96799)/;

/** True for a ZIP code, as it was typed, that lies in none of the states, which are all that the look-up knows. */
export function isOutsideStates(typed: string): boolean {
  return OUTSIDE.test(typed.replace(/^\D+/, ""));
}

export const noPlace: Place = { city: "", state: "", state_long: "", county: "" };
