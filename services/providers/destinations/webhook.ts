import * as z from "zod";
import type { Declared } from "../../settings/destinations/shape.ts";
import type { CallJson } from "../http.ts";
import { revokedReasons, type Tell } from "../lead-notices.ts";
import type { AlarmSink, Destination } from "../ports.ts";
import { type RoutedLead, routedLead } from "../routed-lead.ts";
import { webhookHeaders } from "../webhook-signature.ts";
import { post } from "./post.ts";

/** The body of a webhook (docs/webhook/schema.json). A field may be added; any other change needs a new version. */
export const webhookBody = z.discriminatedUnion("type", [
  z.object({
    type: z
      .enum(["lead.created", "message.created"])
      .describe("a survey's lead, or a message of the contact form"),
    version: z.literal(1),
    timestamp: z.iso.datetime().describe("when it was stored, UTC"),
    data: z.object({
      id: z.string().describe("id of the lead or message, the same for ever"),
      test: z.boolean().describe("true while this destination's mode is test"),
      variant: z.string().describe("the survey's short code, or contact"),
      qualified: z.boolean().nullable().describe("null where it is not judged"),
      dq_reason: z.string().nullable(),
      fields: z
        .record(z.string(), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
        .describe("the record; a field that was not asked is an empty text"),
    }),
  }),
  z.object({
    type: z.literal("lead.deleted").describe("its person asked for it to be deleted: delete your copy too"),
    version: z.literal(1),
    timestamp: z.iso.datetime(),
    data: z.object({ id: z.string() }),
  }),
  z.object({
    type: z
      .literal("lead.revoked")
      .describe("its person wants no more of it: do not call, and pass it on to nobody"),
    version: z.literal(1),
    timestamp: z.iso.datetime().describe("when that was said, UTC"),
    data: z.object({
      id: z.string(),
      test: z.boolean(),
      reason: z
        .enum(revokedReasons)
        .describe("opt-out: told to us; do-not-call: told to somebody who has the lead"),
    }),
  }),
  z.object({
    type: z
      .enum(["alarm.began", "alarm.ended"])
      .describe(
        "numbers are far from their usual, and as usual again: only for destinations that take alarms",
      ),
    version: z.literal(1),
    timestamp: z.iso.datetime(),
    data: z.object({ subject: z.string(), text: z.string() }),
  }),
]);

type Body = z.infer<typeof webhookBody>;

export function leadBody({ about, record }: RoutedLead, isTest: boolean): Body {
  return {
    type: about.kind === "contact" ? "message.created" : "lead.created",
    version: 1,
    timestamp: new Date(about.createdAt).toISOString(),
    data: {
      id: about.id,
      test: isTest || about.sample === true,
      variant: about.variant,
      qualified: about.qualified,
      dq_reason: about.dqReason,
      fields: record as Record<string, string>,
    },
  };
}

/** Posts JSON, signed as Standard Webhooks says. Any 2xx counts as delivered; `webhook-id` stays the same when it is retried. */
export function webhook(callJson: CallJson, declared: Declared<"webhook">) {
  const { name, url, secrets, mode } = declared;
  const send = async (id: string, body: Body, record?: RoutedLead["record"]) => {
    const headers = (text: string) => webhookHeaders(secrets, id, text, Date.now());
    const { said } = await post(callJson, { provider: name, url, body, headers }, record);
    return { outcome: "accepted" as const, detail: said };
  };
  const deliver: Destination["deliver"] = async ({ id, payload }) => {
    const lead = routedLead(payload);
    return send(id, leadBody(lead, mode === "test"), lead.record);
  };
  /** Tells the receiver to delete a lead, or to use it no more. */
  const tell: Tell = async ({ id, leadId, body: { type, reason, at } }) => {
    const timestamp = at ?? new Date().toISOString();
    const about = { version: 1 as const, timestamp };
    const isTest = mode === "test";
    if (type === "deletion") await send(id, { type: "lead.deleted", ...about, data: { id: leadId } });
    else
      await send(id, { type: "lead.revoked", ...about, data: { id: leadId, test: isTest, reason: reason! } });
    return undefined;
  };
  const alarm: AlarmSink["send"] = async ({ id, at, began, subject, text }) => {
    const type = began ? "alarm.began" : "alarm.ended";
    await send(id, { type, version: 1, timestamp: new Date(at).toISOString(), data: { subject, text } });
  };
  return { deliver, tell, alarm };
}
