import { createHash } from "node:crypto";
import type { Connection } from "../engine/connection.ts";
import type { ConsentPage } from "../rows.ts";

export interface ConsentPages {
  /** @returns its hash, once it is stored */
  keep(html: string): Promise<string>;
  get(sha256: string): Promise<ConsentPage | undefined>;
}

export function consentPagesIn(connection: Connection, now: () => number): ConsentPages {
  return {
    async keep(html) {
      const sha256 = createHash("sha256").update(html).digest("hex");
      const row = { sha256, html, at: now() };
      await connection.write((trx) =>
        trx
          .insertInto("consentPages")
          .values(row)
          .onConflict((c) => c.column("sha256").doNothing())
          .execute(),
      );
      return sha256;
    },
    get: (sha256) =>
      connection.read((db) =>
        db.selectFrom("consentPages").selectAll().where("sha256", "=", sha256).executeTakeFirst(),
      ),
  };
}
