import type { MessageStatus } from "../../../services/store/rows.ts";
import type { MessageRow } from "../ui/message-row.ts";

/** Somebody whom leads go to. */
export type Receiver = {
  name: string;
  mode: "live" | "test" | "not configured";
  /** What it has not got. */
  counts: readonly { status: MessageStatus; count: number; oldest: string }[];
  /** By whom and since when; '' while messages go out. */
  paused: string;
  /** When its key ends, if the file says so. */
  keyEnd?: { text: string; isSoon: boolean };
};

export type DeliveriesData = {
  receivers: readonly Receiver[];
  messages: readonly MessageRow[];
  /** What of them the page is limited to. */
  shown: readonly string[];
};
