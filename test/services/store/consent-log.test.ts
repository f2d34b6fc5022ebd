import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { verifyLog } from "../../../services/consent-log/verify-log.ts";
import type { Store } from "../../../services/store/store.ts";
import { consentLeaf } from "../../../services/transparency/merkle.ts";
import { logKeyOf, openNote } from "../../../services/transparency/signed-note.ts";
import { isConsistent, rootByInclusion } from "../../support/consent-log.ts";
import { type DatabaseServer, databases, freshStore, sqlite } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit, patiently } from "../../support/submissions.ts";

const key = logKeyOf("k".repeat(32));

/** An empty store for each test, and what is done with its log. */
function loggedStore(start: () => Promise<DatabaseServer>) {
  // An attacker who can write to the whole store finds it unsealed, so that the log alone shows the changes.
  const on = freshStore(start, { dataKeys: [] });
  const fill = async (count: number, stores: Store[] = [on.store]) => {
    let left = count;
    const one = async (store: Store) => {
      while (left-- > 0) await patiently(() => store.submit(aVisit(), 0, [], aSubmission()));
    };
    await Promise.all(Array.from({ length: 6 }, (_, at) => one(stores[at % stores.length]!)));
  };
  const seal = () => on.store.consentLog.seal(key);
  const check = (options: Parameters<typeof verifyLog>[1] = { key }) => verifyLog(on.store, options);
  return { on, fill, seal, check };
}

