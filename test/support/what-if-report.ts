import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differingMarks } from "../../app/graphs/drawing/marks.ts";
import type { Report } from "../../app/graphs/what-if/report.ts";
import { reportFile } from "../../app/graphs/what-if/report.ts";
import { accountOf, compareCharts } from "../../machines/graph/account.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { comparisonOf } from "../../machines/what-if/comparison.ts";
import { addVisit, emptyTally } from "../../machines/what-if/tally.ts";
import { simulate } from "../../services/analytics/simulation/simulate.ts";
import { edits, variant, worldOf } from "./what-if-worlds.ts";

/** What `npm run what-if` keeps of survey `c` when its police report is no longer asked for, on 60 made-up visits. */
export function reportOfAnEdit(): Report {
  const [, after] = edits[0]!;
  const tally = emptyTally();
  const comparison = comparisonOf({ before: worldOf(variant.machine), after }, {});
  const until = Date.UTC(2026, 5, 15);
  for (const { log } of simulate({ sessions: 60, seed: 5, variant, days: 7, until, day: () => 0 })) {
    addVisit(tally, comparison, { id: `visit-${tally.visits}`, log });
  }
  const { machine } = after.entryAt({ path: "/survey/c" }).variant;
  const [was, is] = [accountOf({ code: "c", machine: variant.machine }), accountOf({ code: "c", machine })];
  const difference = compareCharts(was, is);
  const [before, now] = [viewOf(was.graph), viewOf(is.graph)];
  return {
    ...{ code: "c", before: "HEAD", after: "working tree", visitsOf: "made-up visits" },
    ...{ fingerprint: "", rest: [], tally },
    drawn: {
      before: { view: before, marks: differingMarks(before, difference, "lost") },
      after: { view: now, marks: differingMarks(now, difference, "gained") },
    },
  };
}

/** A folder with a run of survey `c`, as WHAT_IF_FOLDER names it. */
export function folderWithReport(): string {
  const folder = mkdtempSync(join(tmpdir(), "what-if-"));
  writeFileSync(reportFile(folder, "c"), JSON.stringify(reportOfAnEdit()));
  return folder;
}
