import { keyedHash } from "./address-hash.ts";
import type { Connection, Writer } from "./connection.ts";

/**
 * How much may be taken in one window of time. `of`: by whom, kept as a keyed hash; everybody where it is left out.
 * `most`: 0 for any amount.
 */
export type Share = { name: string; of?: string; beganAt: number; most: number };

/** What was taken of things that cost money, over all processes. */
export interface Budgets {
  /** Takes one of each share, or of none. @returns the first that is used up */
  take(shares: readonly Share[]): Promise<Share | undefined>;
  /** How much has been taken of each. */
  taken(shares: readonly Share[]): Promise<number[]>;
}

class UsedUp extends Error {
  readonly share: Share;
  constructor(share: Share) {
    super(`${share.name} is used up`);
    this.share = share;
  }
}

/** Counted in the table of posts, by other names. @param key secret of this deployment, which hides who took */
export function budgetsIn(connection: Connection, key: string): Budgets {
  const hash = ({ name, of }: Share) => (of === undefined ? name : keyedHash(key, `${name} ${of}`));
  /** One statement that counts and compares: of processes that ask at once each is one. */
  const takeOne = (trx: Writer, share: Share) =>
    trx
      .insertInto("postCounts")
      .values({ networkHash: hash(share), beganAt: share.beganAt, posts: 1 })
      .onConflict((c) =>
        c
          .columns(["networkHash", "beganAt"])
          .doUpdateSet((eb) => ({ posts: eb("postCounts.posts", "+", 1) }))
          .where("postCounts.posts", "<", share.most),
      )
      .returning("posts")
      .executeTakeFirst();
  return {
    async take(shares) {
      const limited = shares.filter(({ most }) => most > 0);
      if (limited.length === 0) return undefined;
      try {
        await connection.write(async (trx) => {
          for (const share of limited) if (!(await takeOne(trx, share))) throw new UsedUp(share);
        });
        return undefined;
      } catch (error) {
        if (error instanceof UsedUp) return error.share;
        throw error;
      }
    },
    taken: (shares) =>
      connection.read((db) =>
        Promise.all(
          shares.map(async (share) => {
            const row = await db
              .selectFrom("postCounts")
              .select("posts")
              .where("networkHash", "=", hash(share))
              .where("beganAt", "=", share.beganAt)
              .executeTakeFirst();
            return Number(row?.posts ?? 0);
          }),
        ),
      ),
  };
}
