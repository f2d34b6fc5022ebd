import { resolve } from "node:path";
import type { Command } from "commander";
import { variants } from "../../../machines/registry.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { print, run } from "../../../services/commands/program.ts";
import { siteSettings, withStore } from "../../../services/commands/with-store.ts";
import { describeRehearsal, type RehearsalOptions } from "../../../services/features/rehearsal/command.ts";
import { isRevision } from "../../graphs/tree.ts";
import { tool } from "../../tool.ts";
import { type Habits, learn, withoutSingles } from "./habits.ts";
import { peopleOf } from "./people.ts";
import { rehearse } from "./rehearsal.ts";
import { edit, releaseAt } from "./releases.ts";
import { isDifferent, reportOf } from "./report.ts";

/** Visits of a survey that are read, a page at a time; more would say nothing new. */
const [most, page] = [20_000, 200];

/** `npm run claimpath -- rehearse`: people who never were walk a release before it ships. */
const command = describeRehearsal(tool("rehearse", "")).hook("preAction", checkRevisions);
await run(command.action(rehearseAsAsked));

async function rehearseAsAsked({
  people: count,
  seed,
  from,
  to,
  survey,
  keep,
}: RehearsalOptions): Promise<void> {
  const paths = survey === undefined ? undefined : Object.keys(variants.get(survey)!.entries);
  using before = releaseAt(from);
  using after = releaseAt(to ?? from);
  const people = peopleOf(count, seed, await recordedHabits(), paths);
  const { CLAIMPATH_FILE: file } = process.env;
  let shownAt = 0;
  const progress = (done: number) => {
    if (performance.now() - shownAt < 5_000) return;
    shownAt = performance.now();
    process.stderr.write(
      `${done.toLocaleString("en-US")} of ${count.toLocaleString("en-US")} have walked both.\n`,
    );
  };
  const { found, costs } = await rehearse(
    people,
    { before, after },
    {
      file: file && resolve(file),
      keep: keep && resolve(keep),
      progress,
    },
  );
  await print(reportOf(found, { before: before.name, after: after.name }, seed, costs));
  if (isDifferent(found, costs)) process.exitCode = 1;
}

/** A mistake that Commander does not see; like its own it ends with status 2, and 1 means that something differs. */
function checkRevisions(command: Command): void {
  const { from, to = from } = command.opts<RehearsalOptions>();
  const unknown = [from, to].find((each) => each !== edit && !isRevision(each));
  if (unknown)
    command.error(`error: there is no git revision ${unknown}; ${edit} is the working tree as it stands`);
}

/** What visitors in the store of DATABASE_URL usually do. */
async function recordedHabits(): Promise<Habits> {
  const habits: Habits = {};
  siteSettings();
  await withStore(async ({ store }) => {
    for (const code of variants.keys()) {
      for (let [newest, read] = ["", 0]; read < most; ) {
        const visits = await store.analytics.visitsOf(code, newest, page);
        for (const { entries } of visits) learn(habits, entries as unknown as LogEntry[]);
        if (visits.length < page) break;
        newest = visits.at(-1)!.id;
        read += visits.length;
      }
    }
  });
  return withoutSingles(habits);
}
