import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newSessionId, sessionCookie } from "../../app/server/sessions/session-cookie.ts";
import { createSeal } from "../../services/guard/signing.ts";
import { entriesC, JsonVisitor } from "./json-visitor.ts";
import type { Site } from "./site.ts";
import { change } from "./store-reader.ts";

/** A visit that is at the last question. */
export type Prepared = { visitor: JsonVisitor; email: string };

/**
 * Walks one visit to the last question and copies it in the store, each copy with an e-mail address of its own.
 * @param entries the answers to every question
 */
export async function prepareVisits(
  { url, databaseFile }: Site,
  count: number,
  entries = entriesC(),
): Promise<Prepared[]> {
  const secrets = [readFileSync(join(dirname(databaseFile), "session-secret"), "utf8")];
  const seal = createSeal(secrets, "visit token");
  const { cookieFor } = sessionCookie({ secrets }, false, 3600).read(undefined);

  const original = await new JsonVisitor(url).open();
  await original.progress(entries.slice(0, -1));
  const token = JSON.parse(Buffer.from(original.token.split(".")[0]!, "base64url").toString()) as {
    id: string;
  };

  const copies = Array.from({ length: count }, (_, index) => {
    const id = `${token.id}-${index}`;
    const sessionId = newSessionId();
    const visitor = new JsonVisitor(url);
    visitor.token = seal.seal({ ...token, id });
    visitor.cookie = cookieFor(sessionId).split(";")[0]!;
    visitor.shown = original.shown;
    return { visitor, email: `prepared-${index}@example.com`, id, sessionId };
  });
  change(databaseFile, (db) => {
    const visit = db.prepare(
      `insert into visits (id, session_id, variant, machine_version, created_at, updated_at, log_length, rolled_length)
       select ?, ?, variant, machine_version, created_at, updated_at, log_length, log_length from visits where id = ?`,
    );
    const log = db.prepare(
      `insert into visit_log (visit_id, seq, kind, body, at)
       select ?, seq, kind, replace(body, 'ana.rivera@example.com', ?), at from visit_log where visit_id = ?`,
    );
    db.exec("begin");
    for (const { id, sessionId, email } of copies) {
      visit.run(id, sessionId, token.id);
      log.run(id, email, token.id);
    }
    db.exec("commit");
  });
  return copies;
}
