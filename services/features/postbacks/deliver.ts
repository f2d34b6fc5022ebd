import * as z from "zod";
import { post } from "../../providers/destinations/post.ts";
import type { CallJson } from "../../providers/http.ts";
import type { Destination } from "../../providers/ports.ts";
import { webhookHeaders } from "../../providers/webhook-signature.ts";
import { clickIdsIn } from "./messages.ts";
import { type Postbacks, type PostbackValues, postbackEvents, postbackValues } from "./setting.ts";

const values = z.record(z.enum(postbackValues), z.string());
const message = z.object({ event: z.enum(postbackEvents), values });

type Means = {
  callJson: CallJson;
  /** The name of its receiver. */
  provider: string;
  /** Each signs; without any, the call is not signed. */
  secrets: readonly string[];
  /** Whether its address may be on this machine. */
  mayBeHere: boolean;
};

/** Tells an affiliate's server what one message of the outbox says. */
export async function tell(
  { addresses, method, isTest }: Postbacks,
  { id, payload, record }: Parameters<Destination["deliver"]>[0],
  { callJson, provider, secrets, mayBeHere }: Means,
): ReturnType<Destination["deliver"]> {
  const { event, values } = message.parse(payload);
  const template = addresses[event];
  // Its operator no longer wants it sent.
  if (template === undefined) return { outcome: "rejected", detail: `no address for ${event}` };
  const about = await record?.();
  const address = filled(template, { ...values, ...clickIdsIn(about ?? {}), id }, isTest);
  const [url = "", query = ""] = address.split(/\?(.*)/s);
  const call =
    method === "GET" ? { url: address } : { url, form: Object.fromEntries(new URLSearchParams(query)) };
  // A call without a body is signed by its query, as it is sent.
  const headers = (body: string) => ({
    // By the same key a receiver recognizes a repeated message.
    "Idempotency-Key": id,
    ...(secrets.length > 0 &&
      webhookHeaders(secrets, id, body || new URL(address).search.slice(1), Date.now())),
  });
  const person = about && { ...about, click_id: values.click_id };
  const { said } = await post(callJson, { provider, headers, handedIn: { mayBeHere }, ...call }, person);
  return { outcome: "accepted", detail: said };
}

/** Every value is percent-encoded, so that none can end its parameter and begin another. */
function filled(template: string, all: PostbackValues, isTest: boolean): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: keyof PostbackValues) =>
    encodeURIComponent(all[name]),
  );
  return isTest ? `${address}${address.includes("?") ? "&" : "?"}test=1` : address;
}
