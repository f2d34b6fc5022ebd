import { describe, expect, test } from "vitest";
import type { Message } from "../../../services/store/rows.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit, patiently } from "../../support/submissions.ts";

describe.each(databases)("the outbox queue on $name", ({ start }) => {
  const on = freshStore(start);

  const post = async (destinations: string[], status: "waiting" | "unconfigured" = "waiting") => {
    const submission = aSubmission(destinations);
    submission.outbox = submission.outbox.map((message) => ({ ...message, status }));
    await on.store.submit(aVisit(), 0, [], submission);
    return submission.lead.id;
  };
  const claim = async (destination = "a"): Promise<Message> => {
    const [message] = await on.store.outbox.claim([destination], on.now);
    expect(message).toBeDefined();
    return message!;
  };

  test("8 claimers at two stores of one database take every message once", async () => {
    const stores = [on.store, await on.open()];
    for (let i = 0; i < 100; i++) await post(["a", "b"]);
    const taken: string[] = [];
    const claimer = async (_: unknown, at: number) => {
      for (let misses = 0; misses < 3; ) {
        const [message] = await patiently(() => stores[at % 2]!.outbox.claim(["a", "b"], on.now));
        if (message) taken.push(message.id);
        else misses += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, claimer));
    expect(taken).toHaveLength(200);
    expect(new Set(taken).size).toBe(200);
    await stores[1]!.close();
  });

  test("only due messages of the requested destinations are taken, oldest first", async () => {
    const first = await post(["a"]);
    on.now += 1;
    const second = await post(["a", "b"]);
    expect(await on.store.outbox.claim([], on.now)).toEqual([]);
    expect(await on.store.outbox.claim(["c"], on.now)).toEqual([]);
    expect(await on.store.outbox.claim(["a"], on.now - 5)).toEqual([]);
    expect((await claim()).leadId).toBe(first);
    expect(await claim()).toMatchObject({ leadId: second, status: "sending", attempts: 1 });
    expect(await on.store.outbox.claim(["a"], on.now)).toEqual([]);
  });

  test("as many as requested are taken at once, those due longest first", async () => {
    const leads: string[] = [];
    for (const destination of ["a", "b", "a", "a"]) {
      on.now += 1;
      leads.push(await post([destination]));
    }
    const take = async (most: number) =>
      (await on.store.outbox.claim(["b", "a"], on.now, most)).map((each) => leads.indexOf(each.leadId));
    expect(await take(3)).toEqual([0, 1, 2]);
    expect(await take(3)).toEqual([3]);
    expect(await take(3)).toEqual([]);
  });

  test("a message is taken again when its sender died, and that attempt counts", async () => {
    await post(["a"]);
    const dead = (await on.store.outbox.claim(["a"], on.now, 1, 1_000))[0]!;
    expect(await on.store.outbox.claim(["a"], on.now + 999)).toEqual([]);
    expect(await on.store.outbox.claim(["a"], on.now + 1_000)).toMatchObject([{ id: dead.id, attempts: 2 }]);
  });

  test("a late sender's report counts only if it has the buyer's own word", async () => {
    await post(["a"]);
    const late = (await on.store.outbox.claim(["a"], on.now, 1, 1_000))[0]!;
    on.now += 1_000;
    const second = await claim();
    await on.store.outbox.retryAt(late, on.now + 5, "late failure");
    expect(await on.store.outbox.get(late.id)).toMatchObject({ status: "sending", attempts: 2 });
    await on.store.outbox.retryAt(second, on.now + 5, "failed");
    await on.store.outbox.delivered(late, "accepted", "came late");
    expect(await on.store.outbox.get(late.id)).toMatchObject({ status: "delivered", lastError: null });
    expect(
      (await on.store.outbox.attempts(late.id)).map(({ attempt, outcome }) => [attempt, outcome]),
    ).toEqual([
      [1, "failed"],
      [2, "failed"],
    ]);
  });

  test("every attempt is recorded, with text that any database accepts", async () => {
    await post(["a"]);
    await on.store.outbox.retryAt(
      await claim(),
      on.now + 10,
      `half \ud800 nul \u0000 ${"long ".repeat(200)}`,
    );
    expect(await on.store.outbox.claim(["a"], on.now + 9)).toEqual([]);
    on.now += 10;
    await on.store.outbox.rejected(await claim(), "not wanted");
    const [row] = await on.store.outbox.list({ status: "rejected" });
    expect(row).toMatchObject({ attempts: 2, lastError: "not wanted", lockedUntil: null });
    const attempts = await on.store.outbox.attempts(row!.id);
    expect(attempts.map(({ at, outcome }) => [at, outcome])).toEqual([
      [on.now - 10, "failed"],
      [on.now, "rejected"],
    ]);
    expect(attempts[0]!.detail).toHaveLength(500);
    expect(await on.store.outbox.claim(["a"], on.now + 1e12)).toEqual([]);
  });

  test("parked messages stay until they are put back, with a fresh allowance", async () => {
    await post(["a", "b"]);
    for (const destination of ["a", "b"]) await on.store.outbox.park(await claim(destination), "poison");
    expect(await on.store.outbox.claim(["a", "b"], on.now + 1e12)).toEqual([]);
    expect(await on.store.outbox.depth()).toMatchObject([
      { destination: "a", status: "parked", count: 1 },
      { destination: "b", status: "parked", count: 1 },
    ]);
    expect(await on.store.outbox.requeue({ parkedFor: [] })).toBe(0);
    expect(await on.store.outbox.requeue({ parkedFor: ["b"] })).toBe(1);
    expect(await on.store.outbox.requeue({ parkedFor: ["a", "b"] })).toBe(1);
    const again = await claim();
    expect(again).toMatchObject({ attempts: 2, attemptsForgiven: 1 });
    expect(await on.store.outbox.requeue({ id: again.id })).toBe(0);
    await on.store.outbox.delivered(again, "accepted", "");
    expect(await on.store.outbox.requeue({ id: again.id })).toBe(0);
    expect(await on.store.outbox.requeue({ id: "unknown" })).toBe(0);
  });

  test("only a message that nobody is sending can be parked by hand", async () => {
    const parked = (id: string) => on.store.outbox.parkByHand(id);
    const waiting = `${await post(["a"])}.a`;
    expect(await parked(waiting)).toBe(true);
    expect(await parked(waiting)).toBe(false);
    expect(await on.store.outbox.get(waiting)).toMatchObject({
      status: "parked",
      lastError: "parked by hand",
    });
    expect(await parked(`${await post(["b"], "unconfigured")}.b`)).toBe(true);
    await post(["a"]);
    const held = (await on.store.outbox.claim(["a"], on.now, 1, 1_000))[0]!;
    expect(await parked(held.id)).toBe(false);
    on.now += 1_000;
    expect(await parked(held.id)).toBe(true);
    await on.store.outbox.retryAt(held, on.now, "late failure");
    expect((await on.store.outbox.get(held.id))?.status).toBe("parked");
    await on.store.outbox.delivered(held, "accepted", "came late");
    expect(await parked(held.id)).toBe(false);
    await post(["a"]);
    const unwanted = await claim();
    await on.store.outbox.rejected(unwanted, "no buyer");
    expect(await parked(unwanted.id)).toBe(false);
    await post(["a"]);
    const suppressed = await claim();
    await on.store.outbox.suppress(suppressed, "asked");
    expect(await parked(suppressed.id)).toBe(false);
    expect(await on.store.outbox.get(suppressed.id)).toMatchObject({
      status: "suppressed",
      lastError: "asked",
    });
  });

  test("what is due in more than a day is brought forward, and a lock that ends then is broken", async () => {
    await post(["a", "b"]);
    await on.store.outbox.retryAt(await claim("a"), on.now + 400 * 86_400_000, "down");
    await on.store.outbox.claim(["b"], on.now, 1, 400 * 86_400_000);
    await on.store.bringForward();
    expect(await on.store.outbox.claim(["a", "b"], on.now + 86_400_000, 9)).toHaveLength(2);
  });

  test("unconfigured messages wait until their destination has its settings", async () => {
    await post(["a", "b"], "unconfigured");
    expect(await on.store.outbox.claim(["a", "b"], on.now)).toEqual([]);
    expect(await on.store.outbox.activate(["a"])).toBe(1);
    expect(await on.store.outbox.activate([])).toBe(0);
    await claim("a");
    expect(await on.store.outbox.claim(["b"], on.now)).toEqual([]);
  });
});
