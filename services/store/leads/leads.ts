import { type Selectable, sql } from "kysely";
import type { Connection, Reader } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import type { Work } from "../engine/statements.ts";
import type { Lead } from "../rows.ts";

export interface Leads {
  get(id: string): Promise<Lead | undefined>;
  /** The same, as safe as a new lead: for the thanks (decision "A lost leader is waited for"). */
  acknowledged(id: string): Promise<Lead | undefined>;
  byOrigin(origin: string): Promise<Lead | undefined>;
  /** Which of these ids belong to no lead; those of erased ones do. */
  missing(ids: readonly string[]): Promise<string[]>;
  /** Newest first. */
  list(filter: { since?: number; limit: number }): Promise<Lead[]>;
  /** Oldest first, a page at a time, so that memory stays flat. */
  iterate(filter: { since?: number }): AsyncIterable<Lead>;
  /** How many leads since then name each firm, including those erased meanwhile; a firm without any is missing. */
  countByBuyer(since: number): Promise<Map<string, number>>;
  /** How many surveys were sent in that time, `until` excluded, and how many of them fit; erased ones included. */
  countJudged(from: number, until: number): Promise<{ sent: number; fit: number }>;
}

const page = 200;

/** By name, so that an older program's statement still works after a newer one has added columns. */
export const leadColumns = [
  "id",
  "origin",
  "kind",
  "variant",
  "createdAt",
  "qualified",
  "dqReason",
  "record",
  "derived",
  "location",
  "signs",
  "buyers",
  "erasedAt",
] as const;

export function leadFromRow({ signs, buyers, ...row }: Selectable<Schema["leads"]>): Lead {
  return {
    ...row,
    qualified: row.qualified === null ? null : row.qualified === 1,
    record: JSON.parse(row.record),
    derived: JSON.parse(row.derived),
    signs: signs === null ? null : JSON.parse(signs),
    buyers: buyers === null ? [] : JSON.parse(buyers),
  };
}

function since(db: Reader, time: number | undefined) {
  return db
    .selectFrom("leads")
    .selectAll()
    .where("createdAt", ">=", time ?? 0)
    .where("erasedAt", "is", null);
}

/** Finds a lead by writing it unchanged: what has arrived by then is as safe as a new lead. */
export function acknowledgedIn(
  connection: Connection,
  column: "id" | "origin",
): (value: string) => Work<Lead | undefined> {
  const write = connection.prepare((db, given: { value: string }) =>
    db
      .updateTable("leads")
      .set((eb) => ({ origin: eb.ref("origin") }))
      .where(column, "=", given.value)
      .returning(leadColumns),
  );
  return function* (value) {
    const [row] = yield* write({ value });
    return row && leadFromRow(row);
  };
}

export function leadsIn(connection: Connection): Leads {
  const by = (column: "id" | "origin") => {
    const find = connection.prepare((db, given: { value: string }) =>
      db.selectFrom("leads").select(leadColumns).where(column, "=", given.value),
    );
    return async (value: string) => {
      const [row] = await connection.query(find({ value }));
      return row && leadFromRow(row);
    };
  };
  const acknowledged = acknowledgedIn(connection, "id");
  // Asked again and again of hundreds: one text for however many, and no rows where all are there.
  const notThere = connection.prepare((db, { ids }: { ids: string }) => {
    const asked =
      connection.kind === "postgres"
        ? sql<{ id: string }>`(select json_array_elements_text(cast(${ids} as json)) as id)`
        : sql<{ id: string }>`(select value as id from json_each(${ids}))`;
    return db
      .selectFrom(asked.as("asked"))
      .select("asked.id")
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("leads").select("leads.id").whereRef("leads.id", "=", "asked.id"))),
      );
  });
  return {
    get: by("id"),
    acknowledged: (id) => connection.transact(() => acknowledged(id), true),
    byOrigin: by("origin"),
    async missing(ids) {
      const rows = await connection.query(notThere({ ids: JSON.stringify(ids) }));
      return rows.map(({ id }) => id);
    },
    async list(filter) {
      const rows = await connection.read((db) =>
        since(db, filter.since).orderBy("id", "desc").limit(filter.limit).execute(),
      );
      return rows.map(leadFromRow);
    },
    async *iterate(filter) {
      let after = "";
      for (;;) {
        const rows = await connection.read((db) =>
          since(db, filter.since).where("id", ">", after).orderBy("id").limit(page).execute(),
        );
        for (const row of rows) yield leadFromRow(row);
        const last = rows.at(-1);
        if (!last || rows.length < page) return;
        after = last.id;
      }
    },
    async countByBuyer(since) {
      const rows = await connection.read((db) =>
        db
          .selectFrom("leads")
          .select(["buyers", (row) => row.fn.countAll<number>().as("leads")])
          .where("createdAt", ">=", since)
          .where("buyers", "is not", null)
          .groupBy("buyers")
          .execute(),
      );
      const counts = new Map<string, number>();
      for (const { buyers, leads } of rows) {
        for (const name of JSON.parse(buyers!) as string[])
          counts.set(name, (counts.get(name) ?? 0) + Number(leads));
      }
      return counts;
    },
    async countJudged(from, until) {
      const rows = await connection.read((db) =>
        db
          .selectFrom("leads")
          .select(["qualified", (row) => row.fn.countAll<number>().as("leads")])
          .where("createdAt", ">=", from)
          .where("createdAt", "<", until)
          .where("kind", "=", "survey")
          .groupBy("qualified")
          .execute(),
      );
      const count = (some: typeof rows) => some.reduce((sum, { leads }) => sum + Number(leads), 0);
      return { sent: count(rows), fit: count(rows.filter(({ qualified }) => qualified === 1)) };
    },
  };
}
