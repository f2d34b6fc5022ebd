import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../../services/log.ts";
import { openStore } from "../../../services/store/store.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const script = fileURLToPath(new URL("./claim-until-empty.ts", import.meta.url));
const run = promisify(execFile);

describe.each(databases)("several processes on $name", ({ start }) => {
  let server: DatabaseServer;
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server?.stop());

  test("three processes deliver 600 messages once each", async () => {
    const url = await server.freshUrl();
    const store = await openStore({ url, now: () => 1, log: silentLog, hashKey: "k" });
    for (let i = 0; i < 600; i++) await store.submit(aVisit(), 0, [], aSubmission(["a"]));
    const outputs = await Promise.all(
      [1, 2, 3].map(() => run(process.execPath, ["--import", "tsx", script, url])),
    );
    const taken = outputs.map(({ stdout }) => stdout.split("\n").filter(Boolean));
    expect(taken.flat()).toHaveLength(600);
    expect(new Set(taken.flat()).size).toBe(600);
    expect(taken.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
    expect(await store.outbox.list({ status: "delivered" })).toHaveLength(600);
    expect(await store.outbox.depth()).toEqual([]);
    await store.close();
  }, 60_000);
});
