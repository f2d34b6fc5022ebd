import { readFileSync } from "node:fs";
import { filesIn } from "../../support/source-files.ts";

/** All of the site's style sheets as one text. */
export const everySheet = filesIn("app")
  .filter((file) => file.endsWith(".css"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
