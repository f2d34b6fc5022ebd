import * as z from "zod";
import {
  type Postbacks,
  type PostbackValues,
  postbackEvents,
  postbackMacros,
} from "../../settings/campaigns.ts";
import { isLoopback } from "../../settings/env.ts";
import { postbackPrefix, postbackRows } from "../../store/sales/postbacks.ts";
import type { CallJson } from "../http.ts";
import type { Destination } from "../ports.ts";
import type { DestinationProvider } from "../provider.ts";
import { webhookHeaders } from "../webhook-signature.ts";
import { post } from "./post.ts";

const values = z.record(z.enum(postbackMacros).exclude(["id"]), z.string());
const message = z.object({ event: z.enum(postbackEvents), values });

/** Affiliates whose own servers are told what became of their leads. Each has a loop of its own in the outbox. */
export const postbacks: DestinationProvider = {
  addresses: ({ postbacks: all }) => all.flatMap(addressesOf),
  destinations: ({ postbacks: all, postbackSecrets, siteOrigin }, callJson) =>
    all.map((each) => {
      const secrets = postbackSecrets
        .filter(({ name }) => name === each.affiliate)
        .map(({ secret }) => secret);
      const signed = secrets.length > 0 ? ", signed" : "";
      return {
        port: toAffiliate(callJson, each, secrets, each.isTest || isLoopback(siteOrigin)),
        how: `tells affiliate ${each.affiliate} of ${Object.keys(each.addresses).join(", ")}${signed}`,
        reachedAt: addressesOf(each),
      };
    }),
};

function toAffiliate(
  callJson: CallJson,
  each: Postbacks,
  secrets: readonly string[],
  mayBeHere: boolean,
): Destination {
  const name = `${postbackPrefix}${each.affiliate}`;
  return {
    name,
    takes: postbackRows(each),
    configured: true,
    isTest: each.isTest,
    firstRetryMs: 10_000,
    async deliver({ id, payload, record }) {
      const { event, values } = message.parse(payload);
      const template = each.addresses[event];
      // Its operator does not want it told any more.
      if (template === undefined) return { outcome: "rejected", detail: `no address for ${event}` };
      const address = filled(template, { ...values, id }, each.isTest);
      const [url = "", query = ""] = address.split(/\?(.*)/s);
      const call =
        each.method === "GET"
          ? { url: address }
          : { url, form: Object.fromEntries(new URLSearchParams(query)) };
      // What has no body is signed by its query, as it is sent.
      const headers = (body: string) => ({
        // By the same key a receiver knows what it was told before.
        "Idempotency-Key": id,
        ...(secrets.length > 0 &&
          webhookHeaders(secrets, id, body || new URL(address).search.slice(1), Date.now())),
      });
      const about = await record?.();
      const person = about && { ...about, click_id: values.click_id };
      const { said } = await post(
        callJson,
        { provider: name, headers, handedIn: { mayBeHere }, ...call },
        person,
      );
      return { outcome: "accepted", detail: said };
    },
  };
}

/** Every value is percent-encoded, so that none ends its parameter and begins another. */
function filled(template: string, all: PostbackValues, isTest: boolean): string {
  const address = template.replaceAll(/\{(\w+)\}/g, (_, name: keyof PostbackValues) =>
    encodeURIComponent(all[name]),
  );
  return isTest ? `${address}${address.includes("?") ? "&" : "?"}test=1` : address;
}

function addressesOf({ addresses }: Postbacks): string[] {
  return Object.values(addresses).map((template) => template.split("?")[0]!);
}
