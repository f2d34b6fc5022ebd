import type { NoticeBody, revokedReasons } from "../../providers/lead-notices.ts";
import type { NewMessage, RefusalKind } from "../../store/rows.ts";
import type { NewsReader } from "../../store/sales/news.ts";

/**
 * What receivers are told of a refusal. An erasure has notices of its own, and what the operator lists for reasons of their
 * own is no wish of the person's.
 */
const reasons: Partial<Record<RefusalKind, (typeof revokedReasons)[number]>> = {
  "do-not-sell": "opt-out",
  "do-not-call": "do-not-call",
};

/** The row of the outbox that tells a receiver about a lead: one, whatever its person says how often. */
export const revokedRow = (receiver: string) => `revoked.${receiver}`;

/** Queues for everybody who has a survey's lead that its person refused. */
export const reader: Omit<NewsReader, "name"> = {
  wants: () => false,
  refused({ refusal, at }, lead): NewMessage[] {
    const reason = reasons[refusal];
    if (reason === undefined || lead.kind !== "survey") return [];
    return lead.holders.map(({ receiver, messageId, buyerLeadId, after }) => {
      const payload: NoticeBody = {
        type: "revoked",
        receiver,
        message_id: messageId,
        lead_id: lead.id,
        // Of an id that told of the person a hash was kept, which its buyer does not know.
        ...(buyerLeadId && !buyerLeadId.startsWith("#") && { buyer_lead_id: buyerLeadId }),
        reason,
        at: new Date(at).toISOString(),
      };
      // While it may still be on its way, nobody could find it there.
      const heldMs = after === null ? 0 : Math.max(0, after - lead.at);
      return { destination: revokedRow(receiver), payload, status: "waiting", heldMs };
    });
  },
};
