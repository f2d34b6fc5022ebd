import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { AnswerRule, Declared } from "../../settings/destinations/shape.ts";
import type { CallJson } from "../http.ts";
import type { DeliveryResult, Destination } from "../ports.ts";
import { flatFields, routedLead } from "../routed-lead.ts";
import { verdictOf } from "./answer-rule.ts";
import { mapped } from "./mapped.ts";
import { post } from "./post.ts";

type Body = Record<string, string | number | boolean>;

/**
 * A receiver with fields of its own, as a form or as JSON. Where it is asked before (ping), it hears nothing of the
 * person until it says yes, and bids no less than its terms want. Each post carries the message's id, so that a second arrival can be recognized.
 */
export function posted(
  callJson: CallJson,
  declared: Declared<"form" | "json">,
  leastCents: () => number | undefined,
): Destination["deliver"] {
  const { name, kind, url, fields, answer, ping, mode } = declared;
  return async ({ id, payload }) => {
    const lead = routedLead(payload);
    const ours = flatFields(lead, mode === "test");
    const ask = async (to: string, key: string, body: Body, rule: AnswerRule) => {
      const content = kind === "form" ? { form: texts(body) } : { body };
      const headers = { ...declared.headers, "Idempotency-Key": key };
      return verdictOf(
        await post(callJson, { provider: name, url: to, headers, ...content }, lead.record),
        rule,
      );
    };
    if (!ping) return withPrice(await ask(url, id, mapped(ours, fields), answer), answer.price);
    const wish = await ask(ping.url, `${id}.ping`, mapped(ours, ping.fields), ping.answer).catch(unheard);
    // One that does not say yes is not told who the person is, so that all else is a no.
    if (wish.outcome !== "accepted") return { outcome: "rejected", detail: `ping: ${wish.detail}` };
    const low = belowMinimum(wish, leastCents());
    // It does not have the lead yet, so that the next buyer can be asked.
    if (low) return { outcome: "rejected", detail: `ping: ${wish.detail}; ${low}` };
    const { price = "", buyerId = "" } = wish.sale ?? {};
    const known = { ping_price: String(price), ping_id: buyerId };
    const result = await ask(url, id, mapped({ ...ours, ...known }, fields), answer);
    if (result.outcome !== "accepted") return result;
    const whole = { ...result, sale: { ...wish.sale, ...result.sale } };
    return withPrice(whole, ping.answer.price ?? answer.price, `; ping: ${wish.detail}`);
  };
}

/** Why a bid is too low; one that cannot be read is. */
function belowMinimum({ sale }: DeliveryResult, least: number | undefined): string | undefined {
  if (least === undefined || Math.round((sale?.price ?? 0) * 100) >= least) return undefined;
  const bid = sale?.price === undefined ? "no price could be read" : `$${sale.price.toFixed(2)}`;
  return `${bid}, below the minimum of $${(least / 100).toFixed(2)}`;
}

/** A sale whose price was to be read and is none says so. */
function withPrice(result: DeliveryResult, rule: string | undefined, more = ""): DeliveryResult {
  if (result.outcome !== "accepted" || rule === undefined || result.sale?.price !== undefined) return result;
  return { ...result, detail: `${result.detail}${more}; no price could be read` };
}

/** A ping without an answer has sold nothing: its receiver was not reached, and does not have the lead. */
function unheard(error: unknown): never {
  if (!(error instanceof ProviderFailure) || error.kind !== "timeout") throw error;
  throw new ProviderFailure("unavailable", `ping: ${error.message}`);
}

function texts(body: Body): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
