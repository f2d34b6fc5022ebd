import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { rememberingClock, watchClock } from "../../../services/delivery/clock-watch.ts";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { startProgressSaves } from "../../../services/delivery/progress-saves/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { Destination } from "../../../services/providers/ports.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const right = Date.UTC(2026, 10, 21, 12);
const patient = { timeout: 240_000, interval: 20 };

describe.each(["deliveries", "progress saves"] as const)("%s while the clock jumps", holds("T6"), (kind) => {
  const on = freshStore(sqlite.start, { saveProgressAfterMs: 0 }, right);
  const isOutbox = kind === "deliveries";
  let workers: { stop(): Promise<void> }[];
  let isDown: boolean;
  let attempts: number;
  beforeEach(() => {
    [workers, isDown, attempts] = [[], false, 0];
    return async () => void (await Promise.all(workers.map((worker) => worker.stop())));
  });

  const attempt = () => {
    attempts++;
    if (isDown) throw new ProviderFailure("unavailable", "the receiver is down");
  };
  const destination: Destination = {
    ...{ name: "a", configured: true, firstRetryMs: minute },
    async deliver() {
      attempt();
      return { outcome: "accepted", detail: "ok" };
    },
  };
  const progressSave = {
    async save() {
      attempt();
      return { progression: true, backup: true };
    },
  };
  const begin = (watch = {}) => {
    const fixed = { now: () => on.now, pollMs: 20, log: silentLog, random: () => 0, store: on.store };
    const worker = isOutbox
      ? startOutbox({ ...fixed, destinations: [destination], maxAttempts: 99 })
      : startProgressSaves({ ...fixed, progressSave, firstRetryMs: minute });
    workers = [
      worker,
      watchClock({ ...fixed, clock: rememberingClock(fixed.now), onDue: () => worker.wake(), ...watch }),
    ];
  };
  const post = () =>
    isOutbox
      ? on.store.submit(aVisit(), 0, [], aSubmission(["a"]))
      : on.store.visits.append(aVisit(), 0, [
          { kind: "answer", body: { step: "AtFault", answers: {} }, at: on.now },
        ]);
  const take = () => (isOutbox ? on.store.outbox.claim(["a"], on.now) : on.store.progressSaves.claim(on.now));
  const until = (tries: number) => vi.waitFor(() => expect(attempts).toBe(tries), patient);
  /** Posts while the receiver is down, and waits for the first attempt and its record. */
  const fail = async () => {
    isDown = true;
    await post();
    const recorded = isOutbox
      ? vi.spyOn(on.store.outbox, "retryAt")
      : vi.spyOn(on.store.progressSaves, "settle");
    begin();
    await vi.waitFor(() => expect(recorded).toHaveResolved(), patient);
    isDown = false;
  };
  /** So many looks of the worker's, each of which asks the store, find nothing due. */
  const rests = async (looks = 8) => {
    const claim = isOutbox ? vi.spyOn(on.store.outbox, "claim") : vi.spyOn(on.store.progressSaves, "claim");
    await vi.waitFor(() => expect(claim.mock.calls.length).toBeGreaterThan(looks), patient);
    claim.mockRestore();
    expect(attempts, "not before its time").toBe(1);
  };

  test("what failed under a clock that was years ahead goes out once it is set right", async () => {
    on.now = right + 400 * day;
    await fail();
    await rests();
    on.now = right;
    await until(2);
  });

  test("what is first due under such a clock goes out once it is set right", async () => {
    on.now = right + 400 * day;
    await post();
    on.now = right;
    begin();
    await until(1);
  });

  test("what was taken under a clock that was wrong between two looks is taken up by and by", async () => {
    const claim = vi
      .spyOn(isOutbox ? on.store.outbox : on.store.progressSaves, "claim")
      .mockResolvedValue([]);
    await post();
    begin({ pollMs: day, checkMs: 20 });
    await vi.waitFor(() => expect(claim).toHaveBeenCalled(), patient);
    claim.mockRestore();
    on.now = right + 400 * day;
    const taken = take();
    on.now = right;
    expect(await taken).toHaveLength(1);
    await until(1);
  });

  test("what a process held that died under such a clock is taken over", async () => {
    await post();
    on.now = right + 400 * day;
    expect(await take()).toHaveLength(1);
    on.now = right;
    begin();
    await until(1);
  });

  test("a clock that is set back brings nothing forward that is due within a day", async () => {
    await fail();
    on.now = right - day / 2;
    await rests();
    on.now = right + minute;
    await until(2);
  });

  test.each([
    ["the second at which 32 bits end", 2 ** 31 * 1000],
    ["the second at which they end without a sign", 2 ** 32 * 1000],
    ["a leap day", Date.UTC(2028, 1, 29, 23, 59, 59, 990)],
    ["the hour that summer time takes", Date.UTC(2026, 2, 8, 9, 59, 59, 990)],
  ])("waits are as long as ever around %s", async (_name, moment) => {
    on.now = moment - 30_000;
    await fail();
    on.now = moment + 29_999;
    await rests(3);
    on.now = moment + 30_000;
    await until(2);
  });
});

test(
  "a clock that was wrong for less than a look is noticed, where its time was read",
  holds("T6"),
  async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let time = right;
    const clock = rememberingClock(() => time);
    const bringForward = vi.fn(async () => 0);
    const watch = watchClock({ store: { bringForward }, clock, pollMs: 1_000, log: silentLog, onDue() {} });
    onTestFinished(() => watch.stop());
    const looked = async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return bringForward.mock.calls.length;
    };
    expect(await looked(), "at the start").toBe(1);
    time = right + 400 * day;
    clock.now();
    time = right + minute;
    expect(await looked()).toBe(2);
    expect(await looked()).toBe(2);
  },
);
