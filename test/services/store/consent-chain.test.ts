import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { genesis, verify } from "../../../services/store/consent-chain.ts";
import { openStore } from "../../../services/store/store.ts";
import type { Store } from "../../../services/store/types.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
import { sqlOn } from "../../support/sql-on.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

describe.each(databases)("the consent chain on $name", ({ start }) => {
  let server: DatabaseServer;
  let url: string;
  let stores: Store[];

  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server?.stop());
  beforeEach(async () => {
    url = await server.freshUrl();
    const open = () => openStore({ url, now: () => 1, log: silentLog, hashKey: "k" });
    stores = [await open(), await open(), await open()];
    return () => Promise.all(stores.map((store) => store.close()));
  });
  const fill = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => stores[i % 3]!.submit(aVisit(), 0, [], aSubmission())),
    );
  const check = () => verify(stores[0]!.consents.iterate());

  test("is whole after 60 submits at once over three connections", async () => {
    expect(await check()).toEqual({ ok: true, count: 0, head: genesis });
    await fill(60);
    expect(await check()).toMatchObject({ ok: true, count: 60 });
    const first = (await stores[0]!.consents.iterate()[Symbol.asyncIterator]().next()).value;
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
    await sqlOn(url, statement);
    expect(await check()).toMatchObject({ ok: false, seq, reason: expect.stringMatching(reason) });
  });
});
