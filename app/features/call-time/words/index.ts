import { z } from "zod";
import { callTimes } from "../../../../machines/features/call-time/times.ts";
import { inKeys, says, text } from "../../../../machines/messages/wording.ts";
import { featureWords } from "../../../site/content/read.ts";

/** Words of the question on the page of thanks. */
export const callTimeWords = featureWords(
  "call-time",
  z.strictObject({
    title: text,
    hint: text,
    times: z.strictObject(inKeys(callTimes, text)),
    saved: says("time"),
    unsaved: text,
  }),
);
