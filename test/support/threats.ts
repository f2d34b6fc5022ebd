import { readFileSync } from "node:fs";

/** What is tried or goes wrong, and what the site does then. */
export type Threat = { number: string; threat: string; expected: string };

/** The rows of docs/security.md, from T1 to T36. */
export const threats: Threat[] = [
  ...readFileSync("docs/security.md", "utf8").matchAll(/^\| (T\d+) \| (.+) \| (.+) \|$/gm),
].map(([, number, threat, expected]) => ({ number: number!, threat: threat!, expected: expected! }));
