import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { startWorkLoop, type WorkLoop, type WorkLoopOptions } from "../../../services/delivery/work-loop.ts";
import { requestId } from "../../../services/observe/log.ts";

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

test("runs everything that is due, never more at a time than it may", async () => {
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

test("finds new work when woken, and without that at its next poll", async () => {
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

test("reports a failed run and goes on with the next item", async () => {
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

test("reports a failed claim and claims again at the next poll", async () => {
  const claim = vi.fn<() => Promise<number[]>>(async () => []);
  claim.mockRejectedValueOnce(new Error("store is away"));
  const { onError } = loopOver([], { claim, pollMs: 10 });
  await expect.poll(() => claim.mock.calls.length).toBeGreaterThan(1);
  expect(onError).toHaveBeenCalledTimes(1);
});

test("stops when what is running has ended, and claims nothing more", async () => {
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

test("claims nothing more once stopped in the middle of a claim", async () => {
  const claimed = Promise.withResolvers<number[]>();
  const claim = vi.fn(() => claimed.promise);
  const { loop } = loopOver([], { claim, concurrency: 5 });
  const stopping = loop.stop();
  claimed.resolve([1]);
  await stopping;
  expect(claim).toHaveBeenCalledTimes(1);
});

test("works outside the request that wakes it", async () => {
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
