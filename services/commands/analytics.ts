import { variants } from "../../machines/registry.ts";
import { dayCounter } from "../analytics/days.ts";
import { rollBatch } from "../analytics/roller.ts";
import { silentLog } from "../log.ts";
import { machineVersion } from "../visits/machine-version.ts";
import { nothingElse } from "./arguments.ts";
import { command, type Task } from "./command.ts";
import { BadUsage } from "./command-line.ts";

const usage = "Usage: analytics rebuild";

/**
 * Makes every session anew from its visit's log. One whose chart has changed since stays as it was counted then: what
 * its visitor passed cannot be told from the chart of today.
 */
function rebuild(args: string[]): Task {
  nothingElse(args, usage);
  return async ({ store, settings, print }) => {
    await store.analytics.makeDue([...variants.values()].map(machineVersion));
    const day = dayCounter(settings.siteTimeZone);
    let count = 0;
    for (;;) {
      const rolled = await rollBatch({ store, settings, day, now: Date.now, quietMs: 0, log: silentLog });
      if (rolled === 0) break;
      count += rolled;
    }
    await print(`${count} visits rolled up anew\n`);
  };
}

await command(([name, ...args]) => {
  if (name === "rebuild") return rebuild(args);
  throw new BadUsage(usage);
});
