import { describe, expect, it, vi } from "vitest";
import { asStoreError, StoreBusy, StoreUnavailable } from "../../../services/store/engine/failures.ts";
import { patientStore } from "../../../services/store/patient-store.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("the store on $name", ({ start }) => {
  const on = freshStore(start);

  const answer = (text: string) => ({
    kind: "answer",
    body: { step: "AtFault", answers: { text } },
    at: on.now,
  });
  const collect = async <T>(rows: AsyncIterable<T>) => {
    const all: T[] = [];
    for await (const row of rows) all.push(row);
    return all;
  };

  it("keeps a visit's log in order and byte for byte", holds("T17"), async () => {
    const visit = aVisit();
    const odd = "NUL \u0000, lone \ud800, 👩‍👩‍👧, ‮rtl, é vs é";
    expect(await on.store.visits.append(visit, 0, [answer("one"), answer(odd)])).toBe("ok");
    on.now += 5;
    expect(await on.store.visits.append(visit, 2, [answer("three")])).toBe("ok");
    const loaded = await on.store.visits.load(visit.id);
    expect(loaded).toMatchObject({ ...visit, createdAt: on.now - 5, updatedAt: on.now, leadId: null });
    expect(
      loaded?.entries.map(({ seq, body }) => [seq, (body as { answers: { text: string } }).answers.text]),
    ).toEqual([
      [0, "one"],
      [1, odd],
      [2, "three"],
    ]);
  });

  it("tells a writer that is behind, or ahead, and writes nothing for it", holds("T11"), async () => {
    const visit = aVisit();
    expect(await on.store.visits.append(visit, 1, [answer("ahead")])).toBe("conflict");
    expect(await on.store.visits.load(visit.id)).toBeUndefined();
    await on.store.visits.append(visit, 0, [answer("one")]);
    expect(await on.store.visits.append(visit, 0, [answer("behind")])).toBe("conflict");
    expect(await on.store.visits.append(visit, 2, [answer("ahead")])).toBe("conflict");
    expect((await on.store.visits.load(visit.id))?.entries).toHaveLength(1);
  });

  it("exactly one of 20 tabs of a session starts a visit when all try at once, and the same holds for a lead", async () => {
    const sessionId = "one-session";
    const tabs = () => Array.from({ length: 20 }, () => ({ ...aVisit(), sessionId }));
    const begin = (newest: string | null) =>
      Promise.all(
        tabs().map(async (visit, tab) =>
          tab % 2
            ? on.store.visits.append({ ...visit, newest }, 0, [answer("x")])
            : (await on.store.submit({ ...visit, newest }, 0, [answer("x")], aSubmission())).status,
        ),
      );
    const begun = (results: string[]) => results.filter((result) => result !== "conflict");
    expect(begun(await begin(null))).toHaveLength(1);
    const first = (await on.store.visits.latest(sessionId, "c"))!.id;
    expect(begun(await begin("another"))).toEqual([]);
    on.now += 1;
    expect(begun(await begin(first))).toHaveLength(1);
    expect((await on.store.visits.latest(sessionId, "c"))!.id).not.toBe(first);
    expect(
      await on.store.visits.append({ ...aVisit(), sessionId, variant: "dui", newest: null }, 0, []),
    ).toBe("ok");
  });

  it("finds the session's newest visit of a variant, without the log where that is known", async () => {
    const [first, second, other] = [aVisit(), aVisit(), aVisit()];
    await on.store.visits.append({ ...first, sessionId: "s" }, 0, [answer("x")]);
    on.now += 1;
    await on.store.visits.append({ ...second, sessionId: "s" }, 0, [answer("x"), answer("y")]);
    on.now += 1;
    await on.store.visits.append({ ...other, sessionId: "s", variant: "dui" }, 0, []);
    expect((await on.store.visits.latest("s", "c"))?.id).toBe(second.id);
    expect(await on.store.visits.latest("nobody", "c")).toBeUndefined();
    const knowing = async (id: string, length: number) => {
      const { isKnown, entries } = (await on.store.visits.latest("s", "c", { id, length }))!;
      return [isKnown, entries.length];
    };
    expect(await knowing(second.id, 2)).toEqual([true, 0]);
    // Another process has added to it, or begun another one.
    expect(await knowing(second.id, 1)).toEqual([undefined, 2]);
    expect(await knowing(first.id, 1)).toEqual([undefined, 2]);
  });

  it("a submit that fails half-way leaves nothing behind", async () => {
    const visit = aVisit();
    await on.store.visits.append(visit, 0, [answer("kept")]);
    const twice = aSubmission(["same", "same"]);
    await expect(on.store.submit(visit, 1, [answer("lost")], twice)).rejects.toThrow(/unique/i);
    const unreadable = aSubmission();
    unreadable.consent!.body.more = 1n;
    await expect(on.store.submit(visit, 1, [answer("lost")], unreadable)).rejects.toThrow(/BigInt/);
    expect(await on.store.visits.load(visit.id)).toMatchObject({ leadId: null, entries: [{ seq: 0 }] });
    expect(await on.store.leads.list({ limit: 9 })).toEqual([]);
    expect(await on.store.outbox.list({})).toEqual([]);
    expect(await collect(on.store.consents.iterate())).toEqual([]);
    expect((await on.store.submit(visit, 1, [], aSubmission())).status).toBe("stored");
  });

  it("50 submits of one visit at once make one lead and get the same answer", async () => {
    const visit = aVisit();
    await on.store.visits.append(visit, 0, [answer("one")]);
    const results = await Promise.all(
      Array.from({ length: 50 }, () => on.store.submit(visit, 1, [answer("last")], aSubmission())),
    );
    expect(results.filter(({ status }) => status === "stored")).toHaveLength(1);
    expect(results.filter(({ status }) => status === "duplicate")).toHaveLength(49);
    expect(new Set(results.map(({ lead }) => lead?.location)).size).toBe(1);
    expect(await on.store.leads.list({ limit: 99 })).toHaveLength(1);
    expect(await on.store.outbox.list({})).toHaveLength(1);
    expect(await collect(on.store.consents.iterate())).toHaveLength(1);
  });

  it("a submit that is behind the log is a conflict", async () => {
    const visit = aVisit();
    await on.store.visits.append(visit, 0, [answer("one"), answer("two")]);
    expect(await on.store.submit(visit, 1, [answer("late")], aSubmission())).toEqual({ status: "conflict" });
    expect(await on.store.leads.list({ limit: 9 })).toEqual([]);
  });

  it("the contact form is stored once, whatever a second try contains", async () => {
    const [first, second] = [aSubmission(), aSubmission()];
    second.lead.record = { message: "other" };
    expect((await on.store.submitContact("token", { ...first, consent: null })).status).toBe("stored");
    const again = await on.store.submitContact("token", { ...second, consent: null });
    expect(again).toMatchObject({
      status: "duplicate",
      lead: { id: first.lead.id, record: first.lead.record },
    });
    expect(await on.store.leads.byOrigin("token")).toEqual(again.lead);
  });

  describe("bad e-mail addresses", holds(449), () => {
    const entry = { kind: "answer", body: {}, at: 1 };
    const times = (email: string, sessionId: string) => on.store.badEmails.countBad(sessionId, email);
    const bad = (email: string, timesBadBefore: number) => [{ email, timesBadBefore }];

    it("are counted per session with the entries about them, and not kept", async () => {
      const visit = aVisit();
      const { sessionId } = visit;
      expect(await times("a@b.co", sessionId)).toBe(0);
      expect(await on.store.visits.append(visit, 0, [entry], bad("a@b.co", 0))).toBe("ok");
      expect(await on.store.visits.append(visit, 1, [entry], bad(" A@B.co", 1))).toBe("ok");
      expect(await times("a@b.co", sessionId)).toBe(2);
      expect(await times("a@b.co", "other")).toBe(0);
    });

    it("are not counted when the entries are not stored", async () => {
      const visit = aVisit();
      await on.store.visits.append(visit, 0, [entry]);
      expect(await on.store.visits.append(visit, 0, [entry], bad("a@b.co", 0))).toBe("conflict");
      expect(await times("a@b.co", visit.sessionId)).toBe(0);
    });

    it("counted by another survey meanwhile store nothing, not even the visit", async () => {
      const [one, other] = [aVisit(), aVisit()];
      other.sessionId = one.sessionId;
      await on.store.visits.append(one, 0, [entry], bad("a@b.co", 0));
      expect(await on.store.visits.append(other, 0, [entry], bad("a@b.co", 0))).toBe("conflict");
      expect(await on.store.visits.load(other.id)).toBeUndefined();
      expect(await times("a@b.co", one.sessionId)).toBe(1);
    });

    it("counted at once by two surveys are counted one after the other", async () => {
      const { sessionId } = aVisit();
      const two = [aVisit({ sessionId }), aVisit({ sessionId })];
      const done = await Promise.all(
        two.map((visit) => on.store.visits.append(visit, 0, [entry], bad("a@b.co", 0))),
      );
      expect(done.toSorted()).toEqual(["conflict", "ok"]);
      expect(await times("a@b.co", sessionId)).toBe(1);
    });
  });

  it("the leads of each firm in a consent are counted from a given moment", async () => {
    const leadOf = async (buyers: string[], at: number) => {
      on.now = at;
      const submission = aSubmission();
      return (await on.store.submit(aVisit(), 0, [], { ...submission, lead: { ...submission.lead, buyers } }))
        .lead;
    };
    const from = on.now + 1;
    await leadOf(["North Law"], on.now);
    await leadOf(["North Law", "South Law"], from);
    await leadOf(["South Law"], from + 5);
    await leadOf([], from + 5);
    const newest = await leadOf(["North Law", "South Law"], from + 9);
    expect(await on.store.leads.countByBuyer(from)).toEqual(
      new Map([
        ["North Law", 2],
        ["South Law", 3],
      ]),
    );
    expect(await on.store.leads.countByBuyer(from + 10)).toEqual(new Map());
    expect(newest!.buyers).toEqual(["North Law", "South Law"]);
  });

  it("the surveys sent within some days are counted, and those that qualified", async () => {
    const from = on.now + 1_000;
    const sent = async (at: number, change: object) => {
      on.now = at;
      const submission = aSubmission();
      await on.store.submit(aVisit(), 0, [], { ...submission, lead: { ...submission.lead, ...change } });
    };
    await sent(from - 1, {});
    await sent(from, {});
    await sent(from + 1, { qualified: false, dqReason: "at_fault" });
    await sent(from + 2, { kind: "contact", qualified: null });
    await sent(from + 3, {});
    expect(await on.store.leads.countJudged(from, from + 3)).toEqual({ sent: 2, fit: 1 });
    expect(await on.store.leads.countJudged(from + 4, from + 9)).toEqual({ sent: 0, fit: 0 });
  });

  it("leads are listed newest first, and walked oldest first", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 450; i++) {
      on.now += 1;
      const submission = aSubmission([], on.now);
      ids.push(submission.lead.id);
      await on.store.submitContact(`t${i}`, { ...submission, consent: null });
    }
    expect((await on.store.leads.list({ limit: 2 })).map(({ id }) => id)).toEqual([ids[449], ids[448]]);
    expect((await collect(on.store.leads.iterate({}))).map(({ id }) => id)).toEqual(ids);
    expect(await collect(on.store.leads.iterate({ since: on.now }))).toHaveLength(1);
  });

  it("the store opens again with everything in it, even three times at once on an empty database", async () => {
    on.url = await on.server.freshUrl();
    const [one, two, three] = await Promise.all([on.open(), on.open(), on.open()]);
    expect(await Promise.all([one.ready(), two.ready(), three.ready()])).toEqual([true, true, true]);
    await one.submit(aVisit(), 0, [], aSubmission());
    expect(await two.leads.list({ limit: 9 })).toHaveLength(1);
    await Promise.all([one.close(), two.close(), three.close()]);
    const again = await on.open();
    expect(await again.leads.list({ limit: 9 })).toHaveLength(1);
    await again.close();
  });
});

