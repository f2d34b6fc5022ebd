import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { silentLog } from "../../../services/log.ts";
import { type OutboxWorker, startOutbox } from "../../../services/outbox/worker.ts";
import { type Destination, ProviderFailure } from "../../../services/ports.ts";
import { openStore } from "../../../services/store/store.ts";
import type { MessageStatus, Store } from "../../../services/store/types.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const right = Date.UTC(2026, 10, 21, 12);

describe.each(databases)("deliveries while the clock jumps, on $name", ({ start }) => {
  let server: DatabaseServer;
  let store: Store;
  let time: number;
  let worker: OutboxWorker;
  let isDown: boolean;
  let attempts: number;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    time = right;
    isDown = false;
    attempts = 0;
    store = await openStore({ url: await server.freshUrl(), now: () => time, log: silentLog, hashKey: "k" });
  });
  afterEach(async () => {
    await worker.stop();
    await store.close();
  });

  const destination: Destination = {
    name: "a",
    configured: true,
    firstRetryMs: minute,
    async deliver() {
      attempts++;
      if (isDown) throw new ProviderFailure("unavailable", "a is down");
      return { outcome: "accepted", detail: "ok" };
    },
  };
  const begin = () => {
    const fixed = { store, destinations: [destination], now: () => time, log: silentLog, random: () => 0 };
    worker = startOutbox({ ...fixed, pollMs: 20, maxAttempts: 99 });
  };
  const post = () => store.submit(aVisit(), 0, [], aSubmission(["a"]));
  const until = (status: MessageStatus, tries = attempts) =>
    vi.waitFor(
      async () => {
        expect(attempts).toBeGreaterThanOrEqual(tries);
        expect(await store.outbox.list({ status })).toHaveLength(1);
      },
      { timeout: 30_000, interval: 20 },
    );
  /** So many looks of the worker's, each of which asks the store. */
  const looks = async (count: number) => {
    const claim = vi.spyOn(store.outbox, "claim");
    await vi.waitFor(() => expect(claim.mock.calls.length).toBeGreaterThan(count), { timeout: 30_000 });
    claim.mockRestore();
  };

  test("what failed under a clock that was years ahead goes out once it is set right", async () => {
    isDown = true;
    time = right + 400 * day;
    await post();
    begin();
    await until("waiting", 1);
    isDown = false;
    await looks(3);
    expect(attempts, "not before its time").toBe(1);
    time = right;
    await until("delivered");
    expect(attempts).toBe(2);
  });

  test("what a process held that died under such a clock is taken over", async () => {
    time = right + 400 * day;
    await post();
    await store.outbox.claim(["a"], time);
    time = right;
    begin();
    await until("delivered");
  });

  test("a clock that is set back brings no attempt forward that is due within a day", async () => {
    isDown = true;
    await post();
    begin();
    await until("waiting", 1);
    time = right - day / 2;
    await looks(5);
    expect(attempts).toBe(1);
    isDown = false;
    time = right + minute;
    await until("delivered");
    expect(attempts).toBe(2);
  });

  test.each([
    ["the second at which 32 bits end", 2 ** 31 * 1000],
    ["the second at which they end without a sign", 2 ** 32 * 1000],
    ["a leap day", Date.UTC(2028, 1, 29, 23, 59, 59, 990)],
    ["the hour that summer time takes", Date.UTC(2026, 2, 8, 9, 59, 59, 990)],
  ])("waits are as long as ever around %s", async (_name, moment) => {
    time = moment - 30_000;
    isDown = true;
    await post();
    begin();
    await until("waiting", 1);
    const [message] = await store.outbox.list({ status: "waiting" });
    expect(message!.runAt).toBe(moment + 30_000);
    isDown = false;
    time = moment + 29_999;
    await looks(3);
    expect(attempts).toBe(1);
    time = moment + 30_000;
    await until("delivered");
  });
});
