import * as z from "zod";
import {
  type Postbacks,
  type PostbackValues,
  postbackEvents,
  postbackMacros,
} from "../../settings/campaigns.ts";
import { postbackPrefix, postbackRows } from "../../store/postbacks.ts";
import type { CallJson } from "../http.ts";
import type { Destination } from "../ports.ts";
import type { DestinationProvider } from "../provider.ts";
import { post } from "./post.ts";

const values = z.record(z.enum(postbackMacros).exclude(["id"]), z.string());
const message = z.object({ event: z.enum(postbackEvents), values });

/** Affiliates whose own servers are told what became of their leads. Each has a loop of its own in the outbox. */
export const postbacks: DestinationProvider = {
  addresses: ({ postbacks: all }) => all.flatMap(addressesOf),
  destinations: ({ postbacks: all }, callJson) =>
    all.map((each) => ({
      port: toAffiliate(callJson, each),
      how: `tells affiliate ${each.affiliate} of ${Object.keys(each.addresses).join(", ")}`,
      reachedAt: addressesOf(each),
    })),
};

function toAffiliate(callJson: CallJson, each: Postbacks): Destination {
  const name = `${postbackPrefix}${each.affiliate}`;
  return {
    name,
    takes: postbackRows(each),
    configured: true,
    isTest: each.isTest,
    firstRetryMs: 10_000,
    async deliver({ id, payload }) {
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
      // By the same key a receiver knows what it was told before.
      const headers = { "Idempotency-Key": id };
      const { said } = await post(
        callJson,
        { provider: name, headers, ...call },
        { click_id: values.click_id },
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
