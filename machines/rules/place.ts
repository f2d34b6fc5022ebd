/** The place of a zip code. All four are '' when it is unknown (spec 7, 8). */
export type Place = { city: string; state: string; state_long: string; county: string };

/**
 * ZIP codes of Puerto Rico, the islands and the armed forces. They are real, though in none of the states and not in the
 * table that knows places (ruling 236).
 */
export function isOfIslandOrArmy(zip: string): boolean {
  return /^(?:00[6-9]|09|340|96[2-6]|969|96799)/.test(zip);
}

export const noPlace: Place = { city: "", state: "", state_long: "", county: "" };
