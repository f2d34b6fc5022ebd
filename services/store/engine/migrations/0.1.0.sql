-- The tables as release 0.1.0 left them, for SQLite and PostgreSQL alike. What they hold is in services/store/engine/schema.ts.

create table visits (
  id text not null primary key,
  session_id text not null,
  variant text not null,
  machine_version text not null,
  created_at bigint not null,
  updated_at bigint not null,
  lead_id text,
  log_length integer default 0 not null,
  rolled_length integer default 0 not null,
  roll_locked_until bigint
);
create index visits_by_session on visits (session_id, variant, created_at);
create index visits_abandoned on visits (updated_at) where lead_id is null;
create index visits_grown on visits (updated_at) where rolled_length < log_length;

create table visit_log (
  visit_id text not null references visits (id) on delete cascade,
  seq integer not null,
  kind text not null,
  body text not null,
  at bigint not null,
  constraint visit_log_pk primary key (visit_id, seq)
);

create table bad_emails (
  session_id text not null,
  address_hash text not null,
  times integer not null,
  updated_at bigint not null,
  constraint bad_emails_pk primary key (session_id, address_hash)
);
create index bad_emails_old on bad_emails (updated_at);

create table leads (
  id text not null primary key,
  origin text not null unique,
  kind text not null,
  variant text not null,
  created_at bigint not null,
  qualified integer,
  dq_reason text,
  record text not null,
  derived text not null,
  location text not null,
  signs text,
  erased_at bigint,
  buyers text
);
create index leads_by_time on leads (created_at);
create index leads_whole on leads (created_at) where erased_at is null;
create index leads_by_buyers on leads (created_at, buyers) where buyers is not null;

-- It was called `consents`, and has the keys of that name on PostgreSQL.
create table consent_chain (
  seq bigint not null,
  lead_id text not null,
  at bigint not null,
  body text not null,
  text_sha256 text not null,
  previous_hash text not null,
  hash text not null,
  constraint consents_pkey primary key (seq),
  constraint consents_lead_id_key unique (lead_id)
);

create table outbox (
  id text not null primary key,
  lead_id text not null references leads (id) on delete cascade,
  destination text not null,
  payload text not null,
  status text not null,
  attempts integer not null,
  attempts_forgiven integer not null,
  run_at bigint not null,
  locked_until bigint,
  last_error text,
  created_at bigint not null,
  updated_at bigint not null,
  request_id text,
  traceparent text,
  constraint outbox_once_per_destination unique (lead_id, destination)
);
-- In the order in which messages are taken, and with all that their count needs.
create index outbox_due on outbox (status, destination, run_at, created_at);
-- By status first: with the time alone SQLite took the other index, and read all that was delivered.
create index outbox_payloads on outbox (status, updated_at) where payload != '';

create table outbox_attempts (
  outbox_id text not null references outbox (id) on delete cascade,
  attempt integer not null,
  at bigint not null,
  outcome text not null,
  detail text not null,
  constraint outbox_attempts_pk primary key (outbox_id, attempt)
);

create table store_keys (
  name text not null primary key,
  value text not null
);

create table suppressions (
  kind text not null,
  address_hash text not null,
  key_mark text not null,
  reason text not null,
  created_at bigint not null,
  refusal text default 'operator' not null,
  constraint suppressions_pk primary key (kind, address_hash)
);
create index suppressions_by_hash on suppressions (address_hash);

create table progress_saves (
  visit_id text not null primary key references visits (id) on delete cascade,
  progression_seq integer not null,
  backup_seq integer not null,
  next_at bigint,
  tries integer not null,
  locked_until bigint
);
create index progress_saves_due on progress_saves (next_at);

create table phone_codes (
  phone_hash text not null primary key,
  code_hash text not null,
  sends integer not null,
  checks integer not null,
  expires_at bigint not null
);
create index phone_codes_old on phone_codes (expires_at);

create table phone_code_tries (
  id text not null primary key,
  kind text not null,
  phone_hash text not null,
  network_hash text not null,
  session_id text not null,
  at bigint not null,
  failed integer not null
);
create index phone_code_tries_by_phone_hash on phone_code_tries (phone_hash, kind, at);
create index phone_code_tries_by_network_hash on phone_code_tries (network_hash, kind, at);
create index phone_code_tries_by_session_id on phone_code_tries (session_id, kind, at);
create index phone_code_tries_old on phone_code_tries (at);

create table analytics_sources (
  id integer not null primary key,
  hash text not null unique,
  variant text not null,
  path text not null,
  offer text not null,
  affiliate text not null,
  sub_id text not null,
  version text not null,
  device text not null,
  language text not null,
  flags text not null,
  scripts text not null,
  simulated integer not null
);

create table analytics_traces (
  id integer not null primary key,
  hash text not null unique,
  variant text not null,
  place text not null,
  items text not null
);

-- No reference to the visit: its session outlives it.
create table analytics_sessions (
  id integer not null primary key,
  visit_id text unique,
  change bigint not null,
  source_id integer not null,
  trace_id integer not null,
  day integer not null,
  result text not null,
  dq_reason text not null,
  dwells text not null,
  hour integer
);
create index analytics_sessions_change on analytics_sessions (change);
create index analytics_sessions_source on analytics_sessions (source_id);

