import { readFileSync } from "node:fs";
import { type Kysely, type Migration, sql } from "kysely";

/**
 * Statements that SQLite and PostgreSQL both take; each ends with its line.
 * @param turns rows that transactions lock to take turns, which are added
 */
function statements(text: string, turns: string[] = []): Migration {
  const rows = turns.map((name) => `('${name}')`).join(", ");
  const each = `${text}${rows && `insert into turns (name) values ${rows};`}`
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .filter((statement) => statement.trim());
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of each) await sql.raw(statement.trim()).execute(db);
    },
  };
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${name}-${number}`);

/** What a store has recorded that release 0.1.0 has started on. The first stands for all of them now. */
export const released = `
  001-first 002-suppressions 003-progress-saves 004-phone-codes 005-analytics 006-floods 007-privacy 008-scale
  009-proofs 010-growth 011-buyers 012-abuse 013-consent-log 013-readings 015-destinations 016-person-keys
  017-velocity 018-console 019-outcomes 021-newest-readings 022-costs 023-consent-pages 027-alarms 028-first-views
  029-views-and-notes
`
  .trim()
  .split(/\s+/);

/**
 * In order of their names; a new one is added at the end and none is ever changed. One that programs of the release
 * before cannot go on with has `contract` after its number (decision "SQLite to begin with, PostgreSQL to grow").
 */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(released.map((name) => [name, statements("")])),
  "001-first": statements(readFileSync(new URL("./0.1.0.sql", import.meta.url), "utf8"), [
    "consent-log",
    "code-tries",
    "analytics",
    "retention",
    "analysts-words",
    ...numbered("session", 256),
    ...numbered("velocity", 64),
  ]),
  /** A survey's saved views become one note of today, with the address of each. */
  "030-views-as-notes": {
    up: async (db: Kysely<unknown>) => {
      const now = Date.now();
      const today = Math.floor(now / 86_400_000);
      await sql`
        insert into day_notes (id, variant, place, day, words, at, person)
        select
          min(id), variant, '', ${sql.lit(today)},
          'Views are no longer saved: bookmark or share the address of a page. These were saved:' || string_agg(
            ${"\n"} || name || ': /graphs/' || variant || '/' || page || case when query = '' then '' else '?' || query end,
            '' order by name
          ),
          ${sql.lit(now)}, 'the upgrade'
        from saved_views group by variant`.execute(db);
    },
  },
  /**
   * Where opt-outs by the form came from, so that a flood of them can be undone; what somebody did, with the reason; and
   * codes by who had them sent, so that a stranger's tries are not the owner's.
   */
  "031-accountable": statements(`
    alter table suppressions add column came_by text;
    alter table phone_codes add column number_hash text;
    create index phone_codes_by_number on phone_codes (number_hash);
    alter table readings add column about text default '' not null;
    alter table readings add column reason text default '' not null;
  `),
  /** Sessions of people who signed in by the company's identity provider: their role there, and what signs them out there. */
  "032-identity-provider": statements(`
    alter table console_sessions add column role text;
    alter table console_sessions add column id_token text;
  `),
  /**
   * The books: what was sold, returned, credited and is owed, a line each, and the months that were closed. What an older
   * program writes beside this one says nothing of `booked`, and is booked later.
   */
  "033-sales-ledger": statements(
    `
    create table sales_ledger (
      id text not null primary key,
      once text not null unique,
      kind text not null,
      part text not null,
      at bigint not null,
      lead_id text not null,
      message_id text,
      buyer text not null,
      buyer_lead_id text,
      cents bigint not null,
      affiliate text not null,
      sub_id text not null,
      offer text not null,
      survey text not null,
      state text not null,
      qualified integer,
      corrects text,
      person text not null,
      reason text not null,
      return_days integer,
      payout text not null
    );
    create index sales_ledger_by_time on sales_ledger (at, id);
    create index sales_ledger_by_lead on sales_ledger (lead_id);
    create table closed_months (
      month text not null primary key,
      begins bigint not null,
      ends bigint not null,
      closed_at bigint not null,
      person text not null,
      lines integer not null,
      digest text not null
    );
    alter table sales add column booked integer;
    create index sales_unbooked on sales (message_id) where booked is null;
    alter table outcomes add column booked integer;
    create index outcomes_unbooked on outcomes (id) where booked is null;
    alter table outcomes add column received_at bigint;
  `,
    ["books"],
  ),
  /** By which names, addresses and numbers a lead is found: keyed hashes, a few for each lead. */
  "034-lead-keys": statements(`
    create table lead_keys (
      hash text not null,
      lead_id text not null,
      constraint lead_keys_key primary key (hash, lead_id)
    );
    create index lead_keys_by_lead on lead_keys (lead_id);
  `),
  /** Changes of terms that the console made, and what the places of caps come to. */
  "035-terms": statements(
    `
    create table terms_changes (
      number integer primary key,
      at bigint not null,
      person text not null,
      reason text not null,
      party text not null,
      name text not null,
      field text not null,
      before text,
      after text,
      in_file text not null,
      undoes integer
    );
    create index terms_changes_by_field on terms_changes (party, name, field, number);
    alter table daily_places add column cents bigint default 0 not null;
  `,
    ["terms", ...numbered("cap", 32)],
  ),
  /** Whom a receiver does not want, by its own list: keyed hashes. */
  "036-own-lists": statements(`
    create table own_lists (
      destination text not null,
      address_hash text not null,
      import text not null,
      constraint own_lists_key primary key (destination, address_hash)
    );
  `),
  /** What first forms refused to visitors who then left, in the rows that count their views. */
  "038-first-refusals": statements("alter table analytics_views add column refused text;"),
  /**
   * What the books are to say of a sale that its buyer's yes has recorded, until they say it; and what affiliates are to be
   * told of the books' lines, until it is queued.
   */
  "039-sales-recorded": statements(`
    alter table sales add column to_book text;
    create index sales_to_book on sales (at, message_id) where booked is null or to_book is not null;
    create table affiliate_news (
      id text not null primary key,
      lead_id text not null,
      affiliate text not null,
      event text not null,
      payout bigint not null,
      total bigint not null,
      at bigint not null
    );
    create index affiliate_news_by_time on affiliate_news (at, id);
    create index affiliate_news_by_lead on affiliate_news (lead_id);
  `),
  /** The business day of what buyers report, and why they return a lead. An older program leaves both empty. */
  "040-outcome-days": statements(`
    alter table outcomes add column day integer;
    alter table outcomes add column reason text;
  `),
  /**
   * What becomes of leads, for each feature that reads it. What an older program notes for affiliates goes to the one that
   * tells them.
   */
  "041-news": statements(`
    create table news (
      id text not null primary key,
      reader text not null,
      lead_id text not null,
      affiliate text not null,
      event text not null,
      price bigint not null,
      payout bigint not null,
      total bigint not null,
      at bigint not null
    );
    create index news_by_reader on news (reader, at, id);
    alter table affiliate_news add column reader text default 'postbacks' not null;
  `),
  /**
   * That somebody wants their leads sold and used no more, for each feature that reads it; and what buyers said of that. What
   * an older program lists beside this one is told to nobody, as before.
   */
  "042-stops": statements(`
    create table refusals (
      id text not null primary key,
      reader text not null,
      lead_keys text not null,
      lead_id text not null,
      refusal text not null,
      at bigint not null
    );
    create index refusals_by_reader on refusals (reader, at, id);
    create table stops (
      lead_id text not null,
      buyer text not null,
      day integer not null,
      said_at bigint not null,
      at bigint not null,
      door text not null,
      person text not null,
      constraint stops_key primary key (lead_id, buyer, day)
    );
  `),
  /** Changes nothing: its time says since when programs serve that read packed texts (`readFrom`). */
  "043-packed": statements(""),
  /**
   * What buyers ask to return until somebody has decided; and how many sold leads with an answer came back. What an older program
   * books beside this one counts at once, and in no answer's number.
   */
  "044-returns": statements(
    `
    create table return_requests (
      id text not null primary key,
      report_id text not null,
      lead_id text not null,
      buyer text not null,
      at bigint not null,
      day integer not null,
      received_at bigint,
      amount_cents bigint,
      currency text,
      buyer_lead_id text,
      reason text,
      asked_at bigint not null,
      door text not null,
      brought_by text not null,
      verdict text,
      word text not null,
      person text not null,
      decided_at bigint,
      constraint return_requests_key unique (lead_id, buyer, day)
    );
    create index return_requests_waiting on return_requests (asked_at, id) where verdict is null;
    create index return_requests_decided on return_requests (decided_at, id) where verdict is not null;
    create table returned_leads (
      lead_id text not null primary key,
      day integer not null,
      survey text not null,
      sold integer not null,
      back integer not null
    );
    create table return_tallies (
      day integer not null,
      survey text not null,
      question text not null,
      value text not null,
      sold integer not null,
      back integer not null,
      constraint return_tallies_key primary key (day, survey, question, value)
    );
    create index sales_ledger_back on sales_ledger (at, id) where part = 'back';
  `,
    ["returns"],
  ),
  /** What lists said about numbers, as keyed hashes, before a lead went out; and what that cost by day. */
  "045-scrubs": statements(`
    create table scrub_verdicts (
      scrub text not null,
      number_hash text not null,
      rest_hash text not null,
      lead_id text not null,
      verdict text not null,
      why text not null,
      tries integer not null,
      since bigint not null,
      at bigint not null,
      until bigint not null,
      constraint scrub_verdicts_key primary key (scrub, number_hash, rest_hash)
    );
    create index scrub_verdicts_by_number on scrub_verdicts (number_hash);
    create index scrub_verdicts_by_end on scrub_verdicts (verdict, until);
    create index scrub_verdicts_by_time on scrub_verdicts (verdict, at);
    create table scrub_days (
      scrub text not null,
      day integer not null,
      questions integer not null,
      cost bigint not null,
      constraint scrub_days_key primary key (day, scrub)
    );
  `),
  /** Invoices as documents: what they say, and what became of them. An older program has none. */
  "046-invoices": statements(
    `
    create table invoices (
      number text not null primary key,
      year integer not null,
      nth integer not null,
      buyer text not null,
      begins bigint not null,
      ends bigint not null,
      day integer not null,
      due integer,
      cents bigint not null,
      corrects text,
      body text not null,
      at bigint not null,
      person text not null,
      once text not null
    );
    create unique index invoices_by_year on invoices (year, nth);
    create unique index invoices_by_corrects on invoices (corrects);
    create unique index invoices_by_once on invoices (once);
    create table invoice_marks (
      id text not null primary key,
      number text not null,
      kind text not null,
      day integer not null,
      at bigint not null,
      person text not null,
      remark text not null
    );
    create index invoice_marks_by_number on invoice_marks (number, at);
  `,
    ["invoices"],
  ),
  /** Which unsold leads were offered a second time. */
  "046-second-offers": statements(`
    create table second_offers (
      lead_id text not null primary key,
      at bigint not null,
      person text not null,
      buyers text not null
    );
  `),
  /** What people of the console have changed in experiments: each says all that holds from a moment on. */
  "047-arms": statements(
    `
    create table experiment_changes (
      number integer not null primary key,
      at bigint not null,
      since bigint not null,
      person text not null,
      reason text not null,
      experiment text not null,
      runs text not null,
      share text,
      winner text,
      undoes integer
    );
  `,
    ["experiments"],
  ) /** What people of the console have changed in claimpath.yaml, and with which receivers each process runs. */,
  "048-file-changes": statements(
    `
    create table file_changes (
      number integer not null primary key,
      at bigint not null,
      person text not null,
      what text not null,
      hunks text not null,
      before text not null,
      after text not null,
      undoes integer
    );
    create table running_receivers (
      process text not null primary key,
      digest text not null,
      at bigint not null
    );
  `,
    ["file"],
  ),
  /** The requests of one buyer are found by its name, however it is written. */
  "049-requests-of-buyers": statements(`
    create index return_requests_by_buyer on return_requests (lower(buyer), asked_at, id);
  `),
  /** Invoices are paid in parts: how much each payment was, and null where it was all that was open. */
  "050-payments": statements(`
    alter table invoice_marks add column cents bigint;
  `),
  /** What the questions of a survey cost, as it was worked out last. */
  "051-question-costs": statements(`
    create table question_costs (
      survey text not null primary key,
      chart text not null,
      data bigint not null,
      at bigint not null,
      body text not null
    );
  `),
  /** How leads were judged, counted as they come: by day, survey and verdict, and by the answers that would have qualified them. */
  "052-verdicts": statements(
    `
    create table verdict_tallies (
      day integer not null,
      survey text not null,
      verdict text not null,
      step text not null,
      field text not null,
      answer text not null,
      leads integer not null,
      constraint verdict_tallies_key primary key (survey, day, verdict, step, field, answer)
    );
  `,
    ["verdicts"],
  ),
  /**
   * What the owner of the site has put in place of shipped words: the texts of a question that are other than those, as
   * JSON, before and after each change. `survey` is '' for all.
   */
  "053-own-words": statements(
    `
    create table own_words (
      number integer not null,
      language text not null,
      step text not null,
      survey text not null,
      before text,
      after text,
      at bigint not null,
      person text not null,
      reason text not null,
      undoes integer,
      constraint own_words_key primary key (number, language, step, survey)
    );
    create index own_words_by_question on own_words (language, step, survey, number);
  `,
    ["words"],
  ),
  /** Changes nothing: its time says since when programs serve that read sealed texts as bytes. */
  "054-bytes": statements(""),
};
