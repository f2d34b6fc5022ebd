/**
 * The packed zip table: what `pack.ts` writes and `embedded.ts` reads.
 * Places repeat a lot, so each zip points at a city name and at a county of a state.
 * Data: GeoNames (CC BY 4.0).
 */
export type ZipTable = {
  /** Two-letter code and full name. */
  states: [code: string, name: string][];
  /** County name and index of its state. */
  counties: [name: string, state: number][];
  cities: string[];
  /** Ascending; each is the distance from the zip before it. */
  steps: number[];
  /** City and county of each zip, by index. */
  cityOf: number[];
  countyOf: number[];
};
