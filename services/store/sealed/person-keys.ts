import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { openSqliteFile, pragma } from "../engine/sqlite-file.ts";
import type { Cipher } from "./cipher.ts";

/** Keys of single persons, each of which can be forgotten (decision "Personal data is sealed in its place"). */
export type PersonKeys = {
  /** Names this file among others. */
  readonly id: string;
  /**
   * The key of an owner, a visit's or a lead's id; a new one is made, and safe on disk, when there is none.
   * @param soon owners who will need one right away: theirs are made in the same write
   */
  of(owner: string, soon?: readonly string[]): KeyObject;
  /** Undefined when it was forgotten. */
  find(owner: string): KeyObject | undefined;
  forget(owners: readonly string[]): void;
  /** Seals all of them with the newest of the keys that seal them. */
  rekey(): void;
  close(): void;
};

/**
 * A file of keys, itself a small SQLite database that several processes of one machine share. It is no part of the store:
 * what is forgotten here is in no backup, log or replica of that.
 * @param master seals the keys
 */
export function openPersonKeys(path: string, master: Cipher): PersonKeys {
  const file = openSqliteFile(path);
  // Only the row being written waits for it.
  file.exec("pragma busy_timeout = 5000");
  file.exec(
    "create table if not exists person_keys (owner text primary key, key text not null) without rowid",
  );
  const insert = file.prepare("insert into person_keys (owner, key) values (?, ?) on conflict do nothing");
  const select = file.prepare("select key from person_keys where owner = ?");
  const remove = file.prepare("delete from person_keys where owner = ?");
  const change = file.prepare("update person_keys set key = ? where owner = ? and key = ?");
  const place = (owner: string) => ({ table: "person_keys", column: "key", row: [owner] });
  const sealed = (owner: string, key: Buffer) => master.seal(key.toString("base64url"), place(owner));
  const stored = (owner: string) => select.get(owner)?.key as string | undefined;
  const find = (owner: string) => {
    const key = stored(owner);
    return key === undefined ? undefined : createSecretKey(master.open(key, place(owner)), "base64url");
  };
  const of = (owner: string, soon: readonly string[] = []) => {
    const known = find(owner);
    if (known) return known;
    file.exec("begin immediate");
    // Another process may have been first.
    for (const each of [owner, ...soon]) insert.run(each, sealed(each, randomBytes(32)));
    file.exec("commit");
    return find(owner)!;
  };
  return {
    id: of("file").export().toString("base64url").slice(0, 16),
    of,
    find,
    forget(owners) {
      file.exec("begin immediate");
      for (const owner of owners) remove.run(owner);
      file.exec("commit");
      // Its pages are overwritten (secure_delete); its log is truncated once no other process reads.
      pragma(file, "wal_checkpoint(truncate)");
    },
    rekey() {
      for (const { owner, key } of file.prepare("select owner, key from person_keys").all() as {
        owner: string;
        key: string;
      }[])
        if (!master.isNewest(key, place(owner)))
          change.run(master.seal(master.open(key, place(owner)), place(owner)), owner, key);
      pragma(file, "wal_checkpoint(truncate)");
    },
    close: () => file.close(),
  };
}
