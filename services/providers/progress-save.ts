import * as z from "zod";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { CallJson } from "./http.ts";
import type { ProgressSave } from "./ports.ts";
import { byAddress } from "./provider.ts";
import { verdictBy } from "./verdict.ts";

const status = verdictBy(["yes", "true", "success"]).default(false);
/** A missing status counts as none. */
const answer = z.object({ userBackupStatus: status, userProgressionStatus: status });

/** Posts to `/api/save-data` below an address (spec 7); each queue is judged by its own status. */
export function liveProgressSave(callJson: CallJson, url: string, timeoutMs = 10_000): ProgressSave {
  return {
    async save(body) {
      const said = await callJson({
        provider: "progress-save",
        url: `${url}/api/save-data`,
        body,
        timeoutMs,
        schema: answer,
      });
      return { progression: said.userProgressionStatus, backup: said.userBackupStatus };
    },
  };
}

/** There is nobody to forward answers to: our own store has them. */
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
