import { z } from "zod";
import { callTimes } from "../../../../machines/features/call-time/times.ts";
import { featureWords, inKeys, text, textWith } from "../../../site/content/words-of.ts";

/** Words of the question on the page of thanks. */
export const callTimeWords = featureWords(
  "call-time",
  z.strictObject({
    title: text,
    hint: text,
    times: z.strictObject(inKeys(callTimes, text)),
    saved: textWith("time"),
    unsaved: text,
  }),
);
