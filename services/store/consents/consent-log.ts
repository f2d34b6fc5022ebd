import { sql } from "kysely";
import {
  consistencyProof,
  emptyTree,
  type Frontier,
  firstLeaf,
  grown,
  type Hash,
  inclusionProof,
  type ReadHashes,
  rootOf,
  tileBits,
} from "../../transparency/merkle.ts";
import { type LogKey, openNote } from "../../transparency/signed-note.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { tryLock } from "../engine/locks.ts";
import type { KeptHead } from "../rows.ts";
import { genesis } from "./consent-chain.ts";

/** The transparency log of consents. Its leaves are the consents; positions and heads are given by `seal`. */
export interface ConsentLog {
  /**
   * Adds newly committed consents to the tree, and signs its new head; only one process at a time can.
   * @returns how many were added, and the new head; undefined while another process is at it
   * @throws when the stored tree differs from what was signed: nothing is sealed on top of that
   */
  seal(key: LogKey): Promise<{ taken: number } | undefined>;
  /** The newest head, if witnesses are due to get one: it is kept for good, and handed to one process. */
  takeDueHead(everyMs: number): Promise<KeptHead | undefined>;
  newestHead(): Promise<KeptHead | undefined>;
  /** Heads that witnesses were sent, oldest first. */
  pushedHeads(): Promise<KeptHead[]>;
  keepStamp(size: number, stamp: string): Promise<void>;
  inclusion(seq: number, size: number): Promise<Hash[]>;
  consistency(first: number, size: number): Promise<Hash[]>;
  /** When the oldest consent was given that is not in the tree; undefined where all are. */
  unsealedSince(): Promise<number | undefined>;
}

/** How many leaves are added to the tree at once. */
export const sealBatch = 256;

export class BrokenLog extends Error {}

export function consentLogIn(connection: Connection, now: () => number): ConsentLog {
  const { kind } = connection;
  const oldestUnsealed = connection.prepare((db, _: object) =>
    db
      .selectFrom("consents")
      .select((eb) => eb.fn.min("at").as("at"))
      .where("seq", "is", null),
  );
  const unsealedSince = async () => (await connection.query(oldestUnsealed({})))[0]?.at ?? undefined;
  const heads = (db: Reader) =>
    db.selectFrom("consentHeads").select(["size", "note", "at", "pushedAt", "stamp"]);
  const newestHead = () =>
    connection.read((db) => heads(db).orderBy("size", "desc").limit(1).executeTakeFirst());
  const read: ReadHashes = (level, from, count) => connection.read((db) => hashesOf(db, level, from, count));
  return {
    async seal(key) {
      if ((await unsealedSince()) === undefined) return { taken: 0 };
      return connection.write(async (trx) => {
        if (!(await tryLock(trx, kind, "consent-log"))) return undefined;
        const known = await frontierOf(trx, key);
        const tree = known.size > 0 ? known : await begun(trx);
        const leaves = await takePositions(trx, tree.size);
        const after = await grow(trx, tree, leaves);
        if (leaves.length > 0) await keepHead(trx, after, key, now());
        return { taken: leaves.length };
      });
    },
    async takeDueHead(everyMs) {
      const head = await newestHead();
      if (!head || head.pushedAt !== null) return undefined;
      const last = await connection.read((db) =>
        db
          .selectFrom("consentHeads")
          .select((eb) => eb.fn.max("pushedAt").as("at"))
          .executeTakeFirst(),
      );
      if ((last?.at ?? 0) + everyMs > now()) return undefined;
      const taken = await connection.write((trx) =>
        trx
          .updateTable("consentHeads")
          .set({ pushedAt: now() })
          .where("size", "=", head.size)
          .where("pushedAt", "is", null)
          .returning("size")
          .execute(),
      );
      return taken.length > 0 ? head : undefined;
    },
    newestHead,
    pushedHeads: () =>
      connection.read((db) => heads(db).where("pushedAt", "is not", null).orderBy("size").execute()),
    async keepStamp(size, stamp) {
      await connection.write((trx) =>
        trx.updateTable("consentHeads").set({ stamp }).where("size", "=", size).execute(),
      );
    },
    inclusion: (seq, size) => inclusionProof(read, seq, size),
    consistency: (first, size) => consistencyProof(read, first, size),
    unsealedSince,
  };
}

