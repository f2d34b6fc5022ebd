/**
 * `npm run lab -- lighthouse`, or `npm run lab -- lighthouse / /contact/` for some pages: Lighthouse as on a phone, three visits a
 * page, the middle of each figure. Fails when a score is lower than asked. No audit is left out or excused.
 */
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { startBrowser } from "../../../test/support/browser.ts";
import { freePorts } from "../../../test/support/postgres.ts";
import { startSiteProcess } from "../../../test/support/site.ts";
import { markdownTable } from "../../../test/support/tables.ts";
import { interleaved, machine, quantile, writeJson } from "../../bench/report.ts";
import { lab } from "../../tool.ts";

/** Lighthouse's categories, and the least score of each that is good enough. */
const leastScores = { performance: 99, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof leastScores;
const categories = Object.keys(leastScores) as Category[];
const middle = (values: number[]) => quantile(values, 0.5);
/** How often a visit is tried in which nothing was painted in time, as happens on a busy machine. */
const tries = 3;

const visits = 3;
const file = "test/output/lighthouse.json";
const pages = [
  "/survey/c",
  "/",
  "/contact/",
  "/car-accident-laws/texas/",
  "/car-accident-lawsuits/timeline/",
];

const program = lab(
  "lighthouse",
  `Visits pages three times each on a simulated slow phone and prints the median of each score.
Ends with status 1 when a score is too low. Writes ${file}.`,
)
  .argument("[path...]", `only these pages, for example: / /contact/ (default: ${pages.join(" ")})`)
  .parse();
const chosen = program.args.length > 0 ? program.args : pages;
const wrong = chosen.filter((path) => !path.startsWith("/"));
if (wrong.length > 0) program.error(`pages are named by their path, such as /contact/: ${wrong.join(", ")}`);

ensureBuilt();
const { cpu, cores, load } = machine();
console.log(`${cpu}, ${cores} cores, load ${load} at the start: a busy machine scores lower.\n`);
await using site = await startSiteProcess({ LOG: "off", stubs: false });
const [port] = (await freePorts(1)) as [number];
await using _browser = await startBrowser({ port });
const subjects = Object.fromEntries(chosen.map((path) => [path, () => audit(site.url + path, port)]));
const found = await interleaved<string, Audited>(visits, subjects);
const summaries = Object.entries(found).map(([page, each]) => summary(page, each));
report(summaries);
writeJson(file, summaries);
console.log(`The same as JSON: ${file}`);

function report(summaries: Summary[]): void {
  const scored = ["performance", "accessibility", "best practices", "SEO"];
  const head = ["page", ...scored, "LCP ms", "TBT ms", "CLS", "KB"];
  const rows = summaries.map(({ page, scores, lcp, tbt, cls, bytes }) => [
    page,
    ...[...Object.values(scores), lcp, tbt].map((value) => value.toFixed(0)),
    String(Number(cls.toFixed(3))),
    (bytes / 1000).toFixed(0),
  ]);
  console.log(`Middle of ${visits} visits.\n\n${markdownTable([head, ...rows])}\n`);
  for (const { page, findings } of summaries) {
    for (const { audit, title, score, value } of findings) {
      console.log(`${page}: ${audit} ${Math.round(score * 100)} at worst. ${title} ${value}`);
    }
  }
  const all = summaries.flatMap(shortcomings);
  console.log("");
  if (all.length === 0) return;
  process.stderr.write(`Lower than asked: ${all.join("; ")}.\n`);
  process.exitCode = 1;
}

/** Something that kept a page from a full score. */
type Finding = { category: string; audit: string; title: string; score: number; value: string };

/** What Lighthouse says of one visit to a page. */
type Audited = {
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

/**
 * Visits a page as Lighthouse's phone does: slow 4G and a processor four times slower, both simulated.
 * @param port where Chromium is driven
 * @throws an Error when no try could be measured
 */
async function audit(url: string, port: number): Promise<Audited> {
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
type Summary = Audited & { page: string };

function summary(page: string, visits: readonly Audited[]): Summary {
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
function shortcomings({ page, scores }: Summary): string[] {
  return categories
    .filter((name) => scores[name] < leastScores[name])
    .map((name) => `${page} has ${scores[name]} for ${name} (at least ${leastScores[name]})`);
}
