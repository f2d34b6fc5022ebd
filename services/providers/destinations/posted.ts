import type { AnswerRule, Declared } from "../../settings/destinations/shape.ts";
import type { CallJson } from "../http.ts";
import type { Destination } from "../ports.ts";
import { flatFields, routedLead } from "../routed-lead.ts";
import { mapped, verdictOf } from "./mapped.ts";
import { post } from "./post.ts";

type Body = Record<string, string | number | boolean>;

/**
 * A receiver with fields of its own, as a form or as JSON. Where it is asked before (ping), it hears nothing of the
 * person until it says yes. Each post carries the message's id, so that a second arrival can be recognized.
 */
export function posted(callJson: CallJson, declared: Declared<"form" | "json">): Destination["deliver"] {
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
    if (!ping) return ask(url, id, mapped(ours, fields), answer);
    const wish = await ask(ping.url, `${id}.ping`, mapped(ours, ping.fields), ping.answer);
    if (wish.outcome === "rejected") return { ...wish, detail: `ping: ${wish.detail}` };
    const { price = "", buyerId = "" } = wish.sale ?? {};
    const known = { ping_price: String(price), ping_id: buyerId };
    const result = await ask(url, id, mapped({ ...ours, ...known }, fields), answer);
    return result.outcome === "rejected" ? result : { ...result, sale: { ...wish.sale, ...result.sale } };
  };
}

function texts(body: Body): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
