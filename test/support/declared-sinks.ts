import { readFileSync } from "node:fs";

const page = new URL("../../docs/privacy.md", import.meta.url);

/**
 * What docs/privacy.md declares: by place (a column of the store, the setting with a receiver's address), the personal
 * fields that may be there. A declaring table's head begins "Place | Holds" or "Setting | Gets".
 */
export function declaredSinks(first: "Place" | "Setting"): Record<string, string[]> {
  const sinks: Record<string, string[]> = {};
  let within = false;
  for (const line of readFileSync(page, "utf8").split("\n")) {
    const [, place = "", holds = ""] = line.split("|").map((cell) => cell.trim());
    if (!line.startsWith("|")) within = false;
    else if (place === first) within = true;
    else if (within) {
      const names = [...place.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
      for (const name of names) sinks[name] = holds.split(",").map((field) => field.trim());
    }
  }
  return sinks;
}
