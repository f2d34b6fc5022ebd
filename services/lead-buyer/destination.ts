import type { CallJson } from "../http.ts";
import { type Destination, ProviderFailure } from "../ports.ts";
import { type Account, directPost } from "./direct-post.ts";
import { toContactIngest, toLeadProsper } from "./mapping.ts";

export type BuyerSettings = {
  url: string | undefined;
  account: Account | undefined;
  /** Leads may bring the account of their own campaign, which then goes before this one (specification 7, mappings). */
  isMapped?: boolean;
  /** At least 60 s for the real service: it refuses an equal message within a minute of the first. */
  firstRetryMs: number;
  timeoutMs?: number;
};

type Mapping = (record: Record<string, unknown>) => Record<string, unknown>;

/** Where leads go. Each message carries its outbox id as `message_id`, so that a second arrival can be told. */
export function leadProsper(callJson: CallJson, settings: BuyerSettings): Destination {
  return destination("lead-prosper", callJson, settings, toLeadProsper);
}

/** Where the contact form's messages go (specification 7, first row); it speaks the same format. */
export function contactIngest(callJson: CallJson, settings: BuyerSettings): Destination {
  return destination("contact-ingest", callJson, settings, toContactIngest);
}

function destination(
  name: string,
  callJson: CallJson,
  settings: BuyerSettings,
  toFields: Mapping,
): Destination {
  const { url, account, isMapped = false, firstRetryMs, timeoutMs = 30_000 } = settings;
  return {
    name,
    configured: Boolean(url && (account || isMapped)),
    firstRetryMs,
    async deliver({ id, payload }) {
      const own = (isMapped && mappedAccount(payload, account)) || account;
      if (!url || !own) throw new ProviderFailure("refused", `${name} has no account for this message`);
      const fields = { ...toFields(payload), message_id: id };
      return directPost(callJson, { provider: name, url, account: own, fields, timeoutMs });
    },
  };
}

/** The campaign that the mapping service named for this lead; tests stay tests. */
function mappedAccount(
  { lp_campaign_id: campaignId, lp_supplier_id: supplierId, lp_key: key, lp_action }: Record<string, unknown>,
  account: Account | undefined,
): Account | undefined {
  const ids = [campaignId, supplierId, key].filter((id): id is string => typeof id === "string" && id !== "");
  if (ids.length < 3) return undefined;
  const test = account?.test ?? lp_action === "test";
  return { campaignId: ids[0]!, supplierId: ids[1]!, key: ids[2]!, test };
}
