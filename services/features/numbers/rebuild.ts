import { variants } from "../../../machines/registry.ts";
import { rollBatch } from "../../analytics/roller.ts";
import { dayCounter } from "../../calendar/days.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { silentLog } from "../../observe/log.ts";
import { counted } from "../../operations/text.ts";
import { machineVersion } from "../../visits/machine-version.ts";

export function addAnalytics(program: Program): void {
  const analytics = program.command("analytics").description("rebuild the analysts' numbers");
  analytics
    .command("rebuild")
    .description("make all sessions again from the visits' logs; the site may run meanwhile")
    .action(() => withStore(rebuild));
}

/**
 * Makes every session again from its visit's log. One whose chart has changed since stays as it was counted then:
 * today's chart cannot show what its visitor passed.
 */
async function rebuild({ store, settings }: Context): Promise<void> {
  await store.analytics.makeDue([...variants.values()].map(machineVersion));
  const day = dayCounter(settings.siteTimeZone);
  let count = 0;
  for (;;) {
    const rolled = await rollBatch({ store, settings, day, now: Date.now, quietMs: 0, log: silentLog });
    if (rolled === 0) break;
    count += rolled;
  }
  await print(`Rebuilt the sessions of ${counted(count, "visit")}.\n`);
}
