import { beforeAll, describe, expect, it } from "vitest";
import type { LogEntry } from "../../../machines/visit/log.ts";
import type { NewEntry } from "../../../services/store/rows.ts";
import { databases, databasesOf, storeAt } from "../../support/databases.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aVisit } from "../../support/submissions.ts";

describe.each(databases)("on $name", ({ start }) => {
  const server = databasesOf(start);
  let url: string;
  beforeAll(async () => {
    url = await server.freshUrl();
  });
  const run = (line: string) => runCommand(line, { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) });
  const count = async (table: string) =>
    Number((await sqlOn<{ n: number }>(url, `select count(*) as n from ${table}`))[0]!.n);

  it("a rebuild takes up every visit and says how many", async () => {
    const store = await storeAt(url);
    const log: LogEntry[] = [
      { at: 1, kind: "entry", body: { path: "/survey/c", query: {}, referer: "" } },
      { at: 2, kind: "answer", body: { step: "WhenWasTheAccident", answers: {} } },
    ];
    for (let visits = 0; visits < 3; visits++) await store.visits.append(aVisit(), 0, log as NewEntry[]);
    await store.close();
    const { status, stdout, stderr } = await run("analytics rebuild");
    expect([status, stderr, stdout]).toEqual([0, "", "Rebuilt the sessions of 3 visits.\n"]);
    expect(await count("analytics_sessions")).toBe(3);
  });
});

it.each(["analytics", "analytics rebuild all"])("%s: one sentence and status 2", async (line) => {
  const { status, stdout, stderr } = await runCommand(line, { DATABASE_URL: "file:/dev/null/store.db" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});
