import type { Settings } from "../../settings/env.ts";
import { text } from "../../settings/kinds.ts";
import { type Feature, ownSettings } from "../feature.ts";

const settings = {
  section: "analytics",
  withoutSale: "what developers see of an edit",
  keys: {
    "what-if-folder": {
      kind: text().default("data/what-if"),
      about:
        "Where npm run what-if keeps its newest run of each survey, and the pages of the charts show it from.",
    },
  },
};

/** Shows what an edit of a survey does to visitors, before it ships (docs/guides/write-a-variant.md). */
export const whatIf: Feature & { settings: typeof settings } = {
  name: "what-if",
  needs: ["numbers"],
  settings,
  commands: { after: "try", load: async () => (await import("./command.ts")).addWhatIf },
};

/** The folder that holds the newest run of each survey. */
export function whatIfFolder(site: Pick<Settings, "plain">): string {
  return ownSettings(site, settings)["what-if-folder"];
}
