import type { ReachKind } from "./address-hash.ts";
import type { RequestKind } from "./people/types.ts";
import type { LeadKind, MessageStatus } from "./types.ts";

/**
 * The tables, the same on SQLite and PostgreSQL: JSON is text, times are epoch milliseconds,
 * booleans are 0 or 1. The migrations make exactly this.
 */
export interface Schema {
  visits: {
    id: string;
    session_id: string;
    variant: string;
    machine_version: string;
    created_at: number;
    updated_at: number;
    lead_id: string | null;
    /** How many entries the log has, and how many of them are rolled up in a session of the analysts' tables. */
    log_length: number;
    rolled_length: number;
    /** Until then one process rolls it up. */
    roll_locked_until: number | null;
  };
  visit_log: { visit_id: string; seq: number; kind: string; body: string; at: number };
  /**
   * Which entries of a visit's log the progress endpoint has not confirmed: those from each seq on.
   * `next_at` is null while there are none; `tries` counts failures in a row.
   */
  progress_saves: {
    visit_id: string;
    progression_seq: number;
    backup_seq: number;
    next_at: number | null;
    tries: number;
    locked_until: number | null;
  };
  /** `address_hash` is keyed, so that the table gives no address away. */
  bad_emails: { session_id: string; address_hash: string; times: number; updated_at: number };
  /** Codes of our own; numbers and codes are keyed hashes, so that the table gives neither away. */
  phone_codes: {
    phone_hash: string;
    code_hash: string;
    sends: number;
    checks: number;
    expires_at: number;
  };
  /** Sends and checks of codes, by any maker. */
  phone_code_tries: {
    id: string;
    kind: "send" | "check";
    phone_hash: string;
    network_hash: string;
    session_id: string;
    at: number;
    failed: number;
  };
  /** Posts of a network (a keyed hash) in the window that began at this moment; only of those that post a lot. */
  post_counts: { network_hash: string; began_at: number; posts: number };
  /** Rows that are only locked, never changed (turns.ts). */
  turns: { name: string };
  /** Proofs of work that were accepted, so that each is accepted once. */
  spent_proofs: { nonce: string; expires_at: number };
  /** Secrets that are made once per store. */
  store_keys: { name: string; value: string };
  /** `key_mark` tells which key made the hash. */
  suppressions: {
    kind: ReachKind;
    address_hash: string;
    key_mark: string;
    reason: string;
    created_at: number;
  };
  leads: {
    id: string;
    origin: string;
    kind: LeadKind;
    variant: string;
    created_at: number;
    qualified: number | null;
    dq_reason: string | null;
    record: string;
    derived: string;
    location: string;
    signs: string | null;
    /** Names of the firms that the consent names, as JSON; null where it names none. No personal data: it stays. */
    buyers: string | null;
    /** When all that was personal in it was erased; null while it is whole. */
    erased_at: number | null;
  };
  /** Who asked for their data or its deletion, kept without the address. */
  privacy_requests: {
    id: string;
    kind: RequestKind;
    reach_kind: ReachKind;
    address_hash: string;
    at: number;
  };
  /** Evidence outlives the lead, hence no foreign key. */
  consents: {
    seq: number;
    lead_id: string;
    at: number;
    body: string;
    text_sha256: string;
    previous_hash: string;
    hash: string;
  };
  outbox: {
    id: string;
    lead_id: string;
    destination: string;
    payload: string;
    status: MessageStatus;
    attempts: number;
    attempts_forgiven: number;
    run_at: number;
    locked_until: number | null;
    last_error: string | null;
    created_at: number;
    updated_at: number;
    request_id: string | null;
    traceparent: string | null;
  };
  /** `change` grows with every session that is written, so that what is new can be read. */
  analytics_sessions: {
    id: number;
    visit_id: string | null;
    change: number;
    source_id: number;
    trace_id: number;
    day: number;
    result: string;
    dq_reason: string;
    dwells: string;
  };
  /** Where sessions come from and by which ways they went, each kept once: `hash` is of all its other columns. */
  analytics_sources: {
    id: number;
    hash: string;
    variant: string;
    path: string;
    offer: string;
    affiliate: string;
    sub_id: string;
    version: string;
    device: string;
    language: string;
    flags: string;
    scripts: "on" | "off";
    simulated: number;
  };
  analytics_traces: { id: number; hash: string; variant: string; place: string; items: string };
  outbox_attempts: { outbox_id: string; attempt: number; at: number; outcome: string; detail: string };
}
