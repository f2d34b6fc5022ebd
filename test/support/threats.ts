import { readFileSync } from "node:fs";

/** What is tried or goes wrong, and what the site does then. */
export type Threat = { number: string; threat: string; expected: string };

/** The rows of test/specification/threats.md. */
export const threats: Threat[] = [
  ...readFileSync("test/specification/threats.md", "utf8").matchAll(/^\| (T\d+) \| (.+) \| (.+) \|$/gm),
].map(([, number, threat, expected]) => ({ number: number!, threat: threat!, expected: expected! }));
