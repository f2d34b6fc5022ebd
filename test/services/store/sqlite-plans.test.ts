import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { perishable } from "../../../services/settings/limits.ts";
import { sqlitePath } from "../../../services/store/engine/sqlite-file.ts";
import { freshStore, sqlite } from "../../support/databases.ts";

const on = freshStore(sqlite.start);

/** How SQLite does what the program asks of it meanwhile, step by step. It is the same whatever is stored. */
async function planOf(work: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  await work();
  const asked = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^(with|select|update|delete)/.test(sql));
  prepare.mockRestore();
  const reader = new DatabaseSync(sqlitePath(on.url), { readOnly: true });
  const steps = asked.flatMap((sql) => {
    const parameters = Array(sql.split("?").length - 1).fill(0);
    const plan = reader.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
    return plan.map(({ detail }) => detail);
  });
  reader.close();
  return steps;
}

const searched = (steps: string[]) =>
  [...new Set(steps)].filter(
    (step) => /^SEARCH|^SCAN|^MULTI/.test(step) && !/^SCAN (due|each|chosen)$/.test(step),
  );

test("a message is taken without looking at the queue behind it", async () => {
  const steps = await planOf(() => on.store.outbox.claim(["a", "b"], 5));
  expect(searched(steps)).toEqual([
    "SEARCH outbox USING COVERING INDEX sqlite_autoindex_outbox_1 (id=?)",
    "SEARCH outbox USING INDEX outbox_due (status=? AND destination=? AND run_at<?)",
    "SEARCH pauses USING COVERING INDEX sqlite_autoindex_pauses_1 (destination=?)",
    "SEARCH outbox USING INDEX outbox_due (status=? AND destination=?)",
  ]);
  // Sorted are the first ones of each destination, nothing else.
  expect(steps.filter((_, index) => steps[index + 1]?.includes("TEMP B-TREE"))).toEqual(["SCAN each"]);
});

test("whether many names have anything is asked without a claim", async () => {
  expect(searched(await planOf(() => on.store.outbox.claim(["a", "b", "c", "d", "e"], 5)))).toEqual([
    "MULTI-INDEX OR",
    "SEARCH outbox USING INDEX outbox_due (status=? AND destination=? AND run_at<?)",
    "SEARCH outbox USING INDEX outbox_due (status=? AND destination=?)",
  ]);
});

test("what waits is counted in the index alone", async () => {
  expect(searched(await planOf(() => on.store.outbox.depth()))).toEqual([
    "SEARCH outbox USING COVERING INDEX outbox_due (status=?)",
  ]);
});

test("what is too old is found by its age; whatever is not, costs nothing", async () => {
  const ages = Object.fromEntries(perishable.map((kind) => [kind, 1]));
  expect(searched(await planOf(() => on.store.retention.sweep(ages)))).toEqual([
    "SEARCH bad_emails USING INDEX bad_emails_old (updated_at<?)",
    "SEARCH analytics_sources USING INTEGER PRIMARY KEY (rowid<?)",
    "SEARCH all",
    "SEARCH analytics_sessions USING COVERING INDEX analytics_sessions_source (source_id=?)",
    "SEARCH analytics_views USING COVERING INDEX sqlite_autoindex_analytics_views_1 (source_id=?)",
    "SEARCH visits USING INDEX visits_abandoned (updated_at<?)",
    "SEARCH phone_codes USING INDEX phone_codes_old (expires_at<?)",
    "SEARCH post_counts USING INDEX post_counts_old (began_at<?)",
    "SEARCH spent_proofs USING INDEX spent_proofs_old (expires_at<?)",
    "SEARCH verdicts USING INDEX verdicts_old (at<?)",
    "SEARCH velocity USING INDEX velocity_old (at<?)",
    "SEARCH phone_code_tries USING INDEX phone_code_tries_old (at<?)",
    "SEARCH outbox USING INDEX outbox_payloads (status=? AND updated_at<?)",
    "SEARCH leads USING INDEX leads_whole (created_at<?)",
    "SEARCH outbox USING INDEX sqlite_autoindex_outbox_2 (lead_id=?)",
    // Few rows, however long the site runs.
    "SCAN privacy_requests",
    "SEARCH sales_ledger USING INDEX sales_ledger_by_time (at<?)",
    "SEARCH later USING INDEX sales_ledger_by_lead (lead_id=?)",
  ]);
});
