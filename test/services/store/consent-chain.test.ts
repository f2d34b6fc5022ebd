import { describe, expect, test } from "vitest";
import { genesis, verify } from "../../../services/store/consent-chain.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { sqlOn } from "../../support/sql-on.ts";
import { aSubmission, aVisit, patiently } from "../../support/submissions.ts";

describe.each(databases)("the consent chain on $name", ({ start }) => {
  const on = freshStore(start);
  const fill = async (count: number) => {
    const others = [await on.open(), await on.open()];
    const stores = [on.store, ...others];
    await Promise.all(
      Array.from({ length: count }, (_, i) =>
        patiently(() => stores[i % 3]!.submit(aVisit(), 0, [], aSubmission())),
      ),
    );
    await Promise.all(others.map((store) => store.close()));
  };
  const check = () => verify(on.store.consents.iterate());

  test("is whole after 60 submits at once over three connections", async () => {
    expect(await check()).toEqual({ ok: true, count: 0, head: genesis });
    await fill(60);
    expect(await check()).toMatchObject({ ok: true, count: 60 });
    const first = (await on.store.consents.iterate()[Symbol.asyncIterator]().next()).value;
    expect(first).toMatchObject({ seq: 1, previousHash: genesis });
  }, 20_000);

  test.each([
    [
      "a byte of the text",
      "update consents set body = replace(body, 'agree', 'agreE') where seq = 3",
      3,
      /changed/,
    ],
    ["the time", "update consents set at = at + 1 where seq = 2", 2, /changed/],
    ["the lead it belongs to", "update consents set lead_id = 'other' where seq = 4", 4, /changed/],
    ["a hash", "update consents set hash = previous_hash where seq = 1", 1, /changed/],
    ["its predecessor", "update consents set previous_hash = hash where seq = 4", 4, /does not follow/],
    ["a missing record", "delete from consents where seq = 2", 3, /missing/],
  ])("shows %s that was tampered with", async (_what, statement, seq, reason) => {
    await fill(5);
    await sqlOn(on.url, statement);
    expect(await check()).toMatchObject({ ok: false, seq, reason: expect.stringMatching(reason) });
  });
});
