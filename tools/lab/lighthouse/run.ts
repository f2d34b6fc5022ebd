/**
 * `npm run lab -- lighthouse`, or `npm run lab -- lighthouse / /contact/` for some pages: Lighthouse as on a phone, three visits a
 * page, the middle of each figure. Fails when a score is lower than asked. No audit is left out or excused.
 */
import { ensureBuilt } from "../../../app/server/prepare.mjs";
import { startBrowser } from "../../../test/support/browser.ts";
import { freePorts } from "../../../test/support/postgres.ts";
import { startSiteProcess } from "../../../test/support/site.ts";
import { markdownTable } from "../../../test/support/tables.ts";
import { startBareSite } from "../../bench/bare-site.ts";
import { interleaved, pairedRatio } from "../../bench/figure.ts";
import { bareText, withoutScripts } from "../../bench/plain-html.ts";
import { machine, writeJson } from "../../bench/report.ts";
import { lab } from "../lab.ts";
import { type Audited, audit, type Summary, shortcomings, summary } from "./audit.ts";

const visits = 3;
const file = "test/output/lighthouse.json";
const survey = "/survey/c";
const pages = [survey, "/", "/contact/", "/car-accident-laws/texas/", "/car-accident-lawsuits/timeline/"];
/** The survey's page in plain HTML, out of memory: what its first paint is compared with. */
const plain = { styled: "the same page without scripts", bare: "its words in bare HTML" };
/** Of the survey's to that of its page without scripts. */
const lcpRatio = 1.05;

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
const html = await (await fetch(site.url + survey)).text();
await using references = await startBareSite({ "/styled": withoutScripts(html), "/bare": bareText(html) });
const [port] = (await freePorts(1)) as [number];
await using _browser = await startBrowser({ port });
const subjects = Object.fromEntries(chosen.map((path) => [path, () => audit(site.url + path, port)]));
if (chosen.includes(survey)) {
  for (const [name, words] of Object.entries(plain)) {
    subjects[words] = () => audit(`${references.url}/${name}`, port);
  }
}
const found = await interleaved<string, Audited>(visits, subjects);
const summaries = Object.entries(found).map(([page, each]) => summary(page, each));
report(summaries.filter(({ page }) => chosen.includes(page)));
if (chosen.includes(survey)) compare(found);
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

/** How much later than plain HTML the survey is painted; a wish, since it depends on the machine. */
function compare(found: Record<string, Audited[]>): void {
  const lcp = (name: string) => found[name]!.map((visit) => visit.lcp);
  const [styled, bare] = [plain.styled, plain.bare].map((words) => pairedRatio(lcp(survey), lcp(words)));
  const met = styled! <= lcpRatio ? "pass" : "FAIL";
  console.log(`LCP of ${survey}, from memory and in plain HTML being 1:`);
  console.log(`  ${styled!.toFixed(2)} beside ${plain.styled} (at most ${lcpRatio}: ${met})`);
  console.log(`  ${bare!.toFixed(2)} beside ${plain.bare}\n`);
}
