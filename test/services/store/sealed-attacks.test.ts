import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { lookAtSealing } from "../../../services/operations/doctor/store.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { databases, databasesOf, storeAt } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { sqlOn } from "../../support/sql-on.ts";

const key = "a".repeat(32);

/** As the program sealed until November 2026: only the column was authenticated. */
function formerlySealed(text: string, column: string): string {
  const mark = createHmac("sha256", key).update("data").digest("hex").slice(0, 8);
  const dataKey = Buffer.from(hkdfSync("sha256", key, "", "claimpath data", 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", dataKey, iv).setAAD(Buffer.from(column));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `~1.${mark}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

describe.each(databases)("somebody who writes to a sealed store on $name", ({ start }) => {
  const server = databasesOf(start);

  const open = (url: string, ...dataKeys: string[]) => storeAt(url, { dataKeys });
  const doctorOn = async (url: string) => {
    const connection = await openConnection(url, silentLog);
    const [finding] = await lookAtSealing(connection);
    await connection.close();
    return finding?.verdict;
  };
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

  test("cannot put unsealed text in the place of what is sealed", holds("T71"), async () => {
    const url = await server.freshUrl();
    const store = await open(url, key);
    const { lead } = await storePerson(store);
    const forged = JSON.stringify({ ...lead.record, phone: "(212) 555-0199" });
    await sqlOn(url, `update leads set record = ${quoted(forged)}`);
    await expect(store.leads.get(lead.id)).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await expect(store.leads.list({ limit: 9 })).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await sqlOn(url, `update outbox set payload = ${quoted(forged)}`);
    await expect(store.outbox.list({})).rejects.toThrow(/outbox\.payload of .+ is not sealed/);
    await sqlOn(url, `update leads set record = ${quoted(formerlySealed(forged, "record"))}`);
    await expect(store.leads.get(lead.id)).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await expect(store.rekey()).rejects.toThrow(/leads\.record of .+ is not sealed/);
    await store.close();
  });

  test("cannot move what is sealed to another row, column or table", holds("T72"), async () => {
    const url = await server.freshUrl();
    const store = await open(url, key);
    const [one, two] = [(await storePerson(store)).lead, (await storePerson(store)).lead];
    const before = await store.leads.get(one.id);
    const visit =
      (await store.visits.latestWithLead(before!.origin)) ?? (await store.visits.load(before!.origin));
    const refused = async (change: string, read: () => Promise<unknown>) => {
      const rows = await sqlOn(url, "select id, record, location from leads");
      await sqlOn(url, change);
      await expect(read()).rejects.toThrow("altered or moved");
      for (const { id, record, location } of rows)
        await sqlOn(
          url,
          `update leads set record = ${quoted(record as string)}, location = ${quoted(location as string)} where id = '${id}'`,
        );
    };
    const read = () => store.leads.get(one.id);
    const ofOther = (column: string) => `(select ${column} from leads where id = '${two.id}')`;
    await refused(`update leads set record = ${ofOther("record")} where id = '${one.id}'`, read);
    await refused(`update leads set location = record where id = '${one.id}'`, read);
    await refused(
      `update leads set record = (select payload from outbox where lead_id = '${one.id}' limit 1) where id = '${one.id}'`,
      read,
    );
    expect(await read()).toEqual(before);
    await sqlOn(
      url,
      `update visit_log set body = (select body from consents where lead_id = '${one.id}') where visit_id = '${before!.origin}'`,
    );
    await expect(store.visits.load(visit!.id)).rejects.toThrow("altered or moved");
    await store.close();
  });

  test(
    "what was sealed the former way, or not at all, is taken until all is sealed",
    holds("T71"),
    async () => {
      const url = await server.freshUrl();
      const plain = await open(url);
      const [one, two] = [(await storePerson(plain)).lead, (await storePerson(plain)).lead];
      const before = await plain.leads.list({ limit: 9 });
      await plain.close();
      const [row] = await sqlOn(url, `select record from leads where id = '${one.id}'`);
      const former = formerlySealed(String(row!.record), "record");
      await sqlOn(url, `update leads set record = '${former}' where id = '${one.id}'`);
      const mark = formerlySealed("readable", "data-check");
      await sqlOn(url, `insert into store_keys (name, value) values ('data-check', '${mark}')`);

      const store = await open(url, key);
      expect(await store.leads.list({ limit: 9 })).toEqual(before);
      expect(await doctorOn(url)).toBe("wrong");
      expect(await store.rekey()).toBeGreaterThan(4);
      expect(await doctorOn(url)).toBe("ok");
      expect(await store.rekey()).toBe(0);
      expect(await store.leads.list({ limit: 9 })).toEqual(before);
      await store.close();
      await sqlOn(url, `update leads set record = '${former}' where id = '${one.id}'`);
      const again = await open(url, key);
      await expect(again.leads.get(one.id)).rejects.toThrow(/leads\.record of .+ is not sealed/);
      expect((await again.leads.get(two.id))?.record.email).toBe(zoe.email);
      await again.close();
    },
  );
});
