import pg from "pg";

/** Asks a database that may go away at any time. @returns rows; nothing where no answer came in time */
export async function ask<Row = object>(
  url: string,
  text: string,
  withinMs = 2_000,
): Promise<Row[] | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  // A leader that gives way ends its sessions, those between two questions too.
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch {
    return undefined;
  } finally {
    client.end().catch(() => undefined);
  }
}
