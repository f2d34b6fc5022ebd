/** Where a zip code lies. All four are '' when it is unknown (spec 7, 8). */
export type Place = { city: string; state: string; state_long: string; county: string };

export const noPlace: Place = { city: "", state: "", state_long: "", county: "" };
