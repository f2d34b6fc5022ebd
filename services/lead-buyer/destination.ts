import type { CallJson } from "../http.ts";
import { type Destination, ProviderFailure } from "../ports.ts";
import { type Account, directPost } from "./direct-post.ts";
import { toContactIngest, toLeadProsper } from "./mapping.ts";

export type BuyerSettings = {
  url: string | undefined;
  account: Account | undefined;
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
  const { url, account, firstRetryMs, timeoutMs = 30_000 } = settings;
  return {
    name,
    configured: Boolean(url && account),
    firstRetryMs,
    async deliver({ id, payload }) {
      if (!url || !account) throw new ProviderFailure("refused", `${name} is not configured`);
      const fields = { ...toFields(payload), message_id: id };
      return directPost(callJson, { provider: name, url, account, fields, timeoutMs });
    },
  };
}
