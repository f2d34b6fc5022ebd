import { keyedHash } from "../engine/address-hash.ts";
import type { Connection, Reader } from "../engine/connection.ts";
import { type Counted, windowStart } from "../engine/sliding-window.ts";

/** Proofs of work that have bought a post: each buys one, whichever process it comes to. */
export type SpentProofs = ReturnType<typeof spentProofsIn>;

export function spentProofsIn(connection: Connection) {
  return {
    /**
     * @param nonce of the challenge, which is ours
     * @param expiresAt when the proof is refused anyway, epoch milliseconds
     * @returns false when it was spent before
     */
    async spend(nonce: string, expiresAt: number): Promise<boolean> {
      const row = await connection.write((trx) =>
        trx
          .insertInto("spentProofs")
          .values({ nonce, expiresAt: expiresAt })
          .onConflict((c) => c.column("nonce").doNothing())
          .returning("nonce")
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
  };
}

/** How many posts came from a network in a time, over all processes. */
export type PostCounts = ReturnType<typeof postCountsIn>;

/** @param key secret of this deployment: without it the table gives no address away */
export function postCountsIn(connection: Connection, key: string) {
  return {
    /**
     * Adds to the count of the window that `at` is in.
     * @param network as `networkOf` names it, or a name for all of them
     * @param at epoch milliseconds
     * @returns the new count, and that of the window before
     */
    add(network: string, posts: number, at: number, windowMs: number): Promise<Counted> {
      const networkHash = keyedHash(key, network);
      return connection.write(async (trx) => {
        await trx
          .insertInto("postCounts")
          .values({ networkHash, beganAt: windowStart(at, windowMs), posts })
          .onConflict((c) =>
            c.columns(["networkHash", "beganAt"]).doUpdateSet((eb) => ({
              posts: eb("postCounts.posts", "+", eb.ref("excluded.posts")),
            })),
          )
          .execute();
        return countedOf(trx, networkHash, at, windowMs);
      });
    },
  };
}

/** What the table has of the window that `at` is in and of the one before. */
export async function countedOf(
  db: Reader,
  networkHash: string,
  at: number,
  windowMs: number,
): Promise<Counted> {
  const beganAt = windowStart(at, windowMs);
  const rows = await db
    .selectFrom("postCounts")
    .select(["beganAt", "posts"])
    .where("networkHash", "=", networkHash)
    .where("beganAt", "in", [beganAt - windowMs, beganAt])
    .execute();
  const postsOf = (began: number) => Number(rows.find((row) => Number(row.beganAt) === began)?.posts ?? 0);
  return { before: postsOf(beganAt - windowMs), current: postsOf(beganAt) };
}
