import { beforeEach, describe, expect, test, vi } from "vitest";
import { startProgressSaves } from "../../../services/delivery/progress-saves/worker.ts";
import type { WorkLoop } from "../../../services/delivery/work-loop.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { ProgressSave } from "../../../services/providers/ports.ts";
import type { NewEntry } from "../../../services/store/rows.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const quietMs = 2_000;
const minute = 60_000;
const patient = { timeout: 240_000, interval: 10 };
type Body = Parameters<ProgressSave["save"]>[0];
type Said = Awaited<ReturnType<ProgressSave["save"]>>;

const taken: Said = { progression: true, backup: true };

/** An endpoint that answers as `reply` says and remembers what came. */
function endpoint(reply: (body: Body) => Promise<Said> | Said = () => taken) {
  const received: Body[] = [];
  const save = async (body: Body) => {
    received.push(body);
    return reply(body);
  };
  return { received, progressSave: { save } };
}

const seqs = ({ data }: Body) => [data.progression.map(({ seq }) => seq), data.backup.map(({ seq }) => seq)];

describe("the progress save", () => {
  const on = freshStore(sqlite.start, { saveProgressAfterMs: quietMs });
  let workers: WorkLoop[];
  let lines: [event: string, fields: Record<string, unknown>][];
  beforeEach(() => {
    workers = [];
    lines = [];
    return async () => void (await Promise.all(workers.map((worker) => worker.stop())));
  });

  const startWith = (progressSave: ProgressSave) => {
    const log = (event: string, fields = {}) => void lines.push([event, fields]);
    const fixed = { now: () => on.now, pollMs: 10, firstRetryMs: minute, log, random: () => 0 };
    const worker = startProgressSaves({ ...fixed, store: on.store, progressSave });
    workers.push(worker);
    return worker;
  };
  const answer = (step: string): NewEntry => ({
    kind: "answer",
    body: { step, answers: { at_Fault: step } },
    at: on.now,
  });
  const back = (from: string): NewEntry => ({ kind: "back", body: { from }, at: on.now });
  const unforwarded: NewEntry[] = [
    { kind: "entry", body: { path: "/survey/c", query: {}, referer: "" }, at: 1 },
    { kind: "outcome", body: { call: "checkEmail", error: { kind: "timeout" } }, at: 1 },
  ];
  /** Every worker has looked once more, and done what it found. */
  const quiet = async () => {
    for (const worker of workers) {
      worker.wake();
      await worker.idle();
    }
  };
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, patient);

  test("forwards answers and back moves in one post once the visitor is quiet, and nothing else", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint();
    startWith(progressSave);
    const begun = on.now;
    await on.store.visits.append(visit, 0, [unforwarded[0]!, answer("AtFault"), unforwarded[1]!]);
    on.now += quietMs - 1;
    await on.store.visits.append(visit, 3, [back("WasUserInjured")]);
    on.now += quietMs - 1;
    await quiet();
    expect(received).toEqual([]);
    on.now += 1;
    await until(() => expect(received).toHaveLength(1));
    expect(received[0]).toEqual({
      session: visit.id,
      data: {
        progression: [
          { seq: 1, step: "AtFault", at: begun },
          { seq: 3, back: "WasUserInjured", at: begun + quietMs - 1 },
        ],
        backup: [
          { seq: 1, step: "AtFault", answers: { at_Fault: "AtFault" }, at: begun },
          { seq: 3, back: "WasUserInjured", at: begun + quietMs - 1 },
        ],
      },
    });
    expect(JSON.stringify(received)).not.toContain(visit.sessionId);
    await until(() => expect(lines).toHaveLength(1));
    on.now += 1e10;
    await quiet();
    expect(received).toHaveLength(1);
  });

  test("the answer that makes the lead is forwarded too, and only what is new", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint();
    startWith(progressSave);
    await on.store.visits.append(visit, 0, [answer("one")]);
    on.now += quietMs;
    await until(() => expect(received).toHaveLength(1));
    await on.store.submit(visit, 1, [answer("two"), unforwarded[1]!], aSubmission());
    on.now += quietMs;
    await until(() => expect(received.map(seqs).at(1)).toEqual([[1], [1]]));
  });

  test("each queue is cleared by its own status; the other comes again", holds(484), async () => {
    const visit = aVisit();
    const replies: Said[] = [
      { progression: true, backup: false },
      { progression: false, backup: true },
      taken,
    ];
    const { received, progressSave } = endpoint(() => replies[received.length - 1]!);
    startWith(progressSave);
    await on.store.visits.append(visit, 0, [answer("one")]);
    on.now += quietMs;
    await until(() => expect(received).toHaveLength(1));
    await until(() => expect(lines).toHaveLength(1));
    await on.store.visits.append(visit, 1, [answer("two")]);
    on.now += minute;
    await until(() => expect(lines).toHaveLength(2));
    on.now += 3 * minute;
    await until(() => expect(lines).toHaveLength(3));
    expect(received.map(seqs)).toEqual([
      [[0], [0]],
      [[1], [0, 1]],
      [[1], []],
    ]);
    expect(lines.map(([, { outcome, attempt }]) => [outcome, attempt])).toEqual([
      ["kept", 1],
      ["kept", 2],
      ["saved", 3],
    ]);
    on.now += 1e10;
    await quiet();
    expect(received).toHaveLength(3);
  });

  test("a failure keeps both queues, backs off, and a new answer does not hurry it", holds(484), async () => {
    const visit = aVisit();
    let failing = true;
    const failure = new ProviderFailure("unavailable", "down", { retryAfterMs: 2 * minute });
    const { received, progressSave } = endpoint(() => {
      if (failing) throw failure;
      return taken;
    });
    startWith(progressSave);
    await on.store.visits.append(visit, 0, [answer("one")]);
    on.now += quietMs;
    await until(() => expect(lines).toHaveLength(1));
    await on.store.visits.append(visit, 1, [answer("two")]);
    on.now += 2 * minute - 1;
    await quiet();
    expect(received).toHaveLength(1);
    on.now += 1;
    await until(() => expect(lines).toHaveLength(2));
    failing = false;
    on.now += 3 * minute - 1;
    await quiet();
    expect(received).toHaveLength(2);
    on.now += 1;
    await until(() => expect(lines).toHaveLength(3));
    const both = Array(2).fill([0, 1]);
    expect(received.map(seqs)).toEqual([[[0], [0]], both, both]);
    await on.store.visits.append(visit, 2, [answer("three")]);
    on.now += quietMs;
    await until(() => expect(received.map(seqs).at(3)).toEqual([[2], [2]]));
  });

  test("a long visit goes in posts of 64", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint();
    startWith(progressSave);
    const answers = Array.from({ length: 150 }, (_, index) => answer(`${index}`));
    await on.store.visits.append(visit, 0, answers);
    on.now += quietMs;
    await until(() => expect(received).toHaveLength(3));
    expect(received.map((body) => seqs(body).map((queue) => [queue.length, queue.at(-1)]))).toEqual([
      Array(2).fill([64, 63]),
      Array(2).fill([64, 127]),
      Array(2).fill([22, 149]),
    ]);
  });

  test("ends with its visit", async () => {
    const [waiting, underWay] = [aVisit(), aVisit()];
    await on.store.visits.append(waiting, 0, [answer("one")]);
    let swept: Promise<unknown> | undefined;
    const { received, progressSave } = endpoint(async () => {
      swept ??= on.store.retention.sweep({ visits: 0 });
      await swept;
      throw new ProviderFailure("unavailable", "down");
    });
    await on.store.visits.append(underWay, 0, [answer("one")]);
    on.now += quietMs;
    startWith(progressSave);
    await until(() => {
      expect(received.length).toBeGreaterThan(0);
      expect(lines.filter(([event]) => event === "progress.dropped").length).toBe(received.length);
    });
    on.now += 1e10;
    await quiet();
    expect(await on.store.progressSaves.claim(on.now)).toEqual([]);
  });
});
