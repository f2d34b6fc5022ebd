import { expect, it } from "vitest";
import { startServices } from "../../services/index.ts";
import { silentLog } from "../../services/observe/log.ts";
import { readSettings } from "../../services/settings/env.ts";
import { databasesOf, sqlite } from "../support/databases.ts";
import { sqlOn } from "../support/store-reader.ts";
import { aVisit } from "../support/submissions.ts";

const server = databasesOf(sqlite.start);

it("answers are forwarded once their visitor has been quiet for two seconds", async () => {
  const DATABASE_URL = await server.freshUrl();
  // Nobody listens there, and nothing is sent meanwhile.
  const settings = readSettings({
    DATABASE_URL,
    PROGRESS_URL: "http://127.0.0.1:9/",
    OUTBOX_POLL_MS: "600000",
  });
  const { store, stop } = await startServices(settings, silentLog);
  const before = Date.now();
  await store.visits.append(aVisit(), 0, [
    { kind: "answer", body: { step: "AtFault", answers: {} }, at: before },
  ]);
  const [due] = await sqlOn<{ next_at: number }>(DATABASE_URL, "select next_at from progress_saves");
  expect(Number(due!.next_at)).toBeGreaterThanOrEqual(before + 2_000);
  expect(Number(due!.next_at)).toBeLessThanOrEqual(Date.now() + 2_000);
  expect(await store.size()).toBeGreaterThan(10_000);
  await stop();
});
