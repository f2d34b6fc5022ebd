import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { ProgressSave } from "../ports.ts";
import { byAddress } from "../provider.ts";
import { liveProgressSave } from "./live.ts";

/** Nobody to forward answers to: our own store has them. */
export const noProgressSave: ProgressSave = {
  save: async () => {
    throw new ProviderFailure("unavailable", "progress-save: PROGRESS_URL is not set");
  },
};

export const progressSave = byAddress({
  name: "progress-save",
  words: "progress save",
  setting: "PROGRESS_URL",
  address: ({ progressUrl }) => progressUrl,
  live: liveProgressSave,
  off: noProgressSave,
  embedded: "kept in the visit's own log",
});
