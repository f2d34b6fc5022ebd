import { z } from "zod";
import { text } from "../../../../machines/messages/wording.ts";
import { featureWords } from "../../../site/content/read.ts";

/** What visitors read of it. */
export const revocationWords = featureWords("revocations", z.strictObject({ afterOptOut: text }));
