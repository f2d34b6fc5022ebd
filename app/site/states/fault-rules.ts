import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

/**
 * What a share of the fault does to a claim: `pure`, the share is taken off; `under50` and `upTo50`, the same, and
 * nothing is left at 50 percent, or above it; `slight`, only slight fault is forgiven; `none`, any fault can end the claim.
 */
export type FaultKind = "pure" | "under50" | "upTo50" | "slight" | "none";
export type FaultRule = { kind: FaultKind; law: string };

/** Checked on 2026-11-23. Where judges made the rule, the case that did. */
const rows: Record<StateCode, readonly [kind: FaultKind, law: string]> = {
  AL: ["none", "Williams v. Delta Int’l Machinery Corp., 619 So. 2d 1330 (Ala. 1993)"],
  AK: ["pure", "Alaska Stat. § 09.17.060"],
  AZ: ["pure", "Ariz. Rev. Stat. § 12-2505"],
  AR: ["under50", "Ark. Code § 16-64-122"],
  CA: ["pure", "Li v. Yellow Cab Co., 13 Cal. 3d 804 (1975)"],
  CO: ["under50", "Colo. Rev. Stat. § 13-21-111"],
  CT: ["upTo50", "Conn. Gen. Stat. § 52-572h"],
  DE: ["upTo50", "Del. Code tit. 10, § 8132"],
  DC: ["none", "D.C. Code § 50-2204.52"],
  FL: ["upTo50", "Fla. Stat. § 768.81"],
  GA: ["under50", "Ga. Code § 51-12-33"],
  HI: ["upTo50", "Haw. Rev. Stat. § 663-31"],
  ID: ["under50", "Idaho Code § 6-801"],
  IL: ["upTo50", "735 Ill. Comp. Stat. 5/2-1116"],
  IN: ["upTo50", "Ind. Code § 34-51-2-6"],
  IA: ["upTo50", "Iowa Code § 668.3"],
  KS: ["under50", "Kan. Stat. § 60-258a"],
  KY: ["pure", "Ky. Rev. Stat. § 411.182"],
  LA: ["upTo50", "La. Civ. Code art. 2323"],
  ME: ["under50", "Me. Rev. Stat. tit. 14, § 156"],
  MD: ["none", "Coleman v. Soccer Ass’n of Columbia, 432 Md. 679 (2013)"],
  MA: ["upTo50", "Mass. Gen. Laws ch. 231, § 85"],
  MI: ["upTo50", "Mich. Comp. Laws § 500.3135"],
  MN: ["upTo50", "Minn. Stat. § 604.01"],
  MS: ["pure", "Miss. Code § 11-7-15"],
  MO: ["pure", "Gustafson v. Benda, 661 S.W.2d 11 (Mo. 1983)"],
  MT: ["upTo50", "Mont. Code § 27-1-702"],
  NE: ["under50", "Neb. Rev. Stat. § 25-21,185.09"],
  NV: ["upTo50", "Nev. Rev. Stat. § 41.141"],
  NH: ["upTo50", "N.H. Rev. Stat. § 507:7-d"],
  NJ: ["upTo50", "N.J. Stat. § 2A:15-5.1"],
  NM: ["pure", "Scott v. Rizzo, 96 N.M. 682 (1981)"],
  NY: ["pure", "N.Y. C.P.L.R. 1411"],
  NC: ["none", "N.C. Gen. Stat. § 1-139"],
  ND: ["under50", "N.D. Cent. Code § 32-03.2-02"],
  OH: ["upTo50", "Ohio Rev. Code § 2315.33"],
  OK: ["upTo50", "Okla. Stat. tit. 23, § 13"],
  OR: ["upTo50", "Or. Rev. Stat. § 31.600"],
  PA: ["upTo50", "42 Pa. Cons. Stat. § 7102"],
  RI: ["pure", "R.I. Gen. Laws § 9-20-4"],
  SC: ["upTo50", "Nelson v. Concrete Supply Co., 303 S.C. 243 (1991)"],
  SD: ["slight", "S.D. Codified Laws § 20-9-2"],
  TN: ["under50", "McIntyre v. Balentine, 833 S.W.2d 52 (Tenn. 1992)"],
  TX: ["upTo50", "Tex. Civ. Prac. & Rem. Code § 33.001"],
  UT: ["under50", "Utah Code § 78B-5-818"],
  VT: ["upTo50", "Vt. Stat. tit. 12, § 1036"],
  VA: ["none", "Virginia common law"],
  WA: ["pure", "Wash. Rev. Code § 4.22.005"],
  WV: ["upTo50", "W. Va. Code § 55-7-13c"],
  WI: ["upTo50", "Wis. Stat. § 895.045"],
  WY: ["upTo50", "Wyo. Stat. § 1-1-109"],
};

export function faultRule(code: StateCode): FaultRule {
  const [kind, law] = rows[code];
  return { kind, law };
}

/** What else has to be known of a state's rule. */
export const faultNotes: { [code in StateCode]?: string } = {
  DC: "There is an exception for people on foot, on a bicycle or on a scooter. They lose the claim only if they are more than 50 percent at fault.",
  LA: "This rule holds for crashes since January 1, 2026. Before that day there was no limit.",
  FL: "This rule holds for crashes since March 24, 2023. Before that day there was no limit.",
  ME: "In Maine the jury takes off what it finds fair, so the numbers below are only a guide.",
  MI: "Above 50 percent, you cannot be paid for pain and suffering. Some other losses follow rules of their own.",
};
