import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

/** Thousands of dollars: one person hurt, all people hurt in one crash, property. */
type Limits = readonly [person: number, crash: number, property: number];
export type MinimumInsurance = { limits?: Limits; law: string };

/** What a driver has to be insured for; checked on 2026-11-23. Two states ask for no such limits. */
const rows: Record<StateCode, readonly [...Limits, string] | readonly [string]> = {
  AL: [25, 50, 25, "Ala. Code § 32-7-6"],
  AK: [50, 100, 25, "Alaska Stat. § 28.22.101"],
  AZ: [25, 50, 15, "Ariz. Rev. Stat. § 28-4009"],
  AR: [25, 50, 25, "Ark. Code § 27-22-104"],
  CA: [30, 60, 15, "Cal. Ins. Code § 11580.1b"],
  CO: [25, 50, 15, "Colo. Rev. Stat. § 10-4-620"],
  CT: [25, 50, 25, "Conn. Gen. Stat. § 14-112"],
  DE: [25, 50, 10, "Del. Code tit. 21, § 2902"],
  DC: [25, 50, 10, "D.C. Code § 31-2406"],
  FL: ["Fla. Stat. §§ 324.022, 627.736"],
  GA: [25, 50, 25, "Ga. Code § 33-7-11"],
  HI: [40, 80, 20, "Haw. Rev. Stat. § 431:10C-301"],
  ID: [25, 50, 15, "Idaho Code § 49-117"],
  IL: [25, 50, 20, "625 Ill. Comp. Stat. 5/7-203"],
  IN: [25, 50, 25, "Ind. Code § 9-25-4-5"],
  IA: [20, 40, 15, "Iowa Code § 321A.1"],
  KS: [25, 50, 25, "Kan. Stat. § 40-3107"],
  KY: [25, 50, 25, "Ky. Rev. Stat. § 304.39-110"],
  LA: [15, 30, 25, "La. Rev. Stat. § 32:900"],
  ME: [50, 100, 25, "Me. Rev. Stat. tit. 29-A, § 1605"],
  MD: [30, 60, 15, "Md. Code, Transp. § 17-103"],
  MA: [25, 50, 30, "Mass. Gen. Laws ch. 90, § 34A"],
  MI: [50, 100, 10, "Mich. Comp. Laws § 500.3009"],
  MN: [30, 60, 10, "Minn. Stat. § 65B.49"],
  MS: [25, 50, 25, "Miss. Code § 63-15-3"],
  MO: [25, 50, 25, "Mo. Rev. Stat. § 303.190"],
  MT: [25, 50, 20, "Mont. Code § 61-6-103"],
  NE: [25, 50, 25, "Neb. Rev. Stat. § 60-310"],
  NV: [25, 50, 20, "Nev. Rev. Stat. § 485.185"],
  NH: ["N.H. Rev. Stat. ch. 264"],
  NJ: [35, 70, 25, "N.J. Stat. § 39:6B-1"],
  NM: [25, 50, 10, "N.M. Stat. § 66-5-208"],
  NY: [25, 50, 10, "N.Y. Veh. & Traf. Law § 311"],
  NC: [50, 100, 50, "N.C. Gen. Stat. § 20-279.21"],
  ND: [25, 50, 25, "N.D. Cent. Code § 39-16.1-11"],
  OH: [25, 50, 25, "Ohio Rev. Code § 4509.51"],
  OK: [25, 50, 25, "Okla. Stat. tit. 47, § 7-204"],
  OR: [25, 50, 20, "Or. Rev. Stat. § 806.070"],
  PA: [15, 30, 5, "75 Pa. Cons. Stat. § 1702"],
  RI: [25, 50, 25, "R.I. Gen. Laws § 31-47-2"],
  SC: [25, 50, 25, "S.C. Code § 38-77-140"],
  SD: [25, 50, 25, "S.D. Codified Laws § 32-35-70"],
  TN: [25, 50, 25, "Tenn. Code § 55-12-102"],
  TX: [30, 60, 25, "Tex. Transp. Code § 601.072"],
  UT: [30, 65, 25, "Utah Code § 31A-22-304"],
  VT: [25, 50, 10, "Vt. Stat. tit. 23, § 800"],
  VA: [50, 100, 25, "Va. Code § 46.2-472"],
  WA: [25, 50, 10, "Wash. Rev. Code § 46.29.090"],
  WV: [25, 50, 25, "W. Va. Code § 17D-4-2"],
  WI: [25, 50, 10, "Wis. Stat. § 344.33"],
  WY: [25, 50, 20, "Wyo. Stat. § 31-9-405"],
};

export function minimumInsurance(code: StateCode): MinimumInsurance {
  const row = rows[code];
  if (row.length === 1) return { law: row[0] };
  const [person, crash, property, law] = row;
  return { limits: [person, crash, property], law };
}

/** What else has to be known of a state's minimum; of those without limits, what they ask instead. */
export const insuranceNotes: { [code in StateCode]?: string } = {
  CA: "These amounts hold for policies that began or were renewed since January 1, 2025.",
  FL: "Drivers must carry $10,000 for damage to property and $10,000 of personal injury protection. Most do not have to insure the people they hurt.",
  HI: "These amounts hold for policies that began or were renewed since January 1, 2026.",
  MA: "These amounts hold for policies that began or were renewed since July 1, 2025.",
  MI: "A policy has at least $250,000 for one person and $500,000 for a crash, unless the driver chose less in writing.",
  NC: "These amounts hold for policies that began or were renewed since July 1, 2025.",
  NH: "Most drivers do not have to buy insurance. After a crash they must still be able to pay for the harm they caused.",
  NJ: "These are the amounts of a standard policy since January 1, 2026. A basic policy can have less.",
  NY: "If someone dies, the amounts are $50,000 for one person and $100,000 for all.",
  UT: "These amounts hold for policies that began or were renewed since January 1, 2025.",
  VA: "These amounts hold for policies that began or were renewed since January 1, 2025.",
};
