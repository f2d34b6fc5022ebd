import { isMap, parseDocument } from "yaml";

/** A value with the keys that lead to its place. */
export type Addition = { path: readonly string[]; value: unknown };

/** The names of the receivers in a file. */
export function namesIn(text: string): string[] {
  const destinations = parseDocument(text, { stringKeys: true }).get("destinations", true);
  return isMap(destinations) ? destinations.items.map(({ key }) => String(key)) : [];
}

/** The text with these in it; what was there stays, with its comments. */
export function withAdditions(text: string, additions: readonly Addition[]): string {
  if (additions.length === 0) return text;
  const document = parseDocument(text, { stringKeys: true });
  for (const { path, value } of additions) {
    // A section of which everything is a comment yet.
    if (document.get(path[0]) === null) document.delete(path[0]);
    document.setIn(path, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}

/** A name that is not taken yet: `desk`, `desk-2`. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
