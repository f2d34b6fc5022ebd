import * as z from "zod";
import type { Destination } from "../ports.ts";

const message = z.object({ receiver: z.string(), message_id: z.string() });

/**
 * Deletes one lead at its receiver.
 * @param id of the notice itself, the same in every attempt
 * @returns what was done there, where that is something else
 */
export type Forget = (about: {
  id: string;
  messageId: string;
  leadId: string;
}) => Promise<string | undefined>;

/**
 * Passes deletion notices on to declared receivers that can take them: a webhook is sent an event, a line of a file is
 * blanked. For the others the notice is parked with a word on what to do: the duty is the operator's then.
 * @param receivers by name; undefined for those that have to be told by hand
 */
export function declaredDeletion(receivers: ReadonlyMap<string, Forget | undefined>): Destination {
  return {
    name: "declared-deletion",
    takes: [...receivers.keys()].map((name) => `deletion.${name}`),
    configured: receivers.size > 0,
    firstRetryMs: 10_000,
    async deliver({ id, payload }) {
      const { receiver, message_id: messageId } = message.parse(payload);
      const forget = receivers.get(receiver);
      if (!forget) {
        throw new Error(
          `delete message ${messageId} at ${receiver} yourself, then close this with npm run claimpath -- privacy mark-notified`,
        );
      }
      const done = await forget({ id, messageId, leadId: messageId.split(".")[0]! });
      return { outcome: "accepted", detail: done ?? "deleted there" };
    },
  };
}
