import { z } from "zod";
import { featureWords, text } from "../../../site/content/words-of.ts";

/** What visitors read of it on the core's pages. */
export const deadlineWords = featureWords("deadline", z.strictObject({ helps: text }));
