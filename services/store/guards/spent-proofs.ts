import type { Connection } from "../engine/connection.ts";

/** Proofs of work that have bought a post: each buys one, whichever process it comes to. */
export interface SpentProofs {
  /**
   * @param nonce of the challenge, which is ours
   * @param expiresAt when the proof is refused anyway, epoch milliseconds
   * @returns false when it was spent before
   */
  spend(nonce: string, expiresAt: number): Promise<boolean>;
}

export function spentProofsIn(connection: Connection): SpentProofs {
  return {
    async spend(nonce, expiresAt) {
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
