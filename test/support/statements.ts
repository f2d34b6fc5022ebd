import pg from "pg";

export type Statement = { text: string; values: unknown[] };

/** The statements that the program sends to PostgreSQL while it works, transactions' brackets left out. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given;
    if (typeof statement === "object" && statement !== null && "text" in statement) {
      const { text, values = [] } = statement as Statement;
      if (!/^(begin|commit|rollback|start transaction|set|reset|vacuum)\b/i.test(text))
        sent.push({ text, values });
    }
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}
