import { verifyChain } from "../store/consents/consent-chain.ts";
import type { ConsentRow } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { consentLeaf, emptyTree, type Frontier, firstLeaf, grown, rootOf } from "../transparency/merkle.ts";
import { type LogKey, openNote, type TreeHead } from "../transparency/signed-note.ts";

/**
 * `sealed` consents are in the log, `unsealed` ones not yet, `chained` ones were given before there was a log; `erased` ones
 * have left their leaf.
 */
export type LogVerdict =
  | {
      ok: true;
      count: number;
      sealed: number;
      unsealed: number;
      chained: number;
      erased: number;
      witnessed: number;
    }
  | { ok: false; reason: string };

class Flaw extends Error {}

/**
 * Compares all consents with the log's newest head, and with the heads that witnesses keep. Somebody who can write to
 * the database but does not have the key can neither change nor add signed entries; a log that was cut off, or signed
 * again by somebody with the key, contradicts a witness's head.
 * @param key undefined where signatures cannot be checked
 * @param witnessed signed notes as witnesses keep them
 */
export async function verifyLog(
  { consents, consentLog }: Pick<Store, "consents" | "consentLog">,
  { key, witnessed = [] }: { key?: LogKey; witnessed?: readonly string[] } = {},
): Promise<LogVerdict> {
  try {
    const chain = await verifyChain(consents.chain());
    if (!chain.ok)
      throw new Flaw(`consent ${chain.seq} of the chain, of lead ${chain.leadId}: ${chain.reason}`);
    const newest = await consentLog.newestHead();
    const signed = newest && headIn(newest.note, key, "the newest head");
    const heads = [
      ...(signed ? [signed] : []),
      ...witnessed.map((note) => headIn(note, key, "a witness's head")),
    ].sort((a, b) => a.size - b.size);
    let tree: Frontier = signed ? grown(emptyTree, firstLeaf(chain.head)) : emptyTree;
    const check = () => {
      for (; heads[0]?.size === tree.size; heads.shift()) {
        if (!rootOf(tree).equals(heads[0].root)) {
          throw new Flaw(`the first ${tree.size - 1} consents of the log are not those that were signed`);
        }
      }
    };
    check();
    let erased = 0;
    for await (const row of consents.sealed()) {
      if (row.seq !== tree.size) throw new Flaw(`the consent at position ${tree.size} of the log is missing`);
      erased += await checkLeaf(row, consents);
      tree = grown(tree, Buffer.from(row.leaf!, "hex"));
      check();
    }
    const [beyond] = heads;
    if (beyond) throw new Flaw(`the log has ${tree.size} leaves, but a signed head has ${beyond.size}`);
    if (signed && tree.size > signed.size) throw new Flaw("consents have positions that no head has signed");
    let [unsealed, chained] = [0, 0];
    for await (const row of consents.iterate()) {
      if (row.leaf === null) chained += 1;
      else if (row.seq === null) {
        unsealed += 1;
        erased += await checkLeaf(row, consents);
      }
    }
    const sealed = Math.max(0, tree.size - 1);
    return {
      ok: true,
      count: sealed + unsealed + chained,
      sealed,
      unsealed,
      chained,
      erased,
      witnessed: witnessed.length,
    };
  } catch (error) {
    if (error instanceof Flaw) return { ok: false, reason: error.message };
    throw error;
  }
}

/**
 * @returns 1 for a consent that was erased with its person, which has left its leaf; else 0
 * @throws Flaw when it is not what its leaf is the hash of, or is blank and nothing says why
 */
async function checkLeaf(row: ConsentRow, consents: Store["consents"]): Promise<number> {
  if (row.body !== "" && consentLeaf(row).toString("hex") === row.leaf) return 0;
  if (row.body !== "") throw new Flaw(`the consent of lead ${row.leadId} was changed after it was stored`);
  if (await consents.isErased(row.leadId)) return 1;
  throw new Flaw(`the consent of lead ${row.leadId} is blank, and no erasure is on record`);
}

function headIn(note: string, key: LogKey | undefined, whose: string): TreeHead {
  if (key) {
    const head = openNote(note, key);
    if (!head) throw new Flaw(`${whose} is not signed with this log's key`);
    return head;
  }
  const [, size, root = ""] = note.split("\n");
  return { size: Number(size), root: Buffer.from(root, "base64"), at: 0 };
}
