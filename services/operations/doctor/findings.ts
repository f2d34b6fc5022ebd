import { deliverable } from "../../delivery/outbox/deliverable.ts";
import { liveServices, receivers } from "../../providers/index.ts";
import type { Settings } from "../../settings/env.ts";
import type { Finding } from "./finding.ts";
import { lookAtKeys } from "./keys.ts";
import { lookAtMachine } from "./machine.ts";
import { lookAtServices } from "./reach.ts";
import { lookAtBuyers, lookAtSettings } from "./settings.ts";
import { lookAtReplica, lookAtStore } from "./store.ts";

/** What is to be said about a site, in plain sentences; looks at everything again each time. */
export async function findingsOf(settings: Settings): Promise<Finding[]> {
  return (
    await Promise.all([
      lookAtSettings(settings),
      lookAtBuyers(settings),
      lookAtKeys(settings),
      lookAtMachine(settings.databaseUrl),
      lookAtStore(
        {
          databaseUrl: settings.databaseUrl,
          delivered: deliverable(receivers(settings)),
          budgets: settings.budgets,
          destinations: settings.destinations,
          affiliates: settings.affiliates,
        },
        Date.now,
      ),
      lookAtReplica(settings.replicaUrl, Date.now),
      lookAtServices([...liveServices(settings), ...providerOf(settings)], Date.now),
    ])
  ).flat();
}

function providerOf({ identityProvider }: Settings) {
  return identityProvider ? [{ name: "the identity provider", addresses: [identityProvider.issuer] }] : [];
}
