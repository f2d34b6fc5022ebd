/** `npm run tool -- parts`: prints the list of parts of what is installed in production. */
import { readFileSync } from "node:fs";
import { tool } from "../tool.ts";
import { type Lock, partsOf } from "./parts.ts";

tool(
  "parts",
  `Prints the list of parts (SBOM, CycloneDX 1.6 as JSON) of what runs in production: every package of package-lock.json
that is not for development alone, with version, license and checksum.`,
).parse();
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
process.stdout.write(`${JSON.stringify(partsOf(lock), null, 2)}\n`);
