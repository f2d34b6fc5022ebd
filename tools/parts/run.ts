/** `npm run tool -- parts`: prints the list of parts that production installs. */
import { readFileSync } from "node:fs";
import { tool } from "../tool.ts";
import { type Lock, partsOf } from "./parts.ts";

const { debian } = tool(
  "parts",
  `Prints the list of parts (SBOM, CycloneDX 1.6 as JSON) of what runs in production: every package of package-lock.json
that is not for development alone, with version, license and checksum, and Node under its own name.`,
)
  .option(
    "--debian <file>",
    "also Debian's packages of an image: a line each with name, version, architecture and SHA-256",
  )
  .parse()
  .opts<{ debian?: string }>();
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
const packages = debian === undefined ? "" : readFileSync(debian, "utf8");
process.stdout.write(`${JSON.stringify(partsOf(lock, packages), null, 2)}\n`);
