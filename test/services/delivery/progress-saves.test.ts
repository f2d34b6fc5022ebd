import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type ProgressSavesOptions,
  startProgressSaves,
} from "../../../services/delivery/progress-saves/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { ProgressSave } from "../../../services/providers/ports.ts";
import { openStore } from "../../../services/store/store.ts";
import type { NewEntry, Store } from "../../../services/store/types.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const quietMs = 2_000;
const minute = 60_000;
const patient = { timeout: 5_000, interval: 10 };
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

describe.each(databases)("the progress save on $name", ({ start }) => {
  let server: DatabaseServer;
  let url: string;
  let store: Store;
  let time: number;
  let workers: { stop(): Promise<void> }[];
  let lines: [event: string, fields: Record<string, unknown>][];

  const open = () =>
    openStore({ url, now: () => time, log: silentLog, hashKey: "k", saveProgressAfterMs: quietMs });
  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server?.stop());
  beforeEach(async () => {
    time = 1_700_000_000_000;
    workers = [];
    lines = [];
    url = await server.freshUrl();
    store = await open();
    return async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await store.close();
    };
  });

  const startWith = (progressSave: ProgressSave, more: Partial<ProgressSavesOptions> = {}) => {
    const log = (event: string, fields = {}) => void lines.push([event, fields]);
    const fixed = { store, now: () => time, pollMs: 10, firstRetryMs: minute, log, random: () => 0 };
    const worker = startProgressSaves({ ...fixed, progressSave, ...more });
    workers.push(worker);
    return worker;
  };
  const answer = (step: string): NewEntry => ({
    kind: "answer",
    body: { step, answers: { at_Fault: step } },
    at: time,
  });
  const back = (from: string): NewEntry => ({ kind: "back", body: { from }, at: time });
  const unforwarded: NewEntry[] = [
    { kind: "entry", body: { path: "/survey/c", query: {}, referer: "" }, at: 1 },
    { kind: "outcome", body: { call: "checkEmail", error: { kind: "timeout" } }, at: 1 },
  ];
  /** Long enough for a worker that wrongly finds something to do. */
  const quiet = () => setTimeout(100);
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, patient);

  test("forwards answers and back moves in one post once the visitor is quiet, and nothing else", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint();
    startWith(progressSave);
    const begun = time;
    await store.visits.append(visit, 0, [unforwarded[0]!, answer("AtFault"), unforwarded[1]!]);
    time += quietMs - 1;
    await store.visits.append(visit, 3, [back("WasUserInjured")]);
    time += quietMs - 1;
    await quiet();
    expect(received).toEqual([]);
    time += 1;
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
    time += 1e10;
    await quiet();
    expect(received).toHaveLength(1);
  });

  test("the answer that makes the lead is forwarded too, and only what is new", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint();
    startWith(progressSave);
    await store.visits.append(visit, 0, [answer("one")]);
    time += quietMs;
    await until(() => expect(received).toHaveLength(1));
    await store.submit(visit, 1, [answer("two"), unforwarded[1]!], aSubmission());
    time += quietMs;
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
    await store.visits.append(visit, 0, [answer("one")]);
    time += quietMs;
    await until(() => expect(received).toHaveLength(1));
    await until(() => expect(lines).toHaveLength(1));
    await store.visits.append(visit, 1, [answer("two")]);
    time += minute;
    await until(() => expect(lines).toHaveLength(2));
    time += 3 * minute;
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
    time += 1e10;
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
    await store.visits.append(visit, 0, [answer("one")]);
    time += quietMs;
    await until(() => expect(lines).toHaveLength(1));
    await store.visits.append(visit, 1, [answer("two")]);
    time += 2 * minute - 1;
    await quiet();
    expect(received).toHaveLength(1);
    time += 1;
    await until(() => expect(lines).toHaveLength(2));
    failing = false;
    time += 3 * minute - 1;
    await quiet();
    expect(received).toHaveLength(2);
    time += 1;
    await until(() => expect(lines).toHaveLength(3));
    expect(received.map(seqs)).toEqual([
      [[0], [0]],
      [
        [0, 1],
        [0, 1],
      ],
      [
        [0, 1],
        [0, 1],
      ],
    ]);
    await store.visits.append(visit, 2, [answer("three")]);
    time += quietMs;
    await until(() => expect(received.map(seqs).at(3)).toEqual([[2], [2]]));
  });

  test("a long visit goes in posts of 64", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint();
    startWith(progressSave);
    await store.visits.append(
      visit,
      0,
      Array.from({ length: 150 }, (_, index) => answer(`${index}`)),
    );
    time += quietMs;
    await until(() => expect(received).toHaveLength(3));
    expect(received.map((body) => seqs(body).map((queue) => [queue.length, queue.at(-1)]))).toEqual([
      Array(2).fill([64, 63]),
      Array(2).fill([64, 127]),
      Array(2).fill([22, 149]),
    ]);
  });

  test("an answer that comes during a post is not forgotten", async () => {
    const visit = aVisit();
    const { received, progressSave } = endpoint(async () => {
      if (received.length === 1) await store.visits.append(visit, 1, [answer("meanwhile")]);
      return taken;
    });
    startWith(progressSave);
    await store.visits.append(visit, 0, [answer("one")]);
    time += quietMs;
    await until(() => expect(lines).toHaveLength(1));
    time += quietMs;
    await until(() => expect(received.map(seqs).at(1)).toEqual([[1], [1]]));
  });

  test("several workers post every visit once", async () => {
    for (let count = 0; count < 60; count++) await store.visits.append(aVisit(), 0, [answer("one")]);
    time += quietMs;
    const { received, progressSave } = endpoint();
    const others = [await open(), await open()];
    for (const each of [store, ...others]) startWith(progressSave, { store: each });
    await until(() => expect(lines).toHaveLength(60));
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await Promise.all(others.map((each) => each.close()));
    expect(new Set(received.map(({ session }) => session)).size).toBe(60);
    expect(received).toHaveLength(60);
  });

  test("ends with its visit", async () => {
    const [waiting, underWay] = [aVisit(), aVisit()];
    await store.visits.append(waiting, 0, [answer("one")]);
    const { received, progressSave } = endpoint(async () => {
      await store.retention.sweep({ visits: 0 });
      throw new ProviderFailure("unavailable", "down");
    });
    await store.visits.append(underWay, 0, [answer("one")]);
    time += quietMs;
    startWith(progressSave);
    await until(() => {
      expect(received.length).toBeGreaterThan(0);
      expect(lines.filter(([event]) => event === "progress.dropped").length).toBe(received.length);
    });
    time += 1e10;
    await quiet();
    expect(await store.progressSaves.claim(time)).toBeUndefined();
  });

  test("outlives a store in trouble, and stops only when what is under way has ended", async () => {
    const visit = aVisit();
    let failing = true;
    const troubled = {
      progressSaves: {
        ...store.progressSaves,
        claim: (at: number) =>
          failing ? Promise.reject(new Error("trouble")) : store.progressSaves.claim(at),
      },
    };
    let end = (_: Said) => {};
    const { received, progressSave } = endpoint(() => new Promise<Said>((resolve) => (end = resolve)));
    const worker = startWith(progressSave, { store: troubled });
    await store.visits.append(visit, 0, [answer("one")]);
    time += quietMs;
    await until(() => expect(lines).toContainEqual(["progress.store_failed", { error: "Error" }]));
    failing = false;
    await until(() => expect(received).toHaveLength(1));
    let stopped = false;
    const stopping = worker.stop().then(() => (stopped = true));
    await quiet();
    expect(stopped).toBe(false);
    end(taken);
    await stopping;
    expect(await store.progressSaves.claim(time + 1e10)).toBeUndefined();
  });
});
