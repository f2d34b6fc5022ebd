import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { ProgressSave } from "../ports.ts";

/** Nobody to forward answers to: our own store has them. */
export const noProgressSave: ProgressSave = {
  save: async () => {
    throw new ProviderFailure("unavailable", "progress-save: PROGRESS_URL is not set");
  },
};