describe.each(databases)("the log of consents on $name", ({ start }) => {
  const { on, fill, seal, check } = loggedStore(start);

  test("takes each consent once, though three store and three seal at the same time", async () => {
    expect(await check()).toMatchObject({ ok: true, count: 0 });
    const stores = [on.store, await on.open(), await on.open()];
    let storing = true;
    const sealing = stores.map(async ({ consentLog }) => {
      let taken = 0;
      while (storing) {
        taken += (await patiently(() => consentLog.seal(key)))?.taken ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return taken;
    });
    await fill(60, stores);
    storing = false;
    const taken = (await Promise.all(sealing)).reduce((sum, each) => sum + each, (await seal())!.taken);
    expect(taken).toBe(60);
    expect(await check()).toMatchObject({ ok: true, count: 60, sealed: 60, unsealed: 0 });
    expect(await on.store.consentLog.unsealedSince()).toBeUndefined();
    await Promise.all(stores.slice(1).map((store) => store.close()));
  });

  test("says since when a consent is waiting, and proves it once it is included", holds("T65"), async () => {
    const submission = aSubmission();
    await on.store.submit(aVisit(), 0, [], submission);
    expect(await on.store.consentLog.unsealedSince()).toBe(submission.consent!.at);
    await fill(300);
    expect([(await seal())?.taken, (await seal())?.taken, (await seal())?.taken]).toEqual([256, 45, 0]);
    const head = (await on.store.consentLog.newestHead())!;
    const { size, root } = openNote(head.note, key)!;
    expect(size).toBe(302);
    const row = (await on.store.consents.ofLead(submission.lead.id))!;
    const proof = await on.store.consentLog.inclusion(row.seq!, size);
    expect(rootByInclusion(consentLeaf(row), row.seq!, size, proof)).toEqual(root);
    await fill(5);
    await seal();
    const later = openNote((await on.store.consentLog.newestHead())!.note, key)!;
    const consistency = await on.store.consentLog.consistency(size, later.size);
    expect(isConsistent({ size, root }, later, consistency)).toBe(true);
  });

  test("hands each due head to one process, and keeps what witnesses have", async () => {
    await fill(1);
    await seal();
    const both = await Promise.all([1, 2].map(() => on.store.consentLog.takeDueHead(60_000)));
    expect(both.filter(Boolean)).toHaveLength(1);
    await fill(1);
    await seal();
    expect(await on.store.consentLog.takeDueHead(60_000)).toBeUndefined();
    on.now += 60_000;
    expect((await on.store.consentLog.takeDueHead(60_000))?.size).toBe(3);
    await on.store.consentLog.keepStamp(3, "c3RhbXA=");
    expect((await on.store.consentLog.pushedHeads()).map(({ size, stamp }) => [size, stamp])).toEqual([
      [2, null],
      [3, "c3RhbXA="],
    ]);
  });
});

describe("a log of consents", () => {
  const { on, fill, seal, check } = loggedStore(sqlite.start);

  const [changed, unsigned] = [/of lead .* was changed/, /not those that were signed/];
  const shorter = /a signed head has 6/;
  const [sha256, zeros] = [
    "4ae81572f06e1b88fd5ced7a1a000945432e83e1551e6f721ee9c00b8cc33260",
    "0".repeat(64),
  ];
  const chain = "(seq, lead_id, at, body, text_sha256, previous_hash, hash)";

  /**
   * Changes by somebody who can write to the whole database, but has no key; `set` is short for an update of consents.
   */
  const rewritings: [what: string, reason: RegExp, ...statements: string[]][] = [
    ["the text", changed, "set body = replace(body, 'agree', 'agreE') where seq = 3"],
    ["the time", changed, "set at = at + 1 where seq = 2"],
    ["the lead it belongs to", /of lead other was changed/, "set lead_id = 'other' where seq = 4"],
    ["a leaf", changed, "set leaf = (select leaf from consents where seq = 5) where seq = 1"],
    ["its absence", /position 2 of the log is missing/, "delete from consents where seq = 2"],
    [
      "the order",
      unsigned,
      "set seq = 100 where seq = 1",
      "set seq = 1 where seq = 2",
      "set seq = 2 where seq = 100",
    ],
    ["the end", shorter, "delete from consents where seq = 5"],
    ["its return to what is not sealed", shorter, "set seq = null where seq = 5"],
    [
      "one more at the end",
      /of lead new is blank/,
      "insert into consents (lead_id, at, body, leaf, seq) select 'new', at, '', leaf, 6 from consents where seq = 1",
    ],
    [
      "the first leaf's chain",
      /consent 1 of the chain/,
      `insert into consent_chain ${chain} values (1, 'l', 1, '{"text":"agree"}', '${sha256}', '${zeros}', 'x')`,
    ],
    ["the head", /not signed with this log's key/, "update consent_heads set note = replace(note, '6', '7')"],
  ];

  test.each(rewritings)("shows that somebody rewrote %s", holds("T63"), async (_, reason, ...statements) => {
    await fill(5);
    await seal();
    for (const statement of statements) await sqlOn(on.url, statement.replace(/^set/, "update consents set"));
    expect(await check()).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  describe("with a witness", () => {
    let witnessed: string[];
    let older: Record<string, unknown> | undefined;
    beforeEach(async () => {
      await fill(2);
      await seal();
      [older] = await sqlOn(on.url, "select * from consent_heads");
      await fill(3);
      await seal();
      witnessed = [(await on.store.consentLog.takeDueHead(0))!.note];
    });
    const withWitness = () => check({ key, witnessed });

    test("holds while it grows", async () => {
      await fill(5);
      await seal();
      expect(await withWitness()).toMatchObject({ ok: true, count: 10, witnessed: 1 });
    });

    test.each([
      [
        "cut off at the end, with an older head in the place of the newest",
        shorter,
        async () => {
          await sqlOn(on.url, "delete from consents where seq > 2");
          await sqlOn(on.url, "delete from consent_heads");
          const { size, note, peaks, at } = older!;
          await sqlOn(
            on.url,
            `insert into consent_heads (size, note, peaks, at) values (${size}, '${note}', '${peaks}', ${at})`,
          );
          // Without the witness, nothing reveals it.
          expect(await check()).toMatchObject({ ok: true, count: 2 });
        },
      ],
      [
        "emptied",
        shorter,
        async () => {
          for (const table of ["consents", "consent_nodes", "consent_heads"])
            await sqlOn(on.url, `delete from ${table}`);
        },
      ],
      [
        "made again by somebody who has the site sign it",
        unsigned,
        async () => {
          const rows = await sqlOn<{ lead_id: string; at: number; body: string }>(
            on.url,
            "select lead_id, at, body from consents where seq = 3",
          );
          const [row] = rows.map(({ lead_id, at, body }) => ({ leadId: lead_id, at: Number(at), body }));
          const body = row!.body.replace("2125550100", "2125550199");
          const leaf = consentLeaf({ ...row!, body }).toString("hex");
          await sqlOn(on.url, "delete from consent_heads");
          await sqlOn(on.url, "delete from consent_nodes");
          await sqlOn(on.url, `update consents set body = '${body}', leaf = '${leaf}' where seq = 3`);
          await sqlOn(on.url, "update consents set seq = null");
          await fill(1);
          await seal();
        },
      ],
    ])("a log that was %s is noticed", holds("T63"), async (_what, reason, attack) => {
      await attack();
      expect(await withWitness()).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
    });

    test("a witness with forged heads is not trusted", async () => {
      const other = logKeyOf("o".repeat(32));
      const forged = other.sign(openNote(witnessed[0]!, key)!);
      expect(await check({ key, witnessed: [forged] })).toMatchObject({
        ok: false,
        reason: "a witness's head is not signed with this log's key",
      });
    });
  });

  test("is not sealed further once the stored tree differs from what was signed", holds("T64"), async () => {
    await fill(5);
    await seal();
    const forged = randomBytes(32).toString("hex");
    await sqlOn(on.url, `update consent_heads set peaks = '${forged}'`);
    await fill(1);
    await expect(seal()).rejects.toThrow(/not as it was signed/);
    expect((await on.store.consentLog.newestHead())?.size).toBe(6);
  });

  test("continues under another name when its key changes, with all before it", async () => {
    await fill(3);
    await seal();
    const witnessed = [(await on.store.consentLog.newestHead())!.note];
    await fill(3);
    const next = logKeyOf("n".repeat(32));
    expect(await on.store.consentLog.seal(next)).toEqual({ taken: 3 });
    expect(await check({ key: next })).toMatchObject({ ok: true, count: 6 });
    expect(openNote(witnessed[0]!, next)).toBeUndefined();
  });

  test("does not take a blanked consent for an erasure, even when its lead is gone", async () => {
    await fill(3);
    await seal();
    await sqlOn(on.url, "update consents set body = '' where seq = 2");
    const flaw = { ok: false, reason: expect.stringMatching(/is blank, and no erasure is on record$/) };
    expect(await check()).toEqual(flaw);
    await sqlOn(on.url, "update leads set erased_at = 1");
    expect(await check(), "the product leaves the row of what it erases as it was").toEqual(flaw);
  });
});
