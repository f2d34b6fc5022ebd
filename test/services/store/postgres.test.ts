import pg from "pg";
import { expect, test } from "vitest";
import { StoreUnavailable } from "../../../services/store/errors.ts";
import { openStore } from "../../../services/store/store.ts";
import { startPostgres } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

test("refuses a server that does not sync, and says so when the server goes away", async () => {
  const server = await startPostgres();
  const url = await server.freshDatabase();
  const events: string[] = [];
  const options = { url, now: () => 1, log: (event: string) => events.push(event), hashKey: "k" };

  const admin = new pg.Client(url);
  await admin.connect();
  await admin.query("alter database test_1 set synchronous_commit = off");
  await expect(openStore(options)).rejects.toThrow(/power cut/);
  await admin.query("alter database test_1 set synchronous_commit = on");
  await admin.end();

  const store = await openStore(options);
  const visit = aVisit();
  await store.visits.append(visit, 0, []);
  expect(await store.ready()).toBe(true);
  await server.stop();
  await expect(store.submit(visit, 0, [], aSubmission())).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(store.visits.load(visit.id)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(await store.ready()).toBe(false);
  expect(events).toContain("store.connection_lost");
  await store.close();
}, 60_000);
