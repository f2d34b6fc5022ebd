import { quantile } from "../../bench/figure.ts";

/** Lighthouse's categories, and the least score of each that is good enough. */
export const leastScores = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof leastScores;

/** Something that kept a page from a full score. */
type Finding = { category: string; audit: string; title: string; score: number; value: string };

/** What Lighthouse says of one visit to a page. */
export type Audited = {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Largest contentful paint, milliseconds. */
  lcp: number;
  /** Main thread blocked, milliseconds. */
  tbt: number;
  /** Layout shift. */
  cls: number;
  /** Everything over the wire, headers too. */
  bytes: number;
  findings: Finding[];
};

/** How often a visit is tried in which nothing was painted in time, as happens on a busy machine. */
const tries = 3;

/**
 * Visits a page as Lighthouse's phone does: slow 4G and a processor four times slower, both simulated.
 * @param port where Chromium is driven
 * @throws an Error when no try could be measured
 */
export async function audit(url: string, port: number): Promise<Audited> {
  const { default: lighthouse } = await import("lighthouse");
  for (let left = tries; left > 0; left--) {
    const result = await lighthouse(url, { port, logLevel: "silent", output: "json" });
    if (!result || result.lhr.runtimeError) continue;
    const { categories, audits } = result.lhr;
    if (Object.values(categories).some(({ score }) => score === null)) continue;
    const value = (name: string) => audits[name]!.numericValue ?? Number.NaN;
    return {
      scores: Object.fromEntries(
        Object.values(categories).map(({ id, score }) => [id, Math.round(score! * 100)]),
      ) as Audited["scores"],
      lcp: value("largest-contentful-paint"),
      tbt: value("total-blocking-time"),
      cls: value("cumulative-layout-shift"),
      bytes: value("total-byte-weight"),
      findings: Object.values(categories).flatMap(({ id, auditRefs }) =>
        auditRefs.flatMap(({ id: name, weight }) => {
          const { score, title, displayValue = "" } = audits[name]!;
          const isFull = weight === 0 || score === null || score === 1;
          return isFull ? [] : [{ category: id, audit: name, title, score, value: displayValue }];
        }),
      ),
    };
  }
  throw new Error(`${url} could not be measured: Lighthouse saw nothing painted. Is the machine too busy?`);
}

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
