import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { DeliveryResult } from "../ports.ts";

/** What LeadProsper wants to know about its sender; the three ids go into the body. */
export type Account = { campaignId: string; supplierId: string; key: string };

const number = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

const answer = z.object({
  status: z
    .string()
    .toUpperCase()
    .pipe(z.enum(["ACCEPTED", "DUPLICATED", "ERROR"])),
  id: z.union([z.string(), z.number()]).nullish(),
  lead_id: z.union([z.string(), z.number()]).nullish(),
  code: number.nullish().catch(null),
  error_code: number.nullish().catch(null),
  message: z.string().nullish().catch(null),
});

/** Stored, but no buyer took it; failed a validation. Both are the buyer's last word on this lead. */
const finalCodes = new Set([1006, 1015]);

/**
 * Posts one message in LeadProsper's direct-post format and reads its verdict. An answer that carries an id means
 * that the lead was stored, whatever its status. An error without one is final only when it is about the lead;
 * otherwise (wrong key, paused campaign) the message must not be lost. A 2xx whose body cannot be read is arrival.
 * @throws ProviderFailure when the lead is not known to have arrived
 */
export async function directPost(
  callJson: CallJson,
  request: {
    provider: string;
    url: string;
    account: Account;
    fields: Record<string, unknown>;
    timeoutMs: number;
  },
): Promise<DeliveryResult> {
  const { account, fields, ...call } = request;
  const body = {
    ...fields,
    lp_campaign_id: account.campaignId,
    lp_supplier_id: account.supplierId,
    lp_key: account.key,
  };
  try {
    return verdict(request.provider, await callJson({ ...call, body, schema: answer, readRefusals: true }));
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !hasArrived(error)) throw error;
    return { outcome: "accepted", detail: `status ${error.status}, but the answer could not be read` };
  }
}

/** A buyer that answers so has the lead, and must not be sent it again because its answer cannot be read. */
function hasArrived({ status }: ProviderFailure): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

function verdict(provider: string, { status, ...rest }: z.infer<typeof answer>): DeliveryResult {
  const code = rest.error_code ?? rest.code ?? undefined;
  const detail = code === undefined ? "no code" : `code ${code}`;
  if (status === "ACCEPTED") return { outcome: "accepted", detail };
  if (status === "DUPLICATED") return { outcome: "duplicate", detail };
  const isStored = Boolean(rest.id ?? rest.lead_id);
  const isAboutTheLead = finalCodes.has(code ?? 0) || /validation/i.test(rest.message ?? "");
  if (isStored || isAboutTheLead) return { outcome: "rejected", detail };
  throw new ProviderFailure("refused", `${provider} refused the message (${detail})`);
}
