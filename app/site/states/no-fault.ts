import type { StateCode } from "../../../machines/site/filing-deadlines.ts";

/** `choice`: drivers choose between keeping the full right to sue and giving a part of it up for a lower price. */
export type NoFault = {
  kind: "no-fault" | "choice";
  /** The least that a driver's own policy pays for medical bills, where the law sets one. */
  benefit?: string;
  /** When the other driver can be sued for pain and suffering all the same. */
  threshold: string;
  law: string;
};

export const noFaultName: Record<NoFault["kind"], string> = {
  "no-fault": "no-fault",
  choice: "choice no-fault",
};

const noFaultRow = (benefit: string | undefined, threshold: string, law: string): NoFault => ({
  kind: "no-fault",
  ...(benefit && { benefit }),
  threshold,
  law,
});

const seriously = "You can sue for pain and suffering only if the injury is serious.";
const unless = (rule: string) => `Unless you kept your full right to sue, y${rule.slice(1)}`;
const orOver = (amount: string) =>
  `You can sue for pain and suffering only if the injury is serious or medical bills pass ${amount}.`;

/** The states whose drivers' own insurance pays first; all others are at-fault states. Checked on 2026-11-23. */
const noFault: { [code in StateCode]?: NoFault } = {
  FL: noFaultRow(
    "$10,000",
    "You can sue for pain and suffering only if the injury is permanent or serious.",
    "Fla. Stat. § 627.737",
  ),
  HI: noFaultRow("$10,000", orOver("$5,000"), "Haw. Rev. Stat. § 431:10C-306"),
  KS: noFaultRow("$4,500", orOver("$2,000"), "Kan. Stat. § 40-3117"),
  MA: noFaultRow("$8,000", orOver("$2,000"), "Mass. Gen. Laws ch. 231, § 6D"),
  MI: noFaultRow(
    undefined,
    "You can sue for pain and suffering after a death, a serious impairment of a body function or a permanent serious disfigurement.",
    "Mich. Comp. Laws § 500.3135",
  ),
  MN: noFaultRow("$20,000", orOver("$4,000"), "Minn. Stat. § 65B.51"),
  NY: noFaultRow("$50,000", seriously, "N.Y. Ins. Law § 5104"),
  ND: noFaultRow("$30,000", orOver("$2,500"), "N.D. Cent. Code § 26.1-41-08"),
  UT: noFaultRow("$3,000", orOver("$3,000"), "Utah Code § 31A-22-309"),
  KY: {
    kind: "choice",
    benefit: "$10,000",
    threshold: unless(orOver("$1,000")),
    law: "Ky. Rev. Stat. § 304.39-060",
  },
  NJ: { kind: "choice", threshold: unless(seriously), law: "N.J. Stat. § 39:6A-8" },
  PA: { kind: "choice", benefit: "$5,000", threshold: unless(seriously), law: "75 Pa. Cons. Stat. § 1705" },
};

/** Undefined for an at-fault state. */
export function noFaultOf(code: StateCode): NoFault | undefined {
  return noFault[code];
}
