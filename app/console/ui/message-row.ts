import type { MessageStatus } from "../../../services/store/types.ts";

/** A message as the pages show it. `text`: where it is now, and why, with nothing personal in it. */
export type MessageRow = {
  id: string;
  leadId: string;
  destination: string;
  status: MessageStatus;
  text: string;
  canRetry: boolean;
  canPark: boolean;
};

/** How a status is coloured: what is wrong, what is well, and all else. */
export function toneOf(status: MessageStatus): "good" | "bad" | "quiet" {
  if (status === "delivered") return "good";
  return status === "parked" || status === "rejected" || status === "held" ? "bad" : "quiet";
}
