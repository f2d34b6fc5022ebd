import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

/** How soon an agency has to have a notice or claim in writing, and the law that says so. */
export type GovernmentNotice = { within: string; law: string };

/** Only where we are sure of it; the others may have one as well. Checked on 2026-11-23. */
const rows: { [code in StateCode]?: readonly [within: string, law: string] } = {
  AL: ["six months for a claim against a city", "Ala. Code § 11-47-23"],
  AZ: ["180 days", "Ariz. Rev. Stat. § 12-821.01"],
  CA: ["six months", "Cal. Gov. Code § 911.2"],
  CO: ["182 days", "Colo. Rev. Stat. § 24-10-109"],
  DC: ["six months", "D.C. Code § 12-309"],
  GA: ["six months for a claim against a city", "Ga. Code § 36-33-5"],
  ID: ["180 days", "Idaho Code § 6-906"],
  IN: ["180 days for a claim against a city or county", "Ind. Code § 34-13-3-8"],
  ME: ["365 days", "Me. Rev. Stat. tit. 14, § 8107"],
  MD: ["one year for a claim against a city or county", "Md. Code, Cts. & Jud. Proc. § 5-304"],
  MA: ["two years", "Mass. Gen. Laws ch. 258, § 4"],
  MN: ["180 days for a claim against a city or county", "Minn. Stat. § 466.05"],
  NE: ["one year for a claim against a city or county", "Neb. Rev. Stat. § 13-919"],
  NJ: ["90 days", "N.J. Stat. § 59:8-8"],
  NM: ["90 days", "N.M. Stat. § 41-4-16"],
  NY: ["90 days for a claim against a city, county or town", "N.Y. Gen. Mun. Law § 50-e"],
  ND: ["180 days for a claim against the state", "N.D. Cent. Code § 32-12.2-04"],
  OK: ["one year", "Okla. Stat. tit. 51, § 156"],
  OR: ["180 days", "Or. Rev. Stat. § 30.275"],
  PA: ["six months", "42 Pa. Cons. Stat. § 5522"],
  SD: ["180 days", "S.D. Codified Laws § 3-21-2"],
  TX: ["six months, or sooner in some cities", "Tex. Civ. Prac. & Rem. Code § 101.101"],
  UT: ["one year", "Utah Code § 63G-7-402"],
  VA: ["six months for a claim against a city or county", "Va. Code § 15.2-209"],
  WI: ["120 days for a claim against a city or county", "Wis. Stat. § 893.80"],
};

/** Undefined where we are not sure of one. */
export function governmentNotice(code: StateCode): GovernmentNotice | undefined {
  const row = rows[code];
  return row && { within: row[0], law: row[1] };
}
