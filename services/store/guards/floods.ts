import { keyedHash } from "../engine/address-hash.ts";
import type { Connection, Reader } from "../engine/connection.ts";

/**
 * The counts of a window of time and of the one before it. All limits within a time use both: the previous window
 * weighs as much as the part of it that still counts, so that nobody gets twice as much at its turn.
 */
export type Counted = { before: number; current: number };

/** @returns when the window began that this moment is in, epoch milliseconds */
export const windowStart = (at: number, windowMs: number) => at - (at % windowMs);

/** How much may be counted in this window from its beginning to now, after so much in the one before. */
export function roomAfter(before: number, most: number, at: number, windowMs: number): number {
  return Math.floor(most - before * (1 - (at % windowMs) / windowMs));
}

/** How long until `amount` more has room if nothing else is counted, in milliseconds; at least 1. */
export function waitFor(
  { before, current }: Counted,
  most: number,
  at: number,
  windowMs: number,
  amount = 1,
): number {
  const into = at % windowMs;
  const free = most - amount - current;
  const wait =
    free >= 0
      ? slidOut(before, free) * windowMs - into
      : windowMs - into + slidOut(current, most - amount) * windowMs;
  return Math.max(1, Math.ceil(wait));
}

/** Which part of a window has to slide out until no more than `allowed` is left of its count. */
const slidOut = (count: number, allowed: number) => (count <= allowed ? 0 : 1 - allowed / count);

/** Proofs of work and forms that have bought a post: each buys one, whichever process it comes to. */
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
    /** @returns whether it was spent before; nothing is written */
    async isSpent(nonce: string): Promise<boolean> {
      const row = await connection.read((db) =>
        db.selectFrom("spentProofs").select("nonce").where("nonce", "=", nonce).executeTakeFirst(),
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

/** The table's counts for the window of `at` and the one before. */
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
