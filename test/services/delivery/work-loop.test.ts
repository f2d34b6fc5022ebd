import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { startWorkLoop, type WorkLoop, type WorkLoopOptions } from "../../../services/delivery/work-loop.ts";
import { requestId } from "../../../services/observe/request-id.ts";

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
  loopOver([1, 2, 3, 4, 5], {
    async run(item) {
      most = Math.max(most, ++atOnce);
      await setTimeout(5);
      atOnce--;
      ran.push(item);
    },
  });
  await vi.waitFor(() => expect(ran.toSorted()).toEqual([1, 2, 3, 4, 5]));
  expect(most).toBe(2);
});

test("looks again only where the last look may have left something", async () => {
  const queue = [1, 2, 3];
  const claim = vi.fn(async (most: number) => queue.splice(0, most));
  const run = vi.fn(async () => undefined);
  loopOver([], { claim, run });
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(3));
  await setTimeout(20);
  expect(claim.mock.calls.length).toBeLessThanOrEqual(3);
  expect(queue).toEqual([]);
});

test("finds new work when woken, and without that at its next poll", async () => {
  const queue: number[] = [];
  const run = vi.fn(async () => undefined);
  const first = loopOver(queue, { run }).loop;
  await setTimeout(20);
  queue.push(1);
  await setTimeout(20);
  expect(run).not.toHaveBeenCalled();
  first.wake();
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  await first.stop();
  loopOver(queue, { run, pollMs: 10 });
  await setTimeout(20);
  queue.push(2);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
});

test("reports a failed run and goes on with the next item", async () => {
  const ran: number[] = [];
  const { onError } = loopOver([1, 2], {
    concurrency: 1,
    async run(item) {
      if (item === 1) throw new RangeError("no");
      ran.push(item);
    },
  });
  await vi.waitFor(() => expect(ran).toEqual([2]));
  expect(onError).toHaveBeenCalledExactlyOnceWith(new RangeError("no"));
});

test("reports a failed claim and claims again at the next poll", async () => {
  const claim = vi.fn<() => Promise<number[]>>(async () => []);
  claim.mockRejectedValueOnce(new Error("store is away"));
  const { onError } = loopOver([], { claim, pollMs: 10 });
  await vi.waitFor(() => expect(claim.mock.calls.length).toBeGreaterThan(1));
  expect(onError).toHaveBeenCalledTimes(1);
});

test("stops when what is running has ended, and claims nothing more", async () => {
  const queue = [1, 2, 3];
  const ended: number[] = [];
  const { loop } = loopOver(queue, {
    concurrency: 1,
    async run(item) {
      await setTimeout(20);
      ended.push(item);
    },
  });
  await vi.waitFor(() => expect(queue).toEqual([2, 3]));
  await loop.stop();
  expect(ended).toEqual([1]);
  loop.wake();
  await setTimeout(20);
  expect(queue).toEqual([2, 3]);
});

test("claims nothing more once stopped in the middle of a claim", async () => {
  const claim = vi.fn(async () => {
    await setTimeout(20);
    return [1];
  });
  const { loop } = loopOver([], { claim, concurrency: 5 });
  await loop.stop();
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
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  // The first look has ended, so that the request begins one of its own.
  await setTimeout(20);
  requestId.run("a-request", () => loop.wake());
  await vi.waitFor(() => expect(seen).toEqual([undefined, undefined]));
});
