import { keyedHash } from "../engine/address-hash.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import { countedOf, roomAfter, waitFor, windowStart } from "./floods.ts";

/**
 * How much may be taken in a time. `of`: by whom, kept as a keyed hash; everybody by default. `most`: 0 for any amount.
 */
export type Share = { name: string; of?: string; windowMs: number; most: number };

/** `waitMs`: until a tenth of it is there again. */
export type ShareUsedUp = { share: Share; waitMs: number };

/** How much was taken of what costs money, over all processes. */
export type Budgets = ReturnType<typeof budgetsIn>;

class UsedUp extends Error {
  readonly share: Share;
  constructor(share: Share) {
    super(`${share.name} is used up`);
    this.share = share;
  }
}

/** Counted in the table of posts, by other names. @param key secret of this deployment, which hides who took */
export function budgetsIn(connection: Connection, key: string) {
  const hash = ({ name, of }: Share) => (of === undefined ? name : keyedHash(key, `${name} ${of}`));
  const counted = (db: Reader, share: Share, at: number) => countedOf(db, hash(share), at, share.windowMs);
  /** One statement counts and compares, so that simultaneous processes count separately. */
  const takeOne = async (trx: Writer, share: Share, at: number) => {
    const { before } = await counted(trx, share, at);
    const room = roomAfter(before, share.most, at, share.windowMs);
    if (room < 1) return undefined;
    return trx
      .insertInto("postCounts")
      .values({ networkHash: hash(share), beganAt: windowStart(at, share.windowMs), posts: 1 })
      .onConflict((c) =>
        c
          .columns(["networkHash", "beganAt"])
          .doUpdateSet((eb) => ({ posts: eb("postCounts.posts", "+", 1) }))
          .where("postCounts.posts", "<", room),
      )
      .returning("posts")
      .executeTakeFirst();
  };
  return {
    /** Takes one of each share, or of none. @param at epoch milliseconds @returns the first that is used up */
    async take(shares: readonly Share[], at: number): Promise<ShareUsedUp | undefined> {
      const limited = shares.filter(({ most }) => most > 0);
      if (limited.length === 0) return undefined;
      try {
        await connection.write(async (trx) => {
          for (const share of limited) if (!(await takeOne(trx, share, at))) throw new UsedUp(share);
        });
        return undefined;
      } catch (error) {
        if (!(error instanceof UsedUp)) throw error;
        const { share } = error;
        const all = await connection.read((db) => counted(db, share, at));
        return { share, waitMs: waitFor(all, share.most, at, share.windowMs, Math.ceil(share.most / 10)) };
      }
    },
    /** How much has been taken of each. */
    taken: (shares: readonly Share[], at: number): Promise<number[]> =>
      connection.read((db) =>
        Promise.all(
          shares.map(async (share) => {
            const { before, current } = await counted(db, share, at);
            return current - roomAfter(before, 0, at, share.windowMs);
          }),
        ),
      ),
  };
}
