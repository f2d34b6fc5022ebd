import { mkdtempDisposableSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { compare } from "../../../tools/features/rehearsal/compare.ts";
import type { Costs, Outcome } from "../../../tools/features/rehearsal/host.ts";
import { peopleOf } from "../../../tools/features/rehearsal/people.ts";
import { hosted, rehearse } from "../../../tools/features/rehearsal/rehearsal.ts";
import { isDifferent, reportOf } from "../../../tools/features/rehearsal/report.ts";
import { plantedFaults, releaseWith } from "../../support/planted-faults.ts";
import { runCommand, runProcess } from "../../support/run-command.ts";

const paths = ["/survey/c", "/survey/v3", "/survey-sd/v3", "/survey-sd/v3b"];
const people = peopleOf(100, 2, {}, paths);
type Walked = { outcomes: Outcome[]; costs: Costs };

async function walkedIn(folder: string): Promise<Walked> {
  await using release = await hosted({ folder, name: "a release" });
  await release.walk(people);
  return await release.end();
}

/** Faults that do not hide one another: one copy of the project has them all. */
const together = [
  "a price read wrong",
  "an error on a step back",
  "an answer that forms lose",
  "a paid look-up asked for twice",
  "a slow page",
] as const;

describe("a hundred people who never were", () => {
  let was: Walked;
  beforeAll(async () => {
    was = await walkedIn(process.cwd());
  }, 300_000);

  const reportTo = (is: Walked, names = { before: "the working tree", after: "the working tree" }) => {
    const costs = { before: was.costs, after: is.costs };
    const found = compare(was.outcomes, is.outcomes);
    return { report: reportOf(found, names, 2, costs), isDifferent: isDifferent(found, costs) };
  };

  it("reach all that a release does: leads of both verdicts, money, refusals, and no error", () => {
    const { totals } = compare(was.outcomes, was.outcomes);
    const { leads, qualified, money, refused, errors, undelivered } = totals.before;
    expect(leads - qualified).toBeGreaterThan(5);
    expect(Object.keys(money).sort()).toEqual(["affiliate 252", "affiliate 7", "north", "south", "west"]);
    expect([qualified > 30, refused > 5, errors, undelivered]).toEqual([true, true, 0, 0]);
  });

  it("find nothing that differs between a release and itself, by the command, the same at each run to the byte", async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "rehearsal-"));
    const line = "rehearse --people 100 --seed 2 --survey c --from edit";
    const { status, stdout, stderr } = await runProcess(line, {
      DATABASE_URL: `file:${folder.path}/store.db`,
    });
    expect(status, stderr + stdout).toBe(0);
    const own = (text: string) => text.slice(0, text.indexOf("\nProcessor time:"));
    expect(own(stdout)).toBe(own(reportTo(was).report));
    expect(stdout).toContain("Nothing differs: both do the same with each of them.");
    expect(stdout.split("\n").filter((each) => each.length > 80)).toEqual([]);
  }, 600_000);

  it("find each of the faults in a release, and name it", async () => {
    using release = releaseWith(...together.map((name) => plantedFaults[name]!));
    const { report, isDifferent } = reportTo(await walkedIn(release.path));
    expect(isDifferent).toBe(true);
    for (const name of together) expect.soft(report, name).toMatch(plantedFaults[name]!.found);
    expect(report.split("\n").filter((each) => each.length > 80)).toEqual([]);
  }, 300_000);
});

it("a release in which everybody meets an error is the same as none, and is refused", async () => {
  using release = releaseWith({
    file: "machines/visit/decide.ts",
    from: "export function decide(",
    to: "export function decide(...given: unknown[]): never { throw new TypeError(String(given.length)); }\nfunction former(",
    found: /^/,
  });
  const broken = { folder: release.path, name: "broken" };
  const walked = rehearse(people.slice(0, 3), { before: broken, after: broken });
  await expect(walked).rejects.toThrow(/^broken cannot be rehearsed: everybody meets an error, such as 500 /);
}, 120_000);

it("each fault of the laboratory's can be planted: its line is in the project, once", () => {
  const lost = Object.entries(plantedFaults).filter(
    ([, { file, from }]) => readFileSync(file, "utf8").split(from).length !== 2,
  );
  expect(lost.map(([name]) => name)).toEqual([]);
});

it.each([
  ["rehearse", "--people"],
  ["rehearse --people none", "whole number"],
  ["rehearse --people 5 --seed -1", "whole number"],
  ["rehearse --people 5 --survey nothing", "no such survey"],
  ["rehearse --people 5 --keep package.json", "such a file already"],
  ["rehearse --people 5 --to no-such-branch", "no git revision no-such-branch"],
])("%s: one sentence and status 2", async (line, words) => {
  const { status, stdout, stderr } = await (line.includes("--to") ? runProcess : runCommand)(line, {
    DATABASE_URL: "file:/dev/null/store.db",
  });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(words);
});
