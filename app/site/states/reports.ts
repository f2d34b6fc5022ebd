import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

/** What has to be reported besides injuries and deaths: damage in dollars, any damage, or a car that cannot be driven. */
export type Damage = number | "any" | "undrivable";
/** `within` is missing where the police are to be called at once. */
export type Report = { to: "police" | "state"; within?: string; damage?: Damage; law: string };

const police = (law: string, damage?: Damage): Report => ({ to: "police", law, ...(damage && { damage }) });
const state = (within: string, law: string, damage?: Damage): Report => ({
  ...police(law, damage),
  to: "state",
  within,
});

/** Whom the people in a crash must report it to, where we are sure of it; checked on 2026-11-23. */
const reports: { [code in StateCode]?: readonly Report[] } = {
  AL: [police("Ala. Code § 32-10-5")],
  AK: [police("Alaska Stat. § 28.35.080", 2000)],
  AZ: [police("Ariz. Rev. Stat. § 28-666")],
  AR: [police("Ark. Code § 27-53-202", 1000), state("30 days", "Ark. Code § 27-19-501", 1000)],
  CA: [state("10 days", "Cal. Veh. Code § 16000", 1000)],
  CO: [police("Colo. Rev. Stat. § 42-4-1606", "any")],
  DE: [police("Del. Code tit. 21, § 4203")],
  FL: [police("Fla. Stat. § 316.065", 500)],
  GA: [police("Ga. Code § 40-6-273", 500)],
  HI: [police("Haw. Rev. Stat. § 291C-16", 3000)],
  ID: [police("Idaho Code § 49-1305", 1500)],
  IL: [
    police("625 Ill. Comp. Stat. 5/11-407", 1500),
    state("10 days", "625 Ill. Comp. Stat. 5/11-406", 1500),
  ],
  IN: [police("Ind. Code § 9-26-1-1.1")],
  IA: [police("Iowa Code § 321.266"), state("72 hours", "Iowa Code § 321.266", 1500)],
  KS: [police("Kan. Stat. § 8-1606", 1000)],
  KY: [police("Ky. Rev. Stat. § 189.635", "undrivable")],
  LA: [police("La. Rev. Stat. § 32:398", 500)],
  ME: [police("Me. Rev. Stat. tit. 29-A, § 2251", 2000)],
  MD: [state("15 days", "Md. Code, Transp. § 20-107")],
  MA: [state("five days", "Mass. Gen. Laws ch. 90, § 26", 1000)],
  MI: [police("Mich. Comp. Laws § 257.622", 1000)],
  MN: [police("Minn. Stat. § 169.09")],
  MS: [police("Miss. Code § 63-3-411")],
  MT: [police("Mont. Code § 61-7-108", 1000)],
  NE: [state("10 days", "Neb. Rev. Stat. § 60-699", 1500)],
  NV: [state("10 days", "Nev. Rev. Stat. § 484E.070", 750)],
  NH: [state("15 days", "N.H. Rev. Stat. § 264:25", 1000)],
  NJ: [police("N.J. Stat. § 39:4-130", 500)],
  NM: [police("N.M. Stat. § 66-7-206", 500)],
  NY: [state("10 days", "N.Y. Veh. & Traf. Law § 605", 1000)],
  NC: [police("N.C. Gen. Stat. § 20-166.1", 1000)],
  ND: [police("N.D. Cent. Code § 39-08-09")],
  OK: [police("Okla. Stat. tit. 47, § 10-107")],
  OR: [state("72 hours", "Or. Rev. Stat. § 811.720", 2500)],
  PA: [police("75 Pa. Cons. Stat. § 3746", "undrivable")],
  SC: [police("S.C. Code § 56-5-1260"), state("15 days", "S.C. Code § 56-5-1270", 1000)],
  SD: [police("S.D. Codified Laws § 32-34-7", 1000)],
  TN: [police("Tenn. Code § 55-10-106"), state("20 days", "Tenn. Code § 55-10-107")],
  TX: [police("Tex. Transp. Code § 550.026", "undrivable")],
  VT: [state("72 hours", "Vt. Stat. tit. 23, § 1129", 3000)],
  VA: [police("Va. Code § 46.2-371")],
  WA: [{ to: "police", within: "four days", law: "Wash. Rev. Code § 46.52.030" }],
  WV: [police("W. Va. Code § 17C-4-6")],
  WI: [police("Wis. Stat. § 346.70", 1000)],
  WY: [police("Wyo. Stat. § 31-5-1105", 1000)],
};

export function reportsOf(code: StateCode): readonly Report[] {
  return reports[code] ?? [];
}
