import { expect, it } from "vitest";
import { readGate } from "../../../machines/features/what-if/gate.ts";
import { emptyTally } from "../../../machines/features/what-if/tally.ts";
import { combinedSummaryOf } from "../../../tools/features/what-if/summary.ts";

const about = { before: "HEAD", after: "working tree", touched: [], added: [], removed: [] };
const gates = [readGate("verdict>0.5%")!, readGate("payload>20")!];

/** A run of a thousand visits, of which this many may get another verdict. */
function runOf(code: string, verdicts: number, failed = 0) {
  const tally = { ...emptyTally(), visits: 1000, failed };
  tally.kinds.verdict.atMost = verdicts;
  return { code, before: "HEAD", after: "working tree", visitsOf: "recorded visits", rest: [], tally };
}

it("a summary of every survey has one headline, one table, and details of each survey that changes", () => {
  const runs = [runOf("a", 6), runOf("b", 5), runOf("c", 0)];
  const text = combinedSummaryOf(runs, { ...about, untouched: ["d"] }, "https://site.example", gates);
  expect(text).toContain("**Visits may change in 2 of 4 surveys, in 1 of them more than allowed.**");
  expect(text.match(/^\| Survey /gm)).toHaveLength(1);
  expect(text).toContain(
    "| a | 1,000 | none | none | at most 0.60 % | none | [charts and visits](https://site.example/graphs/a/what-if) |",
  );
  expect([...text.matchAll(/<summary>(.*)<\/summary>/g)].map(([, code]) => code)).toEqual(["a", "b"]);
  expect(text).toContain("- Limit `verdict>0.5%`: **more may change than allowed** in a (at most 0.60 %).");
  expect(text).toContain("- Limit `payload>20`: kept.");
  expect(text).toContain("Nothing changes for the visits of c; the edit does not touch d.");
});

it("the summary lists visits that could not be walked, and they count against a limit", () => {
  const text = combinedSummaryOf([runOf("a", 0, 7)], { ...about, untouched: [] }, "", gates);
  expect(text).toContain("7 could not be walked.");
  expect(text).toContain("**more may change than allowed** in a (0.00 %, and 7 could not be walked)");
});

it("a limit that no visit was compared with does not count as passed", () => {
  const none = { ...runOf("a", 0), tally: emptyTally() };
  const text = combinedSummaryOf([none], { ...about, untouched: [] }, "", gates);
  expect(text).toContain("**There were no visits to replay.**");
  expect(text).toContain("There are no visits of a.");
});

it("an edit that touches no survey is one sentence, with the surveys that only one side has", () => {
  const only = { ...about, untouched: ["a"], added: ["b"], removed: ["c"] };
  expect(combinedSummaryOf([], only, "", gates)).toBe(
    `No survey is touched from HEAD to working tree: charts, questions, their code and the rules of leads are the same.

New, so without recorded visits: b.

Gone, so their visits were not replayed: c.
`,
  );
});

it("it fits a comment on GitHub, and names the details that did not", () => {
  const runs = Array.from({ length: 300 }, (_, index) => runOf(`survey-${index}`, 1));
  const text = combinedSummaryOf(runs, { ...about, untouched: [] }, "https://site.example", gates);
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/No room for the details of .*survey-299: see their pages\./);
});
