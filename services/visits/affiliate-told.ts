import type { Postbacks } from "../settings/campaigns.ts";
import type { Submission } from "../store/rows.ts";
import { leadPostback } from "../store/sales/postbacks.ts";
import { botSuspicions } from "./bot-signals.ts";

/**
 * A submission with a message to its affiliate's server. None is sent of a disqualified lead, of one that a program seems
 * to have made, and of a visitor who opted out of the sale and sharing of their data.
 */
export function withPostback(postbacks: readonly Postbacks[]) {
  return (submission: Submission): Submission => {
    const { lead, consent, outbox } = submission;
    const isProgram = lead.signs !== null && botSuspicions(lead.signs, lead.kind).length > 0;
    if (lead.qualified === false || isProgram || consent?.body.optOut !== undefined) return submission;
    return { ...submission, outbox: [...outbox, ...leadPostback(postbacks, lead)] };
  };
}
