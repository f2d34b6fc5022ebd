/**
 * Limitation period for personal injury in one state, in years.
 * `assumed` values come from general knowledge of about 2022; they are not legal advice.
 */
export type Statute = { name: string; code: string; years: number; source: "specification" | "assumed" };

const given = (name: string, code: string, years: number): Statute => ({
  name,
  code,
  years,
  source: "specification",
});
const assumed = (name: string, code: string, years: number): Statute => ({
  name,
  code,
  years,
  source: "assumed",
});

/** The 50 states and DC (specification 3.3; decision 58). */
export const statutes: readonly Statute[] = [
  assumed("Alabama", "AL", 2),
  assumed("Alaska", "AK", 2),
  assumed("Arizona", "AZ", 2),
  assumed("Arkansas", "AR", 3),
  assumed("California", "CA", 2),
  assumed("Colorado", "CO", 3),
  assumed("Connecticut", "CT", 2),
  assumed("Delaware", "DE", 2),
  assumed("District of Columbia", "DC", 3),
  given("Florida", "FL", 4),
  assumed("Georgia", "GA", 2),
  assumed("Hawaii", "HI", 2),
  assumed("Idaho", "ID", 2),
  assumed("Illinois", "IL", 2),
  assumed("Indiana", "IN", 2),
  assumed("Iowa", "IA", 2),
  assumed("Kansas", "KS", 2),
  given("Kentucky", "KY", 1),
  given("Louisiana", "LA", 1),
  given("Maine", "ME", 6),
  assumed("Maryland", "MD", 3),
  assumed("Massachusetts", "MA", 3),
  assumed("Michigan", "MI", 3),
  assumed("Minnesota", "MN", 6),
  assumed("Mississippi", "MS", 3),
  given("Missouri", "MO", 5),
  assumed("Montana", "MT", 3),
  assumed("Nebraska", "NE", 4),
  assumed("Nevada", "NV", 2),
  assumed("New Hampshire", "NH", 3),
  assumed("New Jersey", "NJ", 2),
  assumed("New Mexico", "NM", 3),
  assumed("New York", "NY", 3),
  assumed("North Carolina", "NC", 3),
  given("North Dakota", "ND", 6),
  assumed("Ohio", "OH", 2),
  assumed("Oklahoma", "OK", 2),
  assumed("Oregon", "OR", 2),
  assumed("Pennsylvania", "PA", 2),
  assumed("Rhode Island", "RI", 3),
  assumed("South Carolina", "SC", 3),
  assumed("South Dakota", "SD", 3),
  given("Tennessee", "TN", 1),
  assumed("Texas", "TX", 2),
  assumed("Utah", "UT", 4),
  assumed("Vermont", "VT", 3),
  assumed("Virginia", "VA", 2),
  assumed("Washington", "WA", 3),
  assumed("West Virginia", "WV", 2),
  assumed("Wisconsin", "WI", 3),
  assumed("Wyoming", "WY", 4),
];

const yearsByCode = new Map(statutes.map(({ code, years }) => [code, years]));

/** Years allowed in a state; undefined for a place outside the table (decision 59). @param state two letters */
export function yearsAllowed(state: string): number | undefined {
  return yearsByCode.get(state.toUpperCase());
}
