import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { rememberingClock, watchClock } from "../../../services/delivery/clock-watch.ts";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { startProgressSaves } from "../../../services/delivery/progress-saves/worker.ts";
import { startWorkLoop, type WorkLoop, type WorkLoopOptions } from "../../../services/delivery/work-loop.ts";
import { requestId, silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { Destination } from "../../../services/providers/ports.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe("the work loop", () => {
  const hour = 3_600_000;
  let loop: WorkLoop | undefined;
  afterEach(() => loop?.stop());

  /** A loop over a queue that the test fills. */
  function loopOver(queue: number[], more: Partial<WorkLoopOptions<number>>) {
    const onError = vi.fn();
    loop = startWorkLoop({
      claim: async (most) => queue.splice(0, most),
      run: async () => undefined,
      concurrency: 2,
      pollMs: hour,
      onError,
      ...more,
    });
    return { loop, onError };
  }

  it("runs everything that is due, never more at a time than allowed", async () => {
    let atOnce = 0;
    let most = 0;
    const ran: number[] = [];
    const { loop } = loopOver([1, 2, 3, 4, 5], {
      async run(item) {
        most = Math.max(most, ++atOnce);
        await setImmediate();
        atOnce--;
        ran.push(item);
      },
    });
    await loop.idle();
    expect(ran.toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it("finds new work when woken, or else at its next poll", async () => {
    const queue: number[] = [];
    const run = vi.fn(async () => undefined);
    const first = loopOver(queue, { run }).loop;
    await first.idle();
    queue.push(1);
    await first.idle();
    expect(run).not.toHaveBeenCalled();
    first.wake();
    await first.idle();
    expect(run).toHaveBeenCalledTimes(1);
    await first.stop();
    await loopOver(queue, { run, pollMs: 10 }).loop.idle();
    queue.push(2);
    await expect.poll(() => run).toHaveBeenCalledTimes(2);
  });

  it("reports a failed run and goes on with the next item", async () => {
    const ran: number[] = [];
    const { loop, onError } = loopOver([1, 2], {
      concurrency: 1,
      async run(item) {
        if (item === 1) throw new RangeError("no");
        ran.push(item);
      },
    });
    await loop.idle();
    expect(ran).toEqual([2]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(new RangeError("no"));
  });

  it("reports a failed claim and claims again at the next poll", async () => {
    const claim = vi.fn<() => Promise<number[]>>(async () => []);
    claim.mockRejectedValueOnce(new Error("store is away"));
    const { onError } = loopOver([], { claim, pollMs: 10 });
    await expect.poll(() => claim.mock.calls.length).toBeGreaterThan(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("stops when running work has ended, and claims nothing more", async () => {
    const queue = [1, 2, 3];
    const running = Promise.withResolvers<void>();
    const { loop } = loopOver(queue, { concurrency: 1, run: () => running.promise });
    await expect.poll(() => queue).toEqual([2, 3]);
    const stopped = vi.fn();
    const stopping = loop.stop().then(stopped);
    await setImmediate();
    expect(stopped).not.toHaveBeenCalled();
    running.resolve();
    await stopping;
    loop.wake();
    await loop.idle();
    expect(queue).toEqual([2, 3]);
  });

  it("claims nothing more once stopped in the middle of a claim", async () => {
    const claimed = Promise.withResolvers<number[]>();
    const claim = vi.fn(() => claimed.promise);
    const { loop } = loopOver([], { claim, concurrency: 5 });
    const stopping = loop.stop();
    claimed.resolve([1]);
    await stopping;
    expect(claim).toHaveBeenCalledTimes(1);
  });

  it("works outside the request that wakes it", async () => {
    const seen: unknown[] = [];
    const { loop } = loopOver([], {
      claim: async () => {
        seen.push(requestId.getStore());
        return [];
      },
    });
    // The first look has ended, so that the request begins one of its own.
    await loop.idle();
    requestId.run("a-request", () => loop.wake());
    await loop.idle();
    expect(seen).toEqual([undefined, undefined]);
  });
});

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
    name: "a",
    configured: true,
    firstRetryMs: minute,
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
  /** Waits for this many looks of the worker that find nothing due; each queries the store. */
  const rests = async (looks = 8) => {
    const claim = isOutbox ? vi.spyOn(on.store.outbox, "claim") : vi.spyOn(on.store.progressSaves, "claim");
    await vi.waitFor(() => expect(claim.mock.calls.length).toBeGreaterThan(looks), patient);
    claim.mockRestore();
    expect(attempts, "not before its time").toBe(1);
  };

  it("what failed under a clock that was years ahead is sent once the clock is corrected", async () => {
    on.now = right + 400 * day;
    await fail();
    await rests();
    on.now = right;
    await until(2);
  });

  it("what first becomes due under such a clock is sent once it is corrected", async () => {
    on.now = right + 400 * day;
    await post();
    on.now = right;
    begin();
    await until(1);
  });

  it("what was taken under a clock that was wrong between two looks is gradually taken up", async () => {
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

  it("what was held by a process that died under such a clock is taken over", async () => {
    await post();
    on.now = right + 400 * day;
    expect(await take()).toHaveLength(1);
    on.now = right;
    begin();
    await until(1);
  });

  it("a clock that is set back advances nothing that is due within a day", async () => {
    await fail();
    on.now = right - day / 2;
    await rests();
    on.now = right + minute;
    await until(2);
  });

  it.each([
    ["the second at which 32 bits end", 2 ** 31 * 1000],
    ["the second at which they end without a sign", 2 ** 32 * 1000],
    ["a leap day", Date.UTC(2028, 1, 29, 23, 59, 59, 990)],
    ["the hour that summer time takes", Date.UTC(2026, 2, 8, 9, 59, 59, 990)],
  ])("waits keep their length around %s", async (_name, moment) => {
    on.now = moment - 30_000;
    await fail();
    on.now = moment + 29_999;
    await rests(3);
    on.now = moment + 30_000;
    await until(2);
  });
});

it(
  "a clock that was wrong for less than a look is noticed where its time was read",
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
