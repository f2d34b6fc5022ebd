import { type CalendarDay, daysBetween } from "../rules/dates.ts";
import type { limitationYears } from "../rules/limitation-years.ts";

export type StateCode = keyof typeof limitationYears;

/** Years within which a lawsuit has to be filed, and the law that says so. */
export type FilingDeadline = { years: number; law: string };

type Row = readonly [years: number, law: string, yearsAfterDeath?: number, lawOfDeath?: string];

/**
 * The law of the guides and of the deadline calculator: injury, then death, for claims against another driver.
 * Checked on 2026-11-23. A death without years is one that we are not sure of: nothing is said about it.
 *
 * It is not `limitationYears`, by which the specification judges leads: that table stays as specified, this one follows
 * the law. A test lists the states where they differ, so that a change of either is noticed.
 */
const rows: Record<StateCode, Row> = {
  AL: [2, "Ala. Code § 6-2-38", 2, "Ala. Code § 6-5-410"],
  AK: [2, "Alaska Stat. § 09.10.070", 2, "Alaska Stat. § 09.55.580"],
  AZ: [2, "Ariz. Rev. Stat. § 12-542", 2, "Ariz. Rev. Stat. § 12-542"],
  AR: [3, "Ark. Code § 16-56-105", 3, "Ark. Code § 16-62-102"],
  CA: [2, "Cal. Code Civ. Proc. § 335.1", 2, "Cal. Code Civ. Proc. § 335.1"],
  CO: [3, "Colo. Rev. Stat. § 13-80-101", 2, "Colo. Rev. Stat. § 13-80-102"],
  CT: [2, "Conn. Gen. Stat. § 52-584", 2, "Conn. Gen. Stat. § 52-555"],
  DE: [2, "Del. Code tit. 10, § 8119", 2, "Del. Code tit. 10, § 8107"],
  DC: [3, "D.C. Code § 12-301", 2, "D.C. Code § 16-2702"],
  FL: [2, "Fla. Stat. § 95.11", 2, "Fla. Stat. § 95.11"],
  GA: [2, "Ga. Code § 9-3-33", 2, "Ga. Code § 9-3-33"],
  HI: [2, "Haw. Rev. Stat. § 657-7", 2, "Haw. Rev. Stat. § 663-3"],
  ID: [2, "Idaho Code § 5-219", 2, "Idaho Code § 5-219"],
  IL: [2, "735 Ill. Comp. Stat. 5/13-202", 2, "740 Ill. Comp. Stat. 180/2"],
  IN: [2, "Ind. Code § 34-11-2-4", 2, "Ind. Code § 34-23-1-1"],
  IA: [2, "Iowa Code § 614.1", 2, "Iowa Code § 614.1"],
  KS: [2, "Kan. Stat. § 60-513", 2, "Kan. Stat. § 60-513"],
  KY: [2, "Ky. Rev. Stat. § 304.39-230"],
  LA: [2, "La. Civ. Code art. 3493.1"],
  ME: [6, "Me. Rev. Stat. tit. 14, § 752", 3, "Me. Rev. Stat. tit. 18-C, § 2-807"],
  MD: [3, "Md. Code, Cts. & Jud. Proc. § 5-101", 3, "Md. Code, Cts. & Jud. Proc. § 3-904"],
  MA: [3, "Mass. Gen. Laws ch. 260, § 2A", 3, "Mass. Gen. Laws ch. 229, § 2"],
  MI: [3, "Mich. Comp. Laws § 600.5805", 3, "Mich. Comp. Laws § 600.5805"],
  MN: [6, "Minn. Stat. § 541.05", 3, "Minn. Stat. § 573.02"],
  MS: [3, "Miss. Code § 15-1-49", 3, "Miss. Code § 15-1-49"],
  MO: [5, "Mo. Rev. Stat. § 516.120", 3, "Mo. Rev. Stat. § 537.100"],
  MT: [3, "Mont. Code § 27-2-204", 3, "Mont. Code § 27-2-204"],
  NE: [4, "Neb. Rev. Stat. § 25-207", 2, "Neb. Rev. Stat. § 30-810"],
  NV: [2, "Nev. Rev. Stat. § 11.190", 2, "Nev. Rev. Stat. § 11.190"],
  NH: [3, "N.H. Rev. Stat. § 508:4"],
  NJ: [2, "N.J. Stat. § 2A:14-2", 2, "N.J. Stat. § 2A:31-3"],
  NM: [3, "N.M. Stat. § 37-1-8", 3, "N.M. Stat. § 41-2-2"],
  NY: [3, "N.Y. C.P.L.R. 214", 2, "N.Y. Est. Powers & Trusts Law § 5-4.1"],
  NC: [3, "N.C. Gen. Stat. § 1-52", 2, "N.C. Gen. Stat. § 1-53"],
  ND: [6, "N.D. Cent. Code § 28-01-16", 2, "N.D. Cent. Code § 28-01-18"],
  OH: [2, "Ohio Rev. Code § 2305.10", 2, "Ohio Rev. Code § 2125.02"],
  OK: [2, "Okla. Stat. tit. 12, § 95", 2, "Okla. Stat. tit. 12, § 1053"],
  OR: [2, "Or. Rev. Stat. § 12.110", 3, "Or. Rev. Stat. § 30.020"],
  PA: [2, "42 Pa. Cons. Stat. § 5524", 2, "42 Pa. Cons. Stat. § 5524"],
  RI: [3, "R.I. Gen. Laws § 9-1-14", 3, "R.I. Gen. Laws § 10-7-2"],
  SC: [3, "S.C. Code § 15-3-530", 3, "S.C. Code § 15-3-530"],
  SD: [3, "S.D. Codified Laws § 15-2-14", 3, "S.D. Codified Laws § 21-5-3"],
  TN: [1, "Tenn. Code § 28-3-104", 1, "Tenn. Code § 28-3-104"],
  TX: [2, "Tex. Civ. Prac. & Rem. Code § 16.003", 2, "Tex. Civ. Prac. & Rem. Code § 16.003"],
  UT: [4, "Utah Code § 78B-2-307", 2, "Utah Code § 78B-2-304"],
  VT: [3, "Vt. Stat. tit. 12, § 512", 2, "Vt. Stat. tit. 14, § 1492"],
  VA: [2, "Va. Code § 8.01-243", 2, "Va. Code § 8.01-244"],
  WA: [3, "Wash. Rev. Code § 4.16.080", 3, "Wash. Rev. Code § 4.16.080"],
  WV: [2, "W. Va. Code § 55-2-12", 2, "W. Va. Code § 55-7-6"],
  WI: [3, "Wis. Stat. § 893.54", 2, "Wis. Stat. § 893.54"],
  WY: [4, "Wyo. Stat. § 1-3-105", 2, "Wyo. Stat. § 1-38-102"],
};

