import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import { lpAction } from "../new-message.ts";
import type { Destination } from "../ports.ts";
import { type Account, directPost } from "./direct-post.ts";
import { toLeadProsper } from "./mapping.ts";

export type BuyerSettings = {
  name: "lead-prosper" | "contact-ingest";
  url: string | undefined;
  account: Account | undefined;
  isTest: boolean;
  /** Leads may bring the account of their own campaign, which then goes before this one (spec 7, mappings). */
  isMapped?: boolean;
  /** At least 60 s for the real service: it refuses an equal message within a minute of the first. */
  firstRetryMs: number;
  timeoutMs?: number;
};

/**
 * A receiver that speaks LeadProsper's format: leads go there, and messages of the contact form (spec 7).
 * Each message carries its outbox id as `message_id`, so that a second arrival can be told.
 */
export function leadProsper(callJson: CallJson, settings: BuyerSettings): Destination {
  const { name, url, account, isTest, isMapped = false, firstRetryMs, timeoutMs = 30_000 } = settings;
  return {
    name,
    configured: Boolean(url && (account || isMapped)),
    isTest,
    firstRetryMs,
    async deliver({ id, payload }) {
      const own = (isMapped && mappedAccount(payload)) || account;
      if (!url || !own) throw new ProviderFailure("refused", `${name} has no account for this message`);
      const fields = { lp_action: lpAction(isTest), ...toLeadProsper(payload), message_id: id };
      return directPost(callJson, { provider: name, url, account: own, fields, timeoutMs });
    },
  };
}

/** The campaign that the mapping service named for this lead. */
function mappedAccount({
  lp_campaign_id: campaignId,
  lp_supplier_id: supplierId,
  lp_key: key,
}: Record<string, unknown>): Account | undefined {
  const ids = [campaignId, supplierId, key].filter((id): id is string => typeof id === "string" && id !== "");
  if (ids.length < 3) return undefined;
  return { campaignId: ids[0]!, supplierId: ids[1]!, key: ids[2]! };
}
