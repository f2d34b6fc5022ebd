/** Where a zip code lies. All four are '' when it is unknown (spec 7, 8). */
export type Place = { city: string; state: string; state_long: string; county: string };

/**
 * ZIP codes of Puerto Rico, the islands and the armed forces. They are real, though in none of the states and not in the
 * table that knows places (ruling 236).
 */
export function isOfIslandOrArmy(zip: string): boolean {
  return /^(?:00[6-9]|09|340|96[2-6]|969|96799)/.test(zip);
}

export const noPlace: Place = { city: "", state: "", state_long: "", county: "" };

const zones: Record<string, string> = {
  "America/New_York": "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
  "America/Chicago": "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
  "America/Denver": "CO ID MT NM UT WY",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA NV OR WA",
  "America/Anchorage": "AK",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR VI",
};
const zoneOf = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone] as const)),
);

/** The time zone that most of a state has, by its two letters; undefined for what is none. A time is said with its zone's name. */
export function timeZoneOf(state: unknown): string | undefined {
  return typeof state === "string" ? zoneOf.get(state) : undefined;
}
