import { rowsOf } from "./postgres.ts";

/** Enough for PostgreSQL to prefer an index where there is one. */
const visits = 40_000;
const minute = 60_000;

/**
 * Fills an empty store on PostgreSQL as four weeks of traffic leave it: a visit a minute with ten entries, every other
 * one with a lead; a day's leads wait for their delivery. Visits are `v1` (the newest), `v2`, …; the lead of `v2` is `l2`.
 * @param now epoch milliseconds
 */
export async function fillStore(url: string, now: number): Promise<void> {
  const at = `${now} - i * ${minute}::bigint`;
  const all = `generate_series(1, ${visits}) as i`;
  const even = `generate_series(2, ${visits}, 2) as i`;
  await rowsOf(
    url,
    // Without checking each reference, which was made to fit.
    `set session_replication_role = replica;
    insert into visits (id, session_id, variant, machine_version, created_at, updated_at, lead_id, log_length, rolled_length)
      select 'v' || i, 's' || i % 30000, 'c', 'm1', ${at}, ${at}, case when i % 2 = 0 then 'l' || i end, 10,
        case when i <= 20 then 9 else 10 end from ${all};
    insert into visit_log select 'v' || i, seq, 'answer', '{"step":"AtFault","answers":{"option":"no"}}', ${at}
      from ${all}, generate_series(0, 9) as seq;
    insert into progress_saves select 'v' || i, 10, 10, case when i <= 20 then ${at} end, 0, null from ${all};
    insert into leads (id, origin, kind, variant, created_at, qualified, dq_reason, record, derived, location)
      select 'l' || i, 'v' || i, case when i % 100 = 0 then 'contact' else 'survey' end, 'c', ${at}, 1, null,
        '{"email":"' || i || '@example.com"}', '[]', '/survey-thank-you/' from ${even};
    insert into consents (lead_id, at, body, leaf, seq)
      select 'l' || i, ${at}, '{"phone":"2135550123"}', 'x', case when i > 20 then i / 2 end from ${even};
    insert into consent_pages select 'h' || i, repeat('x', 50000), ${at} from generate_series(1, 300) as i;
    insert into outbox (id, lead_id, destination, payload, status, attempts, attempts_forgiven, run_at, created_at, updated_at)
      select 'l' || i || '.lead-prosper', 'l' || i, 'lead-prosper', case when i < 10080 then '{"description":"' || repeat('x', 1800) || '"}' else '' end,
        case when i <= 2000 then 'waiting' else 'delivered' end, 1, 0, ${at}, ${at}, ${at} from ${even};
    insert into outbox_attempts select 'l' || i || '.lead-prosper', 1, ${at}, 'accepted', '' from ${even};
    insert into velocity select 'l' || i || '.lead-prosper', 'h' || i || kind, 'lead-prosper', 'l' || i, kind, 1, 1, ${at}
      from ${even}, unnest(array['phone', 'email', 'browser', 'network']) as kind;
    insert into bad_emails select 's' || i, 'h' || i, 1, ${at} from ${all};
    insert into phone_codes select 'p' || i, 'c', 1, 0, ${at} from ${all};
    insert into phone_code_tries select 't' || i, 'send', 'p' || i, 'n' || i % 5000, 's' || i, ${at}, 0 from ${all};
    insert into post_counts select 'n' || i, ${at}, 5 from ${all};
    insert into spent_proofs select 'n' || i, ${at} from ${all};
    insert into suppressions (kind, address_hash, key_mark, reason, created_at, refusal)
      select 'email', 'h' || i, 'k', 'do-not-sell', ${at}, 'do-not-sell' from ${all};
    insert into lead_notes select 'n' || i, 'l' || i, ${at}, 'Ann', 'x' from ${even};
    insert into readings select ${at}, 'Ann', 'leads show', 'l' || i from ${all};
    insert into outcomes select 'o' || i, 'l' || i, 'sold', ${at}, 'Smith', null, 4500, 'USD' from ${even};
    insert into lead_sources select 'l' || i, i % 2000 + 1, 20000 from ${even};
    insert into source_costs select 'c', 'a' || i, '', day, 100 from generate_series(1, 2000) as i, generate_series(19990, 20000) as day;
    insert into alarm_hours select i, '{}', 1 from generate_series(490000, 491680) as i;
    insert into alarms select 'a' || i, 'site:', 'leads', i, i, i, 1, 1, 9, 5, 13, 0.00001, null from generate_series(480000, 491680) as i;
    insert into alarm_notices select 'a' || i, 'ops', ${at}, '{}', ${at}, null from generate_series(1, 5000) as i;
    insert into day_notes select 'n' || i, 'v' || i % 31, '', 20000 + i % 700, 'x', ${at}, 'Ann', null, null from generate_series(1, 20000) as i;
    insert into verdicts select 'h' || i, 'x', ${now} - i * 2170::bigint from ${all};
    insert into privacy_requests select 'r' || i, 'delete', 'email', 'h' || i, ${at} from generate_series(1, 50) as i;
    insert into analytics_sources select i, 'h' || i, 'c', '/survey/c', '1', 'a' || i, '', 'm1', 'phone', 'en', '', 'on', 0
      from generate_series(1, 2000) as i;
    insert into analytics_traces select i, 'h' || i, 'c', 'end', 'items' from generate_series(1, 5000) as i;
    insert into analytics_sessions select i, 'v' || i, i, i % 2000 + 1, i % 5000 + 1, 20000, 'qualified', '', '[]', 480000 from ${all};
    insert into analytics_views select i, i, i % 2000 + 1, 480000 + i / 2000, 20000, 5 from ${all}`,
  );
  await rowsOf(url, "vacuum analyze");
}
