import { z } from "zod";
import { featureWords, text } from "../../../site/content/words-of.ts";

/** What visitors read of it. */
export const revocationWords = featureWords("revocations", z.strictObject({ afterOptOut: text }));
