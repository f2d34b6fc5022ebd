import { printable } from "../observe/printable.ts";

/** The author of notes that the program made from a visitor's choice in a list: nothing in them is personal. */
export const visitorName = "The visitor";

/** A JSON value in words: yes and no, lists separated by commas, objects within objects in brackets. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "(nothing)";
  if (typeof value === "string") return printable(value) || "(empty)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(shown).join(", ") || "(none)";
  if (typeof value === "object") return `(${shownFields(value)})`;
  return String(value);
}

/** Names and values in words; the value of a secret is never shown. */
export function fieldRows(fields: object): [name: string, value: string][] {
  return Object.entries(fields).map(([name, value]) => [printable(name), known(name, value)]);
}

/** `name: value`, one per line. */
export function fieldLines(fields: object): string[] {
  return fieldRows(fields).map((row) => row.join(": "));
}

/** Fields on one line, as `name = value, name = value`; a value that has a comma itself is in quotes. */
export function shownFields(fields: object): string {
  const words = Object.entries(fields).map(([name, value]) => {
    const text = known(name, value);
    return `${printable(name)} = ${text.includes(",") ? `“${text}”` : text}`;
  });
  return words.join(", ");
}

function known(name: string, value: unknown): string {
  return name.toLowerCase() === "lp_key" ? "…" : shown(value);
}

/** `1 attempt`, `2 attempts`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/**
 * Hides e-mail addresses and longer numbers in the first 4,000 characters; an id of ours, to be looked up, is left
 * whole.
 */
export function masked(text: string): string {
  // The time of these patterns may grow with the square of the text.
  return printable(text.slice(0, 4_000))
    .slice(0, 4_000)
    .replace(/\S+@\S+/g, "…@…")
    .replace(/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|\+?\d[\d ().-]{5,}\d/g, (_, id) => id ?? "…");
}

/**
 * Text by a person or a receiver, which may name the visitor: notes, reasons, answers, a buyer's ids.
 * @param isWhole whether its reader may know who the visitors are; others only read that there is a text
 */
export function freeWords(text: string | null, isWhole: boolean): string {
  if (text === null || text === "") return "";
  return isWhole ? printable(text) : "…";
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

/** A reason without e-mail addresses and long numbers: it is kept for years, and is to name nobody. */
export function impersonal(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/\S+[@＠]\S+/g, "…@…")
    .replace(/\+?\p{Nd}[\p{Nd}\s()./\p{Pd}]{5,}\p{Nd}/gu, "…");
}

/**
 * Cents of a text such as `45`, `45.5` or `$1,045.50`; not `45,00`, which elsewhere means 45 dollars.
 * @returns undefined where it is no amount above nothing
 */
export function centsIn(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "");
  if (!/^(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return undefined;
  const cents = Math.round(Number(plain.replaceAll(",", "")) * 100);
  return cents > 0 ? cents : undefined;
}

/** `-$1,234.50`, for people. */
export function dollars(cents: number): string {
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  return `${cents < 0 ? "-" : ""}$${text}`;
}