const coded = (code: string) => Object.assign(new Error("said by the server"), { code });
const lost = (code: string) => new StoreUnavailable("lost", { cause: coded(code) });
const writes = {
  submit: (store: Store) => store.submit({} as never, 0, [], {} as never),
  submitContact: (store: Store) => store.submitContact("", {} as never),
  append: (store: Store) => store.visits.append({} as never, 0, []),
};
/** The reads before an answer is stored. */
const looks = {
  countBad: (store: Store) => store.badEmails.countBad("", ""),
  find: (store: Store) => store.paidVerdicts.find("", "", 0),
  keep: (store: Store) => store.paidVerdicts.keep("", "", {}),
};

/** A store in which every call of a kind behaves as instructed. */
function storeWhere(call: () => Promise<unknown>): Store {
  const every = new Proxy({}, { get: () => call });
  const parts = { leads: every, badEmails: every, paidVerdicts: every, suppressions: every };
  const own = { visits: { append: call }, submit: call, submitContact: call, ready: async () => true };
  return { ...parts, ...own } as unknown as Store;
}

describe("the patient store", () => {
  it.each(Object.entries({ ...writes, ...looks }))(
    "%s waits for a store that was lost, and is made again",
    holds("T83"),
    async (_, ask) => {
      const codes = ["57P01", "25006", "ECONNREFUSED", "08006"];
      const call = vi.fn(async () => {
        const code = codes.shift();
        if (code) throw lost(code);
        return "stored";
      });
      expect(await ask(patientStore(storeWhere(call)))).toBe("stored");
      expect(call).toHaveBeenCalledTimes(5);
    },
  );

  it.each(Object.entries(writes))(
    "after %s has finally failed the store is not ready until a write succeeds",
    async (_, write) => {
      let error: Error | undefined = lost("42501");
      const call = vi.fn(async () => {
        if (error) throw error;
      });
      const store = patientStore(storeWhere(call));
      expect(await store.ready()).toBe(true);
      await expect(write(store)).rejects.toThrow("lost");
      expect(call, "what does not pass is not waited for").toHaveBeenCalledTimes(1);
      expect(await store.ready()).toBe(false);
      error = undefined;
      await write(store);
      expect(await store.ready()).toBe(true);
      // Another writer that holds it for long is no trouble of the store's.
      error = new StoreBusy();
      await expect(write(store)).rejects.toBeInstanceOf(StoreBusy);
      expect(await store.ready()).toBe(true);
    },
  );

  it("an error of the server is either the store's trouble or about the request", () => {
    const troubles = "25006 28P01 28000 3D000 42P01 42501 25P03 0A000 ECONNRESET EPIPE".split(" ");
    for (const code of troubles) expect(asStoreError(coded(code)), code).toBeInstanceOf(StoreUnavailable);
    for (const error of ["22001", "23505", "ERR_INVALID_ARG_TYPE"].map(coded))
      expect(asStoreError(error), error.code).toBe(error);
  });
});
