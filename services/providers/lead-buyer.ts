import * as z from "zod";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { Declared } from "../settings/destinations/shape.ts";
import type { Settings } from "../settings/env.ts";
import type { CallJson } from "./http.ts";
import type { DeliveryResult, Destination } from "./ports.ts";
import type { DestinationProvider } from "./provider.ts";
import { agreedBid, type ChangedTerms, howOf, repeatsOf, routeOf, termsOf } from "./route.ts";
import { lpAction, routedLead } from "./routed-lead.ts";

/** Gives our flat records the names and formats that LeadProsper's campaigns usually take. */

type Fields = Record<string, unknown>;

/** The names under which LeadProsper's campaigns expect fields of ours; a field keeps its own name beside them. */
const usualNames: Record<string, string> = {
  at_Fault: "at_fault",
  with_Lawyer: "currently_represented",
  tcpa: "tcpa_text",
  landing_page: "landing_page_url",
  leadid_token: "jornaya_leadid",
};

const formats: Record<string, (value: string) => string> = {
  phone: bareDigits,
  incident_date: isoDate,
  when_seek_medical_treatment_date: isoDate,
  physical_injury: lowerCase,
  doctor_treatment: lowerCase,
  at_fault: lowerCase,
  currently_represented: lowerCase,
  police_report: lowerCase,
  lp_subid1: shortened,
  lp_subid2: shortened,
};

/**
 * @param record a lead (spec 3.2) or a contact message in their posted names; one that has a field under
 *   the usual name already keeps that
 */
export function toLeadProsper(record: Fields): Fields {
  const again = Object.entries(usualNames).filter(([own]) => record[own] !== undefined);
  const named = { ...Object.fromEntries(again.map(([own, usual]) => [usual, record[own]])), ...record };
  const entries = Object.entries(named)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, flat(name, value)] as const);
  return Object.fromEntries(entries);
}

/** LeadProsper's JSON is flat: a list is written with commas. */
function flat(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? (formats[name]?.(value) ?? value) : value;
}

/** Ten digits without the country code. */
function bareDigits(phone: string): string {
  return phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
}

/** MM/DD/YYYY becomes YYYY-MM-DD; other text stays. */
function isoDate(date: string): string {
  return date.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2");
}

function lowerCase(answer: string): string {
  return answer.toLowerCase();
}

/** LeadProsper takes at most 75 characters here. */
function shortened(id: string): string {
  return Array.from(id).slice(0, 75).join("");
}

/** LeadProsper's data about its sender; the three ids are in the body. */
type Account = { campaignId: string; supplierId: string; key: string };

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
async function directPost(
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

type BuyerSettings = {
  name: string;
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
 * Each message carries its outbox id as `message_id`, so that a second arrival can be recognized.
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

/** LeadProsper, for leads and for the contact form's messages. */
export const leadBuyer: DestinationProvider = {
  addresses: ({ leadProsperUrl, contactIngestUrl }) => [leadProsperUrl, contactIngestUrl],
  destinations(settings, callJson, changed) {
    const {
      leadProsperAccount: account,
      plain: { delivery },
    } = settings;
    const firstRetryMs = delivery["lead-prosper-first-retry-ms"];
    const isMapped = settings.mappingsUrl !== undefined;
    const buyer = { account, firstRetryMs, isMapped };
    const leads = { url: settings.leadProsperUrl, isTest: delivery["lead-prosper-test"] };
    const messages = { url: settings.contactIngestUrl, isTest: delivery["contact-ingest-test"] };
    return [
      {
        port: {
          ...leadProsper(callJson, { ...buyer, ...leads, name: "lead-prosper" }),
          repeats: settings.repeats,
        },
        reachedAt: [leads.url],
      },
      {
        port: leadProsper(callJson, { ...buyer, ...messages, name: "contact-ingest" }),
        reachedAt: [messages.url],
      },
      ...settings.destinations
        .filter((declared) => declared.kind === "leadprosper")
        .map((declared) => ({
          port: declaredBuyer(callJson, declared, settings, changed),
          how: howOf(declared),
          reachedAt: [declared.url],
        })),
    ];
  },
};

/** A campaign of the operator's file: the same format, with an account of its own. */
function declaredBuyer(
  callJson: CallJson,
  declared: Declared<"leadprosper">,
  settings: Settings,
  changed: ChangedTerms,
): Destination {
  const { name, url, mode, key, "campaign-id": campaignId, "supplier-id": supplierId } = declared;
  const buyer = leadProsper(callJson, {
    name,
    url,
    account: { campaignId, supplierId, key },
    isTest: mode === "test",
    firstRetryMs: settings.plain.delivery["lead-prosper-first-retry-ms"],
  });
  return {
    ...buyer,
    route: routeOf(declared, settings, changed),
    terms: termsOf(declared, settings, changed),
    repeats: repeatsOf(declared),
    bid: agreedBid(declared, changed),
    deliver({ payload, ...message }) {
      const { about, record } = routedLead(payload);
      const lp_action = lpAction(mode === "test" || about.sample === true);
      return buyer.deliver({ ...message, payload: { ...record, lp_action } });
    },
  };
}