create table post_counts (
  network_hash text not null,
  began_at bigint not null,
  posts bigint not null,
  constraint post_counts_pk primary key (network_hash, began_at)
);
create index post_counts_old on post_counts (began_at);

create table privacy_requests (
  id text not null primary key,
  kind text not null,
  reach_kind text not null,
  address_hash text not null,
  at bigint not null
);

-- Rows that transactions lock to take turns.
create table turns (
  name text not null primary key
);

create table spent_proofs (
  nonce text not null primary key,
  expires_at bigint not null
);
create index spent_proofs_old on spent_proofs (expires_at);

create table verdicts (
  subject_hash text not null primary key,
  said text not null,
  at bigint not null
);
create index verdicts_old on verdicts (at);

create table consents (
  lead_id text not null primary key,
  at bigint not null,
  body text not null,
  leaf text not null,
  seq bigint
);
create unique index consents_by_seq on consents (seq);
create index consents_unsealed on consents (at, lead_id) where seq is null;

create table consent_nodes (
  level integer not null,
  position bigint not null,
  hash text not null,
  constraint consent_nodes_key primary key (level, position)
);

create table consent_heads (
  size bigint not null primary key,
  note text not null,
  peaks text not null,
  at bigint not null,
  pushed_at bigint,
  stamp text
);

create table readings (
  at bigint not null,
  operator text not null,
  command text not null,
  leads text not null
);
create index readings_by_time on readings (at);

create table sales (
  message_id text primary key,
  lead_id text not null,
  price double precision,
  buyer_id text,
  at bigint not null
);
create index sales_by_lead on sales (lead_id);

create table daily_places (
  destination text not null,
  day text not null,
  place integer not null,
  message_id text not null,
  constraint daily_places_key primary key (destination, day, place)
);
create unique index daily_places_by_message on daily_places (message_id);

create table forgotten_keys (
  owner text not null primary key
);

create table velocity (
  message_id text not null,
  subject_hash text not null,
  destination text not null,
  lead_id text not null,
  kind text not null,
  nth integer not null,
  most integer not null,
  at bigint not null,
  constraint velocity_key primary key (message_id, subject_hash)
);
create index velocity_by_subject on velocity (destination, subject_hash, at);
create index velocity_by_lead on velocity (lead_id);
create index velocity_old on velocity (at);

create table console_sessions (
  id_hash text not null primary key,
  kind text not null,
  person text not null,
  began_at bigint not null,
  expires_at bigint not null,
  browser text not null
);

create table lead_marks (
  lead_id text not null primary key,
  handled_at bigint not null,
  handled_by text not null
);

create table lead_notes (
  id text not null primary key,
  lead_id text not null,
  at bigint not null,
  person text not null,
  remark text not null
);
create index lead_notes_by_lead on lead_notes (lead_id);

create table pauses (
  destination text not null primary key,
  at bigint not null,
  person text not null
);

create table outcomes (
  id text not null primary key,
  lead_id text not null,
  outcome text not null,
  at bigint not null,
  buyer text not null,
  buyer_lead_id text,
  amount_cents bigint,
  currency text
);
create index outcomes_by_lead on outcomes (lead_id);

create table source_costs (
  variant text not null,
  affiliate text not null,
  sub_id text not null,
  day integer not null,
  cents bigint not null,
  constraint source_costs_key primary key (variant, affiliate, sub_id, day)
);

create table lead_sources (
  lead_id text not null primary key,
  source_id integer not null,
  day integer not null
);

create table consent_pages (
  sha256 text not null primary key,
  html text not null,
  at bigint not null
);

create table alarm_hours (
  hour integer not null primary key,
  counts text not null,
  decided integer not null
);

create table alarms (
  id text not null primary key,
  series text not null,
  aspect text not null,
  began_hour integer not null,
  noticed_hour integer not null,
  ended_hour integer,
  seen double precision not null,
  tries double precision not null,
  expected double precision not null,
  low double precision not null,
  high double precision not null,
  chance double precision not null,
  message_id text
);
create index alarms_by_hour on alarms (noticed_hour);

create table alarm_notices (
  id text not null primary key,
  destination text not null,
  at bigint not null,
  body text not null,
  sent_at bigint,
  locked_until bigint
);
create index alarm_notices_by_time on alarm_notices (at);

create table analytics_views (
  id integer not null primary key,
  change bigint not null,
  source_id integer not null,
  hour integer not null,
  day integer not null,
  views integer not null,
  constraint analytics_views_once unique (source_id, hour, day)
);
create index analytics_views_change on analytics_views (change);

-- Views are saved no more, but processes of this release ask for the table: a later release drops it.
create table saved_views (
  id text not null primary key,
  variant text not null,
  name text not null,
  page text not null,
  query text not null,
  at bigint not null,
  person text,
  constraint saved_views_by_name unique (variant, name)
);

create table day_notes (
  id text not null primary key,
  variant text not null,
  place text not null,
  day integer not null,
  words text not null,
  at bigint not null,
  person text,
  changed_at bigint,
  changed_by text
);
create index day_notes_by_day on day_notes (variant, day);
