import type { Connection } from "../engine/connection.ts";
import type { Pause } from "../rows.ts";
import { addTerm, holdTerms } from "./terms.ts";

/** Paused destinations; no process claims a message for one (outbox-claims.ts). Each change is a change of its terms. */
export interface Pauses {
  list(): Promise<Pause[]>;
  begin(destination: string, person: string, reason?: string): Promise<void>;
  end(destination: string, person?: string, reason?: string): Promise<void>;
}

export function pausesIn(connection: Connection, now: () => number): Pauses {
  const { kind } = connection;
  const set = (name: string, after: "yes" | null, by: { person: string; reason: string }) =>
    connection.write(async (trx) => {
      const owner = { party: "receiver" as const, name };
      await holdTerms(trx, kind, owner);
      const standing = await trx
        .selectFrom("pauses")
        .select("destination")
        .where("destination", "=", name)
        .executeTakeFirst();
      if ((standing !== undefined) === (after === "yes")) return;
      await addTerm(trx, now(), owner, { field: "paused", after, inFile: "" }, by);
    });
  return {
    list: () => connection.read((db) => db.selectFrom("pauses").selectAll().orderBy("destination").execute()),
    begin: (destination, person, reason = "") => set(destination, "yes", { person, reason }),
    end: (destination, person = "", reason = "") => set(destination, null, { person, reason }),
  };
}
