import type * as z from "zod";
import * as is from "./kinds.ts";

/** The settings of developers' and analysts' pages. */
export const analystShape = {
  ANALYST_TOKEN: is.token.optional(),
  WHAT_IF_FOLDER: is.text().default("data/what-if"),
};

type Given = z.infer<z.ZodObject<typeof analystShape>>;

export function analystSettings(given: Given) {
  return {
    /** Opens the pages of the charts in production; undefined: nobody sees them there. */
    analystToken: given.ANALYST_TOKEN,
    /** Where `npm run what-if` keeps its newest run of each survey. */
    whatIfFolder: given.WHAT_IF_FOLDER,
  };
}
