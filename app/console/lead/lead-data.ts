import type { MessageRow } from "../ui/message-row.ts";

/** A lead as one of the roles sees it. */
export type LeadData = {
  id: string;
  /** Who it is about; initials where they are masked. */
  title: string;
  contact: readonly string[];
  what: string;
  verdict: string;
  isQualified: boolean;
  suspicions: readonly string[];
  /** Nothing is masked or left out. */
  isWhole: boolean;
  lines: readonly { at: string; text: string }[];
  /** Where it stands in the order of buyers; '' where it was offered to none. */
  order: string;
  messages: readonly MessageRow[];
  record: readonly (readonly [name: string, value: string])[];
  notes: readonly { id: string; at: string; by: string; remark: string }[];
  /** By whom and when; '' while nobody has. */
  handled: string;
};