/** Where the years for an injury were others before a day: the older ones still hold for crashes before it. */
export const changedDeadlines: { [code in StateCode]?: { since: CalendarDay; before: FilingDeadline } } = {
  FL: { since: { year: 2023, month: 3, day: 24 }, before: { years: 4, law: "Fla. Stat. § 95.11 (2022)" } },
  LA: {
    since: { year: 2024, month: 7, day: 1 },
    before: { years: 1, law: "La. Civ. Code art. 3492 (2023)" },
  },
};

/** True for the two letters of a state, or of D.C. */
export function isStateCode(code: string): code is StateCode {
  return Object.hasOwn(rows, code);
}

/** The deadline for an injury as the law is today. */
export function injuryDeadline(code: StateCode): FilingDeadline {
  const [years, law] = rows[code];
  return { years, law };
}

/** The deadline if somebody died; undefined where we are not sure of it. It usually runs from the day of the death. */
export function deathDeadline(code: StateCode): FilingDeadline | undefined {
  const [, , years, law] = rows[code];
  return years && law ? { years, law } : undefined;
}

/** The deadline that holds for a crash on a day; undefined where we are not sure of it. */
export function deadlineFor(
  code: StateCode,
  crash: CalendarDay,
  someoneDied: boolean,
): FilingDeadline | undefined {
  if (someoneDied) return deathDeadline(code);
  const changed = changedDeadlines[code];
  return changed && daysBetween(crash, changed.since) > 0 ? changed.before : injuryDeadline(code);
}
