/** What the rest of the program sees of one person in the store. */
import type { ContactPoints } from "../engine/address-hash.ts";
import type {
  ConsentRow,
  Lead,
  Message,
  Note,
  PrivacyRequest,
  RequestKind,
  Suppression,
  Visit,
} from "../rows.ts";

/** Everything that is kept about one person. Hashes and the ids of sessions are left out: they say nothing. */
export type Holdings = {
  leads: Lead[];
  visits: Visit[];
  messages: Message[];
  consents: ConsentRow[];
  /** Addresses that were refused, by the sessions in which they were typed. */
  refusedEmails: { times: number; updatedAt: number }[];
  /** Codes of our own that can still be used. */
  phoneCodes: { sends: number; checks: number; expiresAt: number }[];
  codeTries: { kind: "send" | "check"; at: number }[];
  /** How far each visit's answers have been forwarded. */
  progressSaves: { visitId: string; progressionSeq: number; backupSeq: number }[];
  /** What people of the console wrote about the leads. */
  notes: Note[];
  suppressions: Suppression[];
  requests: PrivacyRequest[];
};

/** A receiver that has to delete its copy, and the message by which it knows the lead. */
export type Notice = { id: string; receiver: string; messageId: string };

export interface People {
  /** Reads the whole store: addresses are compared however they were written. */
  find(reach: ContactPoints): Promise<Holdings>;
  /**
   * Forgets whom `find` finds, in one transaction, and puts all their addresses on the suppression list. Of a lead its
   * id, time and variant stay; its consent record stays as evidence.
   * @returns the receivers for whom a deletion notice was queued
   */
  erase(reach: ContactPoints): Promise<Notice[]>;
  /** Writes down that somebody asked. */
  record(kind: RequestKind, reach: ContactPoints): Promise<void>;
  /**
   * Overwrites what erased rows left in the files.
   * @returns false when somebody else's reading or writing held that up
   */
  scrub(): Promise<boolean>;
}
