import { ok } from "../../observe/finding.ts";
import { wholeNumber } from "../../settings/kinds.ts";
import { type Feature, ownSettings } from "../feature.ts";
import { alarmsIn } from "./tables.ts";

const settings = {
  section: "analytics",
  withoutSale: "what is watched and counted",
  keys: {
    "false-alarms-per-month": {
      kind: wholeNumber(1, 100).default(1),
      about:
        "How many alarms a month may be chance, over all sources, surveys, questions and services together. Alarms are on /graphs/alarms, and sent to each destination that has takes: alarms.",
    },
  },
};

/** Tells people when leads, conversion, drop-off or failures are far from their usual, and when a buyer takes nothing. */
export const alarms: Feature<ReturnType<typeof alarmsIn>> & { settings: typeof settings } = {
  name: "alarms",
  needs: ["numbers"],
  tables: { names: ["alarm_hours", "alarms"], of: alarmsIn },
  settings,
  start: async (core) => {
    const { startAlarms } = await import("./job.ts");
    return startAlarms(core, ownSettings(core.settings, settings)["false-alarms-per-month"]);
  },
  findings: ({ destinations }) => {
    const takers = destinations.filter(({ takes }) => takes === "alarms").map(({ name }) => name);
    return [
      ok(
        takers.length > 0
          ? `Alarms are sent to ${takers.join(", ")}.`
          : "Alarms are off: no destination has takes: alarms.",
      ),
    ];
  },
  health: async ({ alarms: { open } }) => {
    const { length } = await open();
    return [
      {
        name: "Open alarms",
        value: length === 0 ? "none" : `${length}`,
        isBad: length > 0,
        href: "/graphs/alarms",
      },
    ];
  },
};
