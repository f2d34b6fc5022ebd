import { z } from "zod";
import { text } from "../../../../machines/messages/wording.ts";
import { featureWords } from "../../../site/content/read.ts";

/** What visitors read of it on the core's pages. */
export const deadlineWords = featureWords("deadline", z.strictObject({ helps: text }));
