import type { DestinationProvider } from "../../providers/provider.ts";
import { isLoopback } from "../../settings/near-addresses.ts";
import type { Feature } from "../feature.ts";
import { postbackRows, readerFor, receiverName } from "./messages.ts";
import { addressesOf, campaign, faultsIn, postbacksIn, secretsOf, variables } from "./setting.ts";

/** Affiliates whose own servers are told what happened to their leads. Each has a loop of its own in the outbox. */
const receivers: DestinationProvider = {
  addresses: (settings) => postbacksIn(settings).flatMap(addressesOf),
  destinations: (settings, callJson) =>
    postbacksIn(settings).map((each) => {
      const { affiliate, addresses, isTest } = each;
      const secrets = secretsOf(settings, affiliate);
      const name = receiverName(affiliate);
      const mayBeHere = isTest || isLoopback(settings.siteOrigin);
      const means = { callJson, provider: name, secrets, mayBeHere };
      return {
        port: {
          name,
          takes: postbackRows(each),
          configured: true,
          isTest,
          firstRetryMs: 10_000,
          deliver: async (message) => (await import("./deliver.ts")).tell(each, message, means),
        },
        how: `tells affiliate ${affiliate} of ${Object.keys(addresses).join(", ")}${secrets.length > 0 ? ", signed" : ""}`,
        reachedAt: addressesOf(each),
      };
    }),
};

/** Tells the servers of affiliates what became of their leads (docs/guides/sales.md, "Postbacks"). */
export const postbacks: Feature = {
  name: "postbacks",
  variables,
  campaign,
  faults: faultsIn,
  addresses: (settings) =>
    postbacksIn(settings).map(({ affiliate, addresses }) => [
      `the postback of affiliate ${affiliate}`,
      JSON.stringify(addresses),
    ]),
  receivers,
  news: { noun: "postback", to: "affiliates", reader: (settings) => readerFor(postbacksIn(settings)) },
};