/** The tree as it was signed last. */
async function frontierOf(trx: Writer, key: LogKey): Promise<Frontier> {
  const kept = await trx
    .selectFrom("consentHeads")
    .selectAll()
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!kept) return emptyTree;
  const tree = { size: kept.size, peaks: kept.peaks.split(" ").map((hash) => Buffer.from(hash, "hex")) };
  const isFromHere = kept.note.startsWith(`${key.name}\n`);
  const head = openNote(kept.note, key);
  // A head of another key cannot be checked here: its own root is all there is.
  const root = head?.root ?? Buffer.from(kept.note.split("\n")[2] ?? "", "base64");
  if ((isFromHere && head?.size !== kept.size) || !rootOf(tree).equals(root)) {
    throw new BrokenLog("The consent log is not as it was signed: run `claimpath consent verify`.");
  }
  return tree;
}

/** A tree of the first leaf alone. */
async function begun(trx: Writer): Promise<Frontier> {
  const last = await trx
    .selectFrom("consentChain")
    .select("hash")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const leaf = firstLeaf(last?.hash ?? genesis);
  await trx
    .insertInto("consentNodes")
    .values({ level: 0, position: 0, hash: leaf.toString("hex") })
    .execute();
  return grown(emptyTree, leaf);
}

/** Gives the oldest consents without a position the next ones. @returns their leaves in that order */
async function takePositions(trx: Writer, from: number): Promise<Hash[]> {
  const { rows } = await sql<{ leaf: string; seq: number }>`
    with due as (
      select lead_id, row_number() over (order by at, lead_id) as number
      from (select lead_id, at from consents where seq is null order by at, lead_id limit ${sql.lit(sealBatch)}) as oldest
    )
    update consents set seq = ${from} - 1 + due.number from due
    where consents.lead_id = due.lead_id returning leaf, seq`.execute(trx);
  return [...rows].sort((a, b) => Number(a.seq) - Number(b.seq)).map(({ leaf }) => Buffer.from(leaf, "hex"));
}

async function grow(trx: Writer, tree: Frontier, leaves: readonly Hash[]): Promise<Frontier> {
  const kept: { level: number; position: number; hash: string }[] = [];
  const after = leaves.reduce(
    (before, leaf) =>
      grown(before, leaf, (level, position, hash) => {
        if (level % tileBits === 0) kept.push({ level, position, hash: hash.toString("hex") });
      }),
    tree,
  );
  if (kept.length > 0) await trx.insertInto("consentNodes").values(kept).execute();
  return after;
}

/** Of the heads before it only those stay that witnesses have. */
async function keepHead(trx: Writer, tree: Frontier, key: LogKey, at: number): Promise<void> {
  await trx.deleteFrom("consentHeads").where("pushedAt", "is", null).execute();
  const note = key.sign({ size: tree.size, root: rootOf(tree), at });
  const peaks = tree.peaks.map((hash) => hash.toString("hex")).join(" ");
  await trx
    .insertInto("consentHeads")
    .values({ size: tree.size, note, peaks, at, pushedAt: null, stamp: null })
    .execute();
}

async function hashesOf(db: Reader, level: number, from: number, count: number): Promise<Hash[]> {
  const nodes = await db
    .selectFrom("consentNodes")
    .select(["position", "hash"])
    .where("level", "=", level)
    .where("position", ">=", from)
    .where("position", "<", from + count)
    .orderBy("position")
    .execute();
  const leaves =
    level > 0
      ? []
      : await db
          .selectFrom("consents")
          .select("leaf")
          .where("seq", ">=", from)
          .where("seq", "<", from + count)
          .orderBy("seq")
          .execute();
  return [...nodes.map(({ hash }) => hash), ...leaves.map(({ leaf }) => leaf)].map((hash) =>
    Buffer.from(hash!, "hex"),
  );
}
