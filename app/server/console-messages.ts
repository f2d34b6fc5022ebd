import type { AppLoadContext } from "@remix-run/node";
import { parkMessage, requeueMessage } from "../../services/commands/outbox.ts";
import { Refusal } from "../../services/commands/program.ts";
import { standing } from "../../services/commands/story.ts";
import { masked } from "../../services/commands/text.ts";
import type { Message } from "../../services/store/types.ts";
import type { MessageRow } from "../console/ui/message-row.ts";
import { shownTime } from "./console-time.ts";
import type { PostedForm } from "./read-body.ts";

/** What came of a press: a sentence, and whether it says no. */
export type Done = { text: string; isRefused: boolean };

/** A message with what can be done about it; a receiver's words may repeat the person's, so they are masked. */
export function messageRow(message: Message, timeZone: string): MessageRow {
  const { id, leadId, destination, status, payload } = message;
  return {
    id,
    leadId,
    destination,
    status,
    text: standing(message, (at) => shownTime(at, timeZone), masked),
    canRetry: payload !== "" && status !== "delivered" && status !== "sending",
    canPark: status === "waiting",
  };
}

/** Queues the message that a form names again, or sets it aside; undefined where the form asks for neither. */
export async function pressed(
  { intent, message = "" }: PostedForm,
  { services }: AppLoadContext,
): Promise<Done | undefined> {
  if (intent !== "retry" && intent !== "park") return undefined;
  try {
    await (intent === "retry" ? requeueMessage : parkMessage)(services, message);
  } catch (error) {
    if (error instanceof Refusal) return { text: error.message, isRefused: true };
    throw error;
  }
  if (intent === "retry") services.outbox.wake();
  return { text: intent === "retry" ? "Queued again." : "Parked: it is not sent for now.", isRefused: false };
}
