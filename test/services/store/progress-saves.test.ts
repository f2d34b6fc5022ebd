import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { NewEntry } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit, patiently } from "../../support/submissions.ts";

const whole = { saved: { progression: true, backup: true } };
const answer: NewEntry = { kind: "answer", body: { step: "AtFault", answers: { at_Fault: "no" } }, at: 1 };
const outcome: NewEntry = { kind: "outcome", body: { call: "checkEmail" }, at: 1 };

describe.each(databases)("due progress saves on $name", ({ start }) => {
  const on = freshStore(start, { saveProgressAfterMs: 0 });
  const later = 1e10;

  test("entries that nobody receives make nothing due, and without an endpoint nothing does", async () => {
    await on.store.visits.append(aVisit(), 0, [outcome]);
    const plain = await on.open({ saveProgressAfterMs: undefined });
    await plain.visits.append(aVisit(), 0, [answer]);
    await plain.submit(aVisit(), 0, [answer], aSubmission());
    await plain.close();
    expect(await on.store.progressSaves.claim(on.now + later)).toEqual([]);
  });

  test("what was answered before there was an endpoint goes with the next answer", async () => {
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

  test("a write that fails makes nothing due", async () => {
    const visit = aVisit();
    await expect(on.store.submit(visit, 0, [answer], aSubmission(["same", "same"]))).rejects.toThrow(
      /unique/i,
    );
    expect(await on.store.visits.append(visit, 3, [answer])).toBe("conflict");
    expect(await on.store.progressSaves.claim(on.now + later)).toEqual([]);
  });

  test("8 claimers at once take every visit once, the longest due first", async () => {
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

  test("a visit whose sender died is taken over, and the dead one has no say any more", async () => {
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

  test("what is due, or held, for more than a day is brought forward", async () => {
    for (const visit of [aVisit(), aVisit()]) await on.store.visits.append(visit, 0, [answer]);
    on.now += 400 * 86_400_000;
    const [taken] = await on.store.progressSaves.claim(on.now);
    await on.store.visits.append(aVisit(), 0, [answer]);
    on.now -= 400 * 86_400_000;
    await on.store.bringForward();
    const due = (await on.store.progressSaves.claim(on.now, 9)).map(({ visitId }) => visitId);
    expect([due.length, due.includes(taken!.visitId)]).toEqual([3, true]);
  });

  test("what was not sent when its visit is purged goes with it, and is reported", async () => {
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

  test("answers and settlements that race lose nothing", async () => {
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
