import { createSecretKey, type KeyObject } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createCipher, decrypted } from "../../../services/store/sealed/cipher.ts";
import type { Place } from "../../../services/store/sealed/places.ts";
import { logKeyOf } from "../../../services/transparency/signed-note.ts";
import { storeAt } from "../../support/databases.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { rowsOf, startPostgres } from "../../support/postgres.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { waitFor } from "../../support/wait-for.ts";

const master = "a".repeat(32);
const keyFile = join(mkdtempSync(join(tmpdir(), "claimpath-keys-")), "person-keys.db");
const primary = during(startPostgres);
const replica = during(() => startPostgres({ primary }));

type Sealed = { place: Place; text: string };

/** Every sealed text of the tables that hold any, as the database has it. */
async function sealedIn(url: string): Promise<Sealed[]> {
  const columns: [table: string, column: string, ...row: string[]][] = [
    ["leads", "record", "id"],
    ["leads", "location", "id"],
    ["leads", "derived", "id"],
    ["outbox", "payload", "id"],
    ["outbox", "last_error", "id"],
    ["outbox_attempts", "detail", "outbox_id", "attempt"],
    ["visit_log", "body", "visit_id", "seq"],
    ["consents", "body", "lead_id"],
  ];
  const found = columns.map(async ([table, column, ...keys]) => {
    const rows = await rowsOf<Record<string, string>>(url, `select ${keys}, ${column} from ${table}`);
    return rows.map((row) => ({
      place: { table, column, row: keys.map((key) => row[key]!) },
      text: row[column]!,
    }));
  });
  return (await Promise.all(found)).flat().filter(({ text }) => text?.startsWith("~"));
}

/** All keys that somebody has who has the file of keys, and what it is sealed with. */
function keysLeft(): KeyObject[] {
  const file = new DatabaseSync(keyFile, { readOnly: true });
  const rows = file.prepare("select owner, key from person_keys").all() as { owner: string; key: string }[];
  file.close();
  const cipher = createCipher([master]);
  return rows.map(({ owner, key }) =>
    createSecretKey(cipher.open(key, { table: "person_keys", column: "key", row: [owner] }), "base64url"),
  );
}

function opens({ place, text }: Sealed, keys: readonly KeyObject[]): boolean {
  const cipher = createCipher([master]);
  cipher.refuseUnsealed("all");
  const byMaster = () => cipher.open(text, place);
  const byPerson = keys.map((key) => () => decrypted(key, text.replace(/^~3\./, ""), place));
  return [byMaster, ...byPerson].some((open) => {
    try {
      return open() !== "";
    } catch {
      return false;
    }
  });
}

/** Every byte of a server: its tables, indexes, write-ahead log and what it keeps besides. */
async function bytesOf({ address }: Pick<typeof primary, "address">): Promise<Buffer> {
  await rowsOf(address("postgres"), "checkpoint");
  const [row] = await rowsOf<{ data_directory: string }>(address("postgres"), "show data_directory");
  const files = readdirSync(row!.data_directory, { recursive: true, withFileTypes: true });
  return Buffer.concat(
    files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name))),
  );
}

const plain = [zoe.name, zoe.phone, zoe.typedPhone, zoe.email, zoe.story, zoe.email.toUpperCase()];

it(
  "an erased person is in no byte of the database, its log and its replica that the keys left open",
  holds("T74"),
  async () => {
    const url = await primary.freshDatabase();
    const store = await storeAt(url, { dataKeys: [master], personKeys: keyFile });
    await storePerson(store, ["lead-prosper"]);
    const [message] = await store.outbox.claim(["lead-prosper"], 2_000_000_000_000);
    await store.outbox.rejected(message!, `${zoe.name} is known to us`);
    const sealed = await sealedIn(url);
    const columns = new Set(sealed.map(({ place }) => `${place.table}.${place.column}`));
    expect([...columns].sort()).toEqual([
      ...["consents.body", "leads.derived", "leads.location", "leads.record"],
      ...["outbox.last_error", "outbox.payload", "outbox_attempts.detail", "visit_log.body"],
    ]);
    const before = keysLeft();
    expect(sealed.filter((each) => !opens(each, before))).toEqual([]);
    // Somebody else, who stays.
    const stays = aSubmission();
    await store.submit(aVisit(), 0, [{ kind: "answer", body: { step: "a" }, at: 1 }], stays);
    await store.consentLog.seal(logKeyOf("k".repeat(32)));
    const database = new URL(url).pathname.slice(1);
    const copied = async () => (await rowsOf(replica.address(database), "select id from leads")).length === 2;
    await waitFor("the replica", () => copied().catch(() => false));

    await store.people.erase({ email: zoe.email });
    expect(await store.people.scrub()).toBe(true);
    await store.close();
    const other = (await sealedIn(url)).filter(({ place }) => String(place.row[0]).includes(stays.lead.id));
    expect(other.length).toBeGreaterThan(2);
    const erased = async () =>
      (await rowsOf(replica.address(database), "select id from leads where erased_at is not null")).length ===
      1;
    await waitFor("the replica", erased);

    for (const server of [primary, replica]) {
      const bytes = await bytesOf(server);
      expect(plain.filter((value) => bytes.includes(value))).toEqual([]);
      // What was sealed is still there: it is the key that is gone.
      const left = sealed.filter(({ text }) => bytes.includes(text));
      expect(left.length).toBeGreaterThan(4);
      expect(left.filter((each) => opens(each, keysLeft()))).toEqual([]);
      expect(left.filter((each) => !opens(each, before))).toEqual([]);
      expect(other.filter((each) => !bytes.includes(each.text) || !opens(each, keysLeft()))).toEqual([]);
    }
  },
);
