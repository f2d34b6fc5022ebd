import { afterAll, beforeAll, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openStore } from "../../../services/store/store.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { runCommand } from "../../support/run-command.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const days = ["2026-01-01", "2026-01-02", "2026-01-03"];
let server: DatabaseServer;
let url: string;

beforeAll(async () => {
  server = await databases[0].start();
  url = await server.freshUrl();
  let now = 0;
  const store = await openStore({ url, now: () => now, log: silentLog, hashKey: "h".repeat(32) });
  for (const day of days) {
    now = Date.parse(`${day}T12:00:00Z`);
    const submission = aSubmission([], now);
    submission.lead.record = { first_name: day };
    await store.submit(aVisit(), 0, [], submission);
  }
  await store.close();
});
afterAll(() => server?.stop());

test("an export has the leads from a time on, and all of them without one", async () => {
  const exported = async (line: string) => {
    const env = { DATABASE_URL: url, HASH_KEY: "h".repeat(32), SESSION_SECRETS: "s".repeat(32) };
    const { status, stdout, stderr } = await runCommand(`leads export --format jsonl${line}`, env);
    expect([status, stderr]).toEqual([0, ""]);
    return stdout
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text).first_name);
  };
  expect(await exported(" --since 2026-01-02T00:00Z")).toEqual(days.slice(1));
  expect(await exported("")).toEqual(days);
});
