import { quantile } from "../bench/figure.ts";
import { type Audited, type Category, type Finding, leastScores } from "./audit.ts";

/** One page after several visits: the middle of each figure, and all that kept any visit from a full score. */
export type Summary = Audited & { page: string };

const categories = Object.keys(leastScores) as Category[];
const middle = (values: number[]) => quantile(values, 0.5);

export function summary(page: string, visits: readonly Audited[]): Summary {
  const of = (figure: "lcp" | "tbt" | "cls" | "bytes") => middle(visits.map((visit) => visit[figure]));
  const scores = categories.map((name) => [name, middle(visits.map((visit) => visit.scores[name]))]);
  const findings = new Map<string, Finding>();
  for (const finding of visits.flatMap((visit) => visit.findings)) {
    const worst = findings.get(finding.audit);
    if (!worst || finding.score < worst.score) findings.set(finding.audit, finding);
  }
  return {
    page,
    scores: Object.fromEntries(scores) as Summary["scores"],
    lcp: of("lcp"),
    tbt: of("tbt"),
    cls: of("cls"),
    bytes: of("bytes"),
    findings: [...findings.values()],
  };
}

/** The scores of a page that are lower than asked, in words. */
export function shortcomings({ page, scores }: Summary): string[] {
  return categories
    .filter((name) => scores[name] < leastScores[name])
    .map((name) => `${page} has ${scores[name]} for ${name} (at least ${leastScores[name]})`);
}
