import { deliverable } from "../delivery/outbox/deliverable.ts";
import { liveServices, receivers } from "../providers/index.ts";
import type { Settings } from "../settings/env.ts";
import { envFile } from "../settings/load-env.ts";
import type { Finding } from "./doctor/finding.ts";
import { lookAtKeys } from "./doctor/keys.ts";
import { lookAtMachine } from "./doctor/machine.ts";
import { lookAtServices } from "./doctor/reach.ts";
import { lookAtBuyers, lookAtFile, lookAtSettings } from "./doctor/settings.ts";
import { lookAtReplica, lookAtStore } from "./doctor/store.ts";
import { type Program, print } from "./program.ts";
import { siteSettings } from "./site-settings.ts";
import { counted } from "./text.ts";

const marks = { ok: "ok    ", note: "note  ", wrong: "WRONG " };

export function addDoctor(program: Program): void {
  program
    .command("doctor")
    .description(
      "check settings, build, disk, store, outbox, clock and services; exit status 1 when something is wrong",
    )
    .action(examine);
}

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

/** Says in plain sentences what is wrong with the site, if anything; exit status 1 then. Bad settings are said first. */
async function examine(): Promise<void> {
  const settings = await siteSettings();
  const findings = [...lookAtFile(envFile()), ...(await findingsOf(settings))];
  for (const { verdict, text } of findings) await print(`${marks[verdict]} ${text}\n`);
  const count = findings.filter(({ verdict }) => verdict === "wrong").length;
  await print(count === 0 ? "Nothing is wrong.\n" : `${counted(count, "problem")} found.\n`);
  if (count > 0) process.exitCode = 1;
}
