/** What is left after the kills: in the store, and at the receivers. */

import { verifyLog } from "../../services/evidence/verify-log.ts";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import type { Arrival } from "../../test/stubs/arrivals.ts";
import type { Site } from "../../test/support/site.ts";
import { query } from "../../test/support/store-reader.ts";

export type CrashFigures = { kills: number; seconds: number } & Awaited<ReturnType<typeof count>>;

/** What the visitors experienced. */
export type Story = { acknowledged: Set<string>; retries: number; lostAnswers: number; over: boolean };

/** Counts once the site has stopped. */
export async function count({ databaseFile, stubs }: Site, story: Story) {
  const rows = query<{ id: string; email: string; consents: number; messages: number }>(
    databaseFile,
    `select id, json_extract(record, '$.email') as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages
     from leads`,
  );
  const [orphans] = query<{ n: number }>(
    databaseFile,
    `select (select count(*) from consents where lead_id not in (select id from leads))
          + (select count(*) from outbox where lead_id not in (select id from leads))
          + (select count(*) from visits where lead_id not in (select id from leads)) as n`,
  );
  const emails = new Set(rows.map(({ email }) => email));
  return {
    // Leads whose visitor was sent to the thanks: 303 to a form, 200 to the island's post.
    acknowledged: story.acknowledged.size,
    // Requests that were cut off or refused and sent again.
    retries: story.retries,
    // Leads in the store; those whose answer was lost are there too.
    stored: rows.length,
    // Acknowledged, but not in the store.
    missing: [...story.acknowledged].filter((email) => !emails.has(email)).length,
    doubled: rows.length - emails.size,
    // Leads without exactly one consent record, or without exactly one message to each receiver.
    incomplete: rows.filter(({ consents, messages }) => consents !== 1 || messages !== 2).length,
    // Consents, messages and visits whose lead is not there.
    orphans: orphans!.n,
    // Visits whose acknowledged answers were gone when their lead was posted.
    lostAnswers: story.lostAnswers,
    integrity: query<{ integrity_check: string }>(databaseFile, "pragma integrity_check")[0]!.integrity_check,
    // Consents on record; -1 when their log does not hold.
    chain: await chainLength(databaseFile),
    receivers: {
      "lead-prosper": receiverFigures("lead-prosper", stubs.leadProsper.received, rows, databaseFile),
      "bad-words": receiverFigures("bad-words", stubs.ownPosts.received, rows, databaseFile),
    } as Record<string, ReturnType<typeof receiverFigures>>,
  };
}

/** What one receiver has, by message id. */
function receiverFigures(
  destination: string,
  received: Map<string, Arrival>,
  leads: { id: string; email: string }[],
  databaseFile: string,
) {
  const emails = new Map(leads.map(({ id, email }) => [`${id}.${destination}`, email]));
  const arrivals = [...received];
  const known = arrivals.filter(([id]) => emails.has(id));
  const sql = `select count(*) as n from outbox_attempts join outbox on outbox.id = outbox_id
    where destination = ? and outcome not in ('accepted', 'duplicate')`;
  return {
    // Stored leads that it has; of these, with another e-mail address than the lead's.
    delivered: known.length,
    wrong: known.filter(([id, { fields }]) => fields.email !== emails.get(id)).length,
    // Ids that no stored lead explains.
    strangers: arrivals.length - known.length,
    // Arrivals beyond the first of each id.
    resent: arrivals.reduce((sum, [, { times }]) => sum + times - 1, 0),
    // Attempts that ended badly, as the outbox saw it.
    failed: query<{ n: number }>(databaseFile, sql, destination)[0]!.n,
  };
}

async function chainLength(databaseFile: string): Promise<number> {
  const url = `file:${databaseFile}`;
  const store = await openStore({ url, now: Date.now, log: silentLog });
  const verdict = await verifyLog(store);
  await store.close();
  return verdict.ok ? verdict.count : -1;
}
