import * as z from "zod";
import { noticeKinds } from "../store/rows.ts";
import type { CallJson } from "./http.ts";
import type { Destination } from "./ports.ts";
import { webhookHeaders } from "./webhook-signature.ts";

/** Why a receiver is to use a lead no more: its person opted out with us, or told somebody who has the lead. */
export const revokedReasons = ["opt-out", "do-not-call"] as const;

/**
 * What a receiver is told about a lead that it has: ids, a reason and a time, and nothing that says who somebody is.
 * `message_id`: the id under which it got the lead; `buyer_lead_id`: its own, where it named one; `at`: UTC.
 */
const body = z.object({
  type: z.enum(noticeKinds),
  receiver: z.string(),
  message_id: z.string(),
  lead_id: z.string().optional(),
  buyer_lead_id: z.string().optional(),
  reason: z.enum(revokedReasons).optional(),
  at: z.iso.datetime().optional(),
});
export type NoticeBody = z.infer<typeof body>;

/** @param id of the notice itself, the same in every attempt */
export type LeadNotice = { id: string; leadId: string; body: NoticeBody };

/** Tells one receiver. @returns what was done there, if that is known */
export type Tell = (notice: LeadNotice) => Promise<string | undefined>;

/** A receiver of notices; without `tell` a notice is parked with `byHand`, a word on what to do: the duty is the operator's then. */
export type Noticed = { tell?: Tell; byHand: (notice: LeadNotice) => string };

/** The end of each word on what to do by hand. */
export const thenClose = "then close this with npm run claimpath -- privacy mark-notified";

/** What takes the outbox's rows of notices for these receivers, by their names. */
export function noticePort(
  { name, firstRetryMs }: Pick<Destination, "name" | "firstRetryMs">,
  receivers: ReadonlyMap<string, Noticed>,
): Destination {
  return {
    name,
    takes: [...receivers.keys()].flatMap((receiver) => noticeKinds.map((kind) => `${kind}.${receiver}`)),
    configured: receivers.size > 0,
    firstRetryMs,
    async deliver({ id, payload }) {
      const said = body.parse(payload);
      const notice = { id, leadId: said.lead_id ?? said.message_id.split(".")[0]!, body: said };
      const { tell, byHand } = receivers.get(said.receiver)!;
      if (!tell) throw new Error(byHand(notice));
      const usual = said.type === "deletion" ? "deleted there" : "told";
      return { outcome: "accepted", detail: (await tell(notice)) ?? usual };
    },
  };
}

/**
 * Posts notices to an address that is for them. Any 2xx is success; `webhook-id` stays the same when it is retried.
 * `isTest`: what the receiver got of leads was marked as a test, and so is what it is told of them
 */
export function postedNotice(
  callJson: CallJson,
  {
    provider,
    url,
    secrets,
    isTest = false,
  }: { provider: string; url: string; secrets: readonly string[]; isTest?: boolean },
  timeoutMs = 30_000,
): Tell {
  return async ({ id, body: said }) => {
    const body = isTest && said.type === "revoked" ? { ...said, test: true } : said;
    const headers = (text: string) => webhookHeaders(secrets, id, text, Date.now());
    await callJson({ provider, url, body, headers, timeoutMs });
    return undefined;
  };
}
