import { keyedHash } from "./address-hash.ts";
import type { Connection } from "./connection.ts";

/** How many posts came from a network in one window of time, over all processes. */
export interface PostCounts {
  /**
   * Adds to a window's count.
   * @param network as `networkOf` names it, or a name for all of them
   * @param beganAt when the window began, epoch milliseconds
   * @returns the new count
   */
  add(network: string, beganAt: number, posts: number): Promise<number>;
}

/** @param key secret of this deployment: without it the table gives no address away */
export function postCountsIn(connection: Connection, key: string): PostCounts {
  return {
    async add(network, beganAt, posts) {
      const row = await connection.write((trx) =>
        trx
          .insertInto("postCounts")
          .values({ networkHash: keyedHash(key, network), beganAt: beganAt, posts })
          .onConflict((c) =>
            c.columns(["networkHash", "beganAt"]).doUpdateSet((eb) => ({
              posts: eb("postCounts.posts", "+", eb.ref("excluded.posts")),
            })),
          )
          .returning("posts")
          .executeTakeFirstOrThrow(),
      );
      return row.posts;
    },
  };
}
