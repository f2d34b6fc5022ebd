import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool } from "pg";

/** The words of pg's own timer, and of a connection that it was given up on. */
export const noAnswer = "Query read timeout";
const givenUp = "Connection terminated: a query got no answer";

/** Maintenance takes as long as it takes. */
const isMaintenance = (text: string) => /^\s*vacuum\b/i.test(text);

/**
 * The pool with a deadline for each answer, which the server's own statement_timeout cannot give: a server that is
 * frozen or cut off without a word keeps no time. A connection whose answer did not come is closed, because the
 * answer may still come and would be taken for the next one's.
 * @param deadlineMs longer than statement_timeout, so that a server that lives has the first word
 */
export function withDeadline(pool: Pool, deadlineMs: number): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let isLost = false;
      const query = async (text: string, values: unknown[]) => {
        if (isLost) throw new Error(givenUp);
        const deadline = isMaintenance(text) ? {} : { query_timeout: deadlineMs };
        try {
          return await client.query({ text, values, ...deadline });
        } catch (error) {
          isLost = error instanceof Error && error.message === noAnswer;
          throw error;
        }
      };
      return { query, release: () => client.release(isLost) } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
