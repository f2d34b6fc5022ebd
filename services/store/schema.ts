import type { ReachKind } from "./address-hash.ts";
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
  /** Sends and checks of codes, whoever makes these. */
  phone_code_tries: {
    id: string;
    kind: "send" | "check";
    phone_hash: string;
    network_hash: string;
    session_id: string;
    at: number;
    failed: number;
  };
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
  };
  outbox_attempts: { outbox_id: string; attempt: number; at: number; outcome: string; detail: string };
}
