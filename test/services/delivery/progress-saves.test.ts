import { setTimeout } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startProgressSaves } from "../../../services/delivery/progress-saves/worker.ts";
import type { WorkLoop } from "../../../services/delivery/work-loop.ts";
import { startServices } from "../../../services/index.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { ProviderFailure } from "../../../services/observe/provider-failure.ts";
import type { ProgressSave } from "../../../services/providers/ports.ts";
import type { NewEntry } from "../../../services/store/rows.ts";
import { databases, databasesOf, freshStore, sqlite } from "../../support/databases.ts";
import { settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit, patiently } from "../../support/submissions.ts";

const quietMs = 2_000;
const minute = 60_000;
const patient = { timeout: 240_000, interval: 10 };
type Body = Parameters<ProgressSave["save"]>[0];
type Said = Awaited<ReturnType<ProgressSave["save"]>>;

const taken: Said = { progression: true, backup: true };

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
  /** Waits until every worker has polled once more, and finished what it found. */
  const quiet = async () => {
    for (const worker of workers) {
      worker.wake();
      await worker.idle();
    }
  };
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, patient);

  it("forwards answers and back moves in one post once the visitor is quiet, and nothing else", async () => {
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

  it("forwards the answer that makes the lead too, and only what is new", async () => {
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

  it("clears each queue by its own status; the other one is sent again", holds(484), async () => {
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

  it(
    "keeps both queues after a failure, backs off, and is not hurried by a new answer",
    holds(484),
    async () => {
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
    },
  );

  it("sends a long visit in posts of 64", async () => {
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

  it("ends with its visit", async () => {
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

const whole = { saved: { progression: true, backup: true } };
const answer: NewEntry = { kind: "answer", body: { step: "AtFault", answers: { at_Fault: "no" } }, at: 1 };
const outcome: NewEntry = { kind: "outcome", body: { call: "checkEmail" }, at: 1 };

describe.each(databases)("due progress saves on $name", ({ start }) => {
  const on = freshStore(start, { saveProgressAfterMs: 0 });
  const later = 1e10;

  it("exist only with an endpoint, and never for entries without a receiver", async () => {
    await on.store.visits.append(aVisit(), 0, [outcome]);
    const plain = await on.open({ saveProgressAfterMs: undefined });
    await plain.visits.append(aVisit(), 0, [answer]);
    await plain.submit(aVisit(), 0, [answer], aSubmission());
    await plain.close();
    expect(await on.store.progressSaves.claim(on.now + later)).toEqual([]);
  });

  it("include what was answered before there was an endpoint, with the next answer", async () => {
    const visit = aVisit();
    const plain = await on.open({ saveProgressAfterMs: undefined });
    await plain.visits.append(visit, 0, [outcome, answer]);
    await plain.close();
    await on.store.submit(visit, 2, [answer, outcome], aSubmission());
    expect(await on.store.progressSaves.claim(on.now)).toMatchObject([
      {
        visitId: visit.id,
        tries: 0,
        progression: [{ seq: 1 }, { seq: 2 }],
        backup: [{ seq: 1 }, { seq: 2 }],
      },
    ]);
  });

  it("are not created by a write that fails", async () => {
    const visit = aVisit();
    await expect(on.store.submit(visit, 0, [answer], aSubmission(["same", "same"]))).rejects.toThrow(
      /unique/i,
    );
    expect(await on.store.visits.append(visit, 3, [answer])).toBe("conflict");
    expect(await on.store.progressSaves.claim(on.now + later)).toEqual([]);
  });

  it("are taken once each by 8 simultaneous claimers, the longest due first", async () => {
    const first = aVisit();
    await on.store.visits.append(first, 0, [answer]);
    on.now += 1;
    for (let count = 0; count < 50; count++) await on.store.visits.append(aVisit(), 0, [answer]);
    const taken = [(await on.store.progressSaves.claim(on.now))[0]!.visitId];
    expect(taken).toEqual([first.id]);
    const claimer = async () => {
      for (let misses = 0; misses < 3; ) {
        const due = await on.store.progressSaves.claim(on.now, 2);
        if (due.length > 0) taken.push(...due.map(({ visitId }) => visitId));
        else misses += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, claimer));
    expect(taken).toHaveLength(51);
    expect(new Set(taken).size).toBe(51);
  });

  it("are taken over from a dead sender, which has no say any more", async () => {
    const visit = aVisit();
    await on.store.visits.append(visit, 0, [answer]);
    const dead = (await on.store.progressSaves.claim(on.now, 1, 1_000))[0]!;
    expect(await on.store.progressSaves.claim(on.now + 999)).toEqual([]);
    const second = (await on.store.progressSaves.claim(on.now + 1_000))[0]!;
    expect(second).toMatchObject({ visitId: visit.id, progression: [{ seq: 0 }], backup: [{ seq: 0 }] });
    expect(await on.store.progressSaves.settle(dead, whole)).toBe(false);
    expect(await on.store.progressSaves.settle(second, whole)).toBe(true);
    expect(await on.store.progressSaves.claim(on.now + later)).toEqual([]);
  });

  it("are brought forward when due, or held, for more than a day", async () => {
    for (const visit of [aVisit(), aVisit()]) await on.store.visits.append(visit, 0, [answer]);
    on.now += 400 * 86_400_000;
    const [taken] = await on.store.progressSaves.claim(on.now);
    await on.store.visits.append(aVisit(), 0, [answer]);
    on.now -= 400 * 86_400_000;
    await on.store.bringForward();
    const due = (await on.store.progressSaves.claim(on.now, 9)).map(({ visitId }) => visitId);
    expect([due.length, due.includes(taken!.visitId)]).toEqual([3, true]);
  });

  it("are removed and reported when their visit is purged unsent", async () => {
    const [sent, waiting] = [aVisit(), aVisit()];
    await on.store.visits.append(sent, 0, [answer]);
    await on.store.progressSaves.settle((await on.store.progressSaves.claim(on.now))[0]!, whole);
    await on.store.visits.append(waiting, 0, [answer]);
    const lines: unknown[] = [];
    const purger = await on.open({ now: () => on.now + 2, log: (...line) => lines.push(line) });
    expect(await purger.retention.sweep({ visits: 1 })).toEqual({ visits: 2 });
    expect(await purger.retention.sweep({ visits: 1 })).toEqual({ visits: 0 });
    await purger.close();
    expect(lines).toEqual([["progress.dropped", { count: 1 }]]);
    expect(await on.store.progressSaves.claim(on.now + later)).toEqual([]);
  });

  it("lose nothing when answers and settlements race", async () => {
    const visit = aVisit();
    const arrived: number[] = [];
    const sender = async () => {
      while (arrived.length < 40) {
        const [due] = await patiently(() => on.store.progressSaves.claim(on.now));
        if (!due) {
          await setTimeout(1);
          continue;
        }
        arrived.push(...due.backup.map(({ seq }) => seq));
        await patiently(() => on.store.progressSaves.settle(due, whole));
      }
    };
    const visitor = async () => {
      for (let seq = 0; seq < 40; seq++) await patiently(() => on.store.visits.append(visit, seq, [answer]));
    };
    await Promise.all([visitor(), sender()]);
    expect(arrived).toEqual(Array.from({ length: 40 }, (_, seq) => seq));
  });
});

describe("the start of services", () => {
  const server = databasesOf(sqlite.start);

  it("answers are forwarded once their visitor has been quiet for two seconds", async () => {
    const DATABASE_URL = await server.freshUrl();
    // Nothing listens there, and nothing is sent meanwhile.
    const settings = settingsOf({
      DATABASE_URL,
      PROGRESS_URL: "http://127.0.0.1:9/",
      "delivery.poll-ms": "600000",
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
});
