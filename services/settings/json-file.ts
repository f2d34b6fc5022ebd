import { readFileSync } from "node:fs";

/** What a JSON file says, or why it says nothing. */
export function readJson(path: string): { content: unknown } | { fault: string } {
  try {
    return { content: JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) };
  } catch (error) {
    return { fault: error instanceof SyntaxError ? "it is not JSON" : "it cannot be read" };
  }
}
