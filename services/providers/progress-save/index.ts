import { byAddress } from "../provider.ts";
import { liveProgressSave } from "./live.ts";
import { noProgressSave } from "./off.ts";

export const progressSave = byAddress({
  name: "progress-save",
  words: "progress save",
  setting: "PROGRESS_URL",
  address: ({ progressUrl }) => progressUrl,
  live: liveProgressSave,
  off: noProgressSave,
  embedded: "kept in the visit's own log",
});
