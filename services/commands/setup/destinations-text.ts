import { isMap, parseDocument } from "yaml";

/** The names of the receivers in a file of destinations. */
export function namesIn(text: string): string[] {
  const destinations = parseDocument(text, { stringKeys: true }).get("destinations", true);
  return isMap(destinations) ? destinations.items.map(({ key }) => String(key)) : [];
}

/** The text with one receiver more; what was there stays, with its comments. */
export function withDestination(text: string, name: string, body: object): string {
  const document = parseDocument(text, { stringKeys: true });
  document.setIn(["destinations", name], document.createNode(body));
  return document.toString({ lineWidth: 0 });
}

/** A name that is not taken yet: `desk`, `desk-2`. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}-${count}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
