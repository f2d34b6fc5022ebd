/**
 * Makes a visitor's text harmless in a terminal: control characters (which could move the cursor or hide
 * text) and direction marks are shown as their codes.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}

/** A JSON value as one readable piece of text. */
export function shown(value: unknown): string {
  return printable(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

/** Fields as `name: value, name: value`. */
export function shownFields(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${printable(name)}: ${shown(value)}`)
    .join(", ");
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Hides e-mail addresses and longer numbers in free text. */
export function masked(text: string): string {
  return printable(text)
    .replace(/\S+@\S+/g, "…@…")
    .replace(/\+?\d[\d ().-]{5,}\d/g, "…");
}

/** First letter only, as in `Z…`. */
export function initial(text: unknown): string {
  const [first] = typeof text === "string" ? printable(text) : "";
  return first ? `${first}…` : "";
}

/** Rows as columns of equal width, with a heading. */
export function table(heading: string[], rows: string[][]): string {
  const all = [heading, ...rows];
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}
