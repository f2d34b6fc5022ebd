import { beforeEach, describe, expect, test, vi } from "vitest";
import { watchClock } from "../../../services/delivery/clock-watch.ts";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { startProgressSaves } from "../../../services/delivery/progress-saves/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { Destination, ProgressSave } from "../../../services/providers/ports.ts";
import type { MessageStatus, NewEntry } from "../../../services/store/types.ts";
import { type DatabaseServer, databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const right = Date.UTC(2026, 10, 21, 12);

let workers: { stop(): Promise<void> }[];
let isDown: boolean;
let attempts: number;

/** An empty store for each test, at the right time; the workers on it are stopped in the end. */
function watchedStore(start: () => Promise<DatabaseServer>) {
  const on = freshStore(start, { saveProgressAfterMs: 0 }, right);
  beforeEach(() => {
    [workers, isDown, attempts] = [[], false, 0];
    return async () => void (await Promise.all(workers.map((worker) => worker.stop())));
  });
  /** Of every worker here. */
  return Object.assign(on, { fixed: { now: () => on.now, pollMs: 20, log: silentLog, random: () => 0 } });
}

/** So many looks of a worker's, each of which asks the store. */
async function looks(queue: { claim(...all: never[]): unknown }, count: number): Promise<void> {
  const claim = vi.spyOn(queue, "claim");
  await vi.waitFor(() => expect(claim.mock.calls.length).toBeGreaterThan(count), { timeout: 240_000 });
  claim.mockRestore();
}

describe.each(databases)("deliveries while the clock jumps, on $name", holds("T6"), ({ start }) => {
  const on = watchedStore(start);

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
    const outbox = startOutbox({
      ...on.fixed,
      store: on.store,
      destinations: [destination],
      maxAttempts: 99,
    });
    workers = [outbox, watchClock({ ...on.fixed, store: on.store, onDue: () => outbox.wake() })];
  };
  const post = () => on.store.submit(aVisit(), 0, [], aSubmission(["a"]));
  const until = (status: MessageStatus, tries = attempts) =>
    vi.waitFor(
      async () => {
        expect(attempts).toBeGreaterThanOrEqual(tries);
        expect(await on.store.outbox.list({ status })).toHaveLength(1);
      },
      { timeout: 240_000, interval: 20 },
    );

  test("what failed under a clock that was years ahead goes out once it is set right", async () => {
    isDown = true;
    on.now = right + 400 * day;
    await post();
    begin();
    await until("waiting", 1);
    isDown = false;
    await looks(on.store.outbox, 3);
    expect(attempts, "not before its time").toBe(1);
    on.now = right;
    await until("delivered");
    expect(attempts).toBe(2);
  });

  test("what a process held that died under such a clock is taken over", async () => {
    on.now = right + 400 * day;
    await post();
    await on.store.outbox.claim(["a"], on.now);
    on.now = right;
    begin();
    await until("delivered");
  });

  test("a clock that is set back brings no attempt forward that is due within a day", async () => {
    isDown = true;
    await post();
    begin();
    await until("waiting", 1);
    on.now = right - day / 2;
    await looks(on.store.outbox, 5);
    expect(attempts).toBe(1);
    isDown = false;
    on.now = right + minute;
    await until("delivered");
    expect(attempts).toBe(2);
  });

  test.each([
    ["the second at which 32 bits end", 2 ** 31 * 1000],
    ["the second at which they end without a sign", 2 ** 32 * 1000],
    ["a leap day", Date.UTC(2028, 1, 29, 23, 59, 59, 990)],
    ["the hour that summer time takes", Date.UTC(2026, 2, 8, 9, 59, 59, 990)],
  ])("waits are as long as ever around %s", async (_name, moment) => {
    on.now = moment - 30_000;
    isDown = true;
    await post();
    begin();
    await until("waiting", 1);
    const [message] = await on.store.outbox.list({ status: "waiting" });
    expect(message!.runAt).toBe(moment + 30_000);
    isDown = false;
    on.now = moment + 29_999;
    await looks(on.store.outbox, 3);
    expect(attempts).toBe(1);
    on.now = moment + 30_000;
    await until("delivered");
  });
});

describe.each(databases)("progress saves while the clock jumps, on $name", holds("T6"), ({ start }) => {
  const on = watchedStore(start);

  const progressSave: ProgressSave = {
    async save() {
      attempts++;
      if (isDown) throw new ProviderFailure("unavailable", "the endpoint is down");
      return { progression: true, backup: true };
    },
  };
  const begin = () => {
    const saves = startProgressSaves({ ...on.fixed, store: on.store, progressSave, firstRetryMs: minute });
    workers = [saves, watchClock({ ...on.fixed, store: on.store, onDue: () => {} })];
  };
  const answer = () => {
    const entry: NewEntry = { kind: "answer", body: { step: "AtFault", answers: {} }, at: on.now };
    return on.store.visits.append(aVisit(), 0, [entry]);
  };
  const until = (tries: number) =>
    vi.waitFor(() => expect(attempts).toBe(tries), { timeout: 240_000, interval: 20 });

  test("what failed under a clock that was years ahead goes out once it is set right", async () => {
    isDown = true;
    on.now = right + 400 * day;
    await answer();
    const settle = vi.spyOn(on.store.progressSaves, "settle");
    begin();
    await vi.waitFor(() => expect(settle).toHaveResolved(), { timeout: 240_000 });
    isDown = false;
    await looks(on.store.progressSaves, 8);
    expect(attempts, "not before its time").toBe(1);
    on.now = right;
    await until(2);
  });

  test("what is first due under such a clock goes out once it is set right", async () => {
    on.now = right + 400 * day;
    await answer();
    on.now = right;
    begin();
    await until(1);
  });

  test("what a process held that died under such a clock is taken over", async () => {
    await answer();
    on.now = right + 400 * day;
    await on.store.progressSaves.claim(on.now);
    on.now = right;
    begin();
    await until(1);
  });

  test("a clock that is set back brings no save forward that is due within a day", async () => {
    isDown = true;
    await answer();
    const settle = vi.spyOn(on.store.progressSaves, "settle");
    begin();
    await vi.waitFor(() => expect(settle).toHaveResolved(), { timeout: 240_000 });
    on.now = right - day / 2;
    await looks(on.store.progressSaves, 8);
    expect(attempts).toBe(1);
    on.now = right + minute;
    await until(2);
  });
});
