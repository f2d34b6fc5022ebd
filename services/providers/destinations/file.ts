import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { leadFields } from "../../settings/destinations/lead-fields.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import { byteOrderMark, csvLine, spreadsheetLine } from "../csv.ts";
import type { Tell } from "../lead-notices.ts";
import type { Destination } from "../ports.ts";
import { flatFields, mapped, routedLead } from "../routed-lead.ts";

/**
 * A file per day, one line per lead, only for the user that the site runs as. A line begins with the message's id: a
 * second attempt finds it there, and so does a person's deletion.
 * @param day `2026-01-31` of a moment
 */
export function dayFile(declared: Declared<"file">, day: (at: number) => string) {
  const { name, folder, format, fields, mode } = declared;
  const isTable = format !== "jsonl";
  const extension = isTable ? "csv" : format;
  const tableLine = format === "spreadsheet" ? spreadsheetLine : csvLine;
  const columns = ["message_id", ...(fields ? Object.keys(fields) : leadFields)];
  const line = (id: string, values: Record<string, unknown>) => {
    const flat = columns.map((column) => {
      const value = column === "message_id" ? id : values[column];
      // One line per lead, whatever was typed.
      return typeof value === "string" ? value.replace(/[\r\n\u2028\u2029]+/g, " ") : value;
    });
    if (isTable) return tableLine(flat);
    return `${JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, flat[index]])))}\n`;
  };
  const beginning = (id: string) => (isTable ? `${id},` : `{"message_id":${JSON.stringify(id)},`);

  const heading = `${format === "spreadsheet" ? byteOrderMark : ""}${tableLine(columns)}`;

  const write: Destination["deliver"] = async ({ id, payload, attempt }) => {
    const lead = routedLead(payload);
    const begin = join(folder, `${name}-${day(lead.about.createdAt)}`);
    let path = `${begin}.${extension}`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (let nth = 2; ; nth++) {
        const isOurs = !isTable || (await beginsWith(path, heading));
        if (attempt > 1 && (await offsetOf(path, beginning(id))) >= 0) {
          return { outcome: "duplicate", detail: `already in ${path}` };
        }
        if (isOurs) break;
        // The columns are others than this morning: a file of its own has one heading.
        path = `${begin}-${nth}.${extension}`;
      }
      await append(path, line(id, mapped(flatFields(lead, mode === "test"), fields)));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "no code";
      throw new ProviderFailure("unavailable", `${path} could not be written (${code})`);
    }
    return { outcome: "accepted", detail: `in ${path}` };
  };

  // An erasure's notice may have come between the claim and the line; from here on it finds the line.
  const deliver: Destination["deliver"] = async (sending) => {
    const result = await write(sending);
    const isErased = sending.record && (await sending.record().catch(unread)) === undefined;
    if (isErased) await forget(sending.id);
    return result;
  };

  /** Blanks the lines in their place, so that what is appended meanwhile is not lost. */
  const forget = async (id: string) => {
    const known = await readdir(folder).catch(() => []);
    for (const file of known.filter(
      (each) => each.startsWith(`${name}-`) && each.endsWith(`.${extension}`),
    )) {
      await blank(join(folder, file), beginning(id));
    }
  };

  /** Blanks the lines of who is to be deleted; who is not to be called is a line of a list of their own beside the days. */
  const tell: Tell = async ({ body: { type, message_id: id, reason, at } }) => {
    if (type === "deletion") {
      await forget(id);
      return undefined;
    }
    const path = join(folder, `${name}-revoked.csv`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await beginsWith(path, csvLine(["message_id", "reason", "at"]));
      if ((await offsetOf(path, `${id},`)) < 0) await append(path, csvLine([id, reason, at]));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "no code";
      throw new ProviderFailure("unavailable", `${path} could not be written (${code})`);
    }
    return `in ${path}`;
  };
  return { deliver, tell };
}

/**
 * Makes a file with its first line, unless it is there; nobody ever sees it without that line.
 * @returns whether that is its first line
 */
async function beginsWith(path: string, text: string): Promise<boolean> {
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, text, { mode: 0o600 });
  await link(made, path).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(made);
  const file = await open(path);
  try {
    const first = Buffer.alloc(Buffer.byteLength(text));
    await file.read(first, 0, first.length, 0);
    return first.toString() === text;
  } finally {
    await file.close();
  }
}

/** Adds a line and waits until it is on the disk. A line that a power cut tore off is ended first. */
async function append(path: string, text: string): Promise<void> {
  const file = await open(path, "a+", 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1, "\n");
    if (size > 0) await file.read(last, 0, 1, size - 1);
    await file.appendFile(last.toString() === "\n" ? text : `\n${text}`);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Where a line with this beginning is, in bytes; -1 where there is none. */
async function offsetOf(path: string, beginning: string): Promise<number> {
  const bytes = await readFile(path);
  if (bytes.subarray(0, beginning.length).toString() === beginning) return 0;
  const found = bytes.indexOf(`\n${beginning}`);
  return found < 0 ? -1 : found + 1;
}

/** All lines with this beginning: one whose lock ran out while it was written is there twice. */
async function blank(path: string, beginning: string): Promise<void> {
  for (let offset = await offsetOf(path, beginning); offset >= 0; offset = await offsetOf(path, beginning)) {
    const file = await open(path, "r+");
    try {
      const bytes = await readFile(path);
      const end = bytes.indexOf("\n", offset);
      const length = (end < 0 ? bytes.length : end) - offset;
      await file.write(Buffer.alloc(length, " "), 0, length, offset);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** Whether the lead is erased is asked at the next attempt, which finds its line. */
function unread(): never {
  throw new ProviderFailure("unavailable", "whether the lead is erased could not be read");
}
