import { limitationYears } from "./limitation-years.ts";

/**
 * Limitation period for personal injury in one state, in years.
 * `assumed` values come from general knowledge of about 2022; they are not legal advice.
 */
export type Statute = { name: string; code: string; years: number; source: "specification" | "assumed" };

type Code = keyof typeof limitationYears;

/** The states whose years are the specification's own. */
const given: readonly Code[] = ["FL", "KY", "LA", "ME", "MO", "ND", "TN"];

const names: Record<Code, string> = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
};

/** The 50 states and DC (spec 3.3; ruling 58). */
export const statutes: readonly Statute[] = (Object.keys(names) as Code[]).map((code) => ({
  name: names[code],
  code,
  years: limitationYears[code],
  source: given.includes(code) ? "specification" : "assumed",
}));
