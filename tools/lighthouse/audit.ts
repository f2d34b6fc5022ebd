import lighthouse from "lighthouse";

/** Lighthouse's categories, and the least score of each that is good enough. */
export const leastScores = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 } as const;
export type Category = keyof typeof leastScores;

/** Something that kept a page from a full score. */
export type Finding = { category: string; audit: string; title: string; score: number; value: string };

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
