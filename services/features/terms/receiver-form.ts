import { isDeepStrictEqual } from "node:util";
import { Scalar, stringify } from "yaml";
import * as z from "zod";
import { type Kind, kinds } from "../../settings/destinations/shape.ts";
import { capFields, fieldWords } from "../../settings/destinations/terms.ts";
import { yamlIn } from "../../yaml/yaml-file.ts";

/**
 * How a value is typed: `parts` are lines of YAML, as below the key in the file; `list` has commas; the values of a
 * `choice` are those of the key's kind.
 */
type How = "text" | "number" | "dollars" | "list" | "parts" | "choice";
type Row = { key: string; label: string; how: How; hint?: string };

/** What can be said of receivers, by subject. Which of it a kind has, and what is right, is the file's to say. */
const subjects: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: "Where it goes",
    rows: [
      { key: "url", label: "Address", how: "text", hint: "Such as https://north.example.com/leads" },
      { key: "headers", label: "Headers", how: "parts", hint: `Such as Authorization: Bearer $\{NORTH_KEY}` },
      { key: "secrets", label: "Secrets that sign", how: "list", hint: `Such as $\{CRM_SECRET}` },
      { key: "campaign-id", label: "Campaign id", how: "text" },
      { key: "supplier-id", label: "Supplier id", how: "text" },
      { key: "key", label: "Key", how: "text", hint: `Such as $\{SOUTH_KEY}` },
      {
        key: "smtp",
        label: "Mail server",
        how: "text",
        hint: `Such as smtp://user:$\{SMTP_PASSWORD}@mail.example.com:587`,
      },
      { key: "from", label: "Letters come from", how: "text" },
      { key: "to", label: "Letters go to", how: "list", hint: "Commas between several" },
      { key: "folder", label: "Folder", how: "text", hint: "Such as data/leads" },
      { key: "format", label: "Format", how: "choice" },
    ],
  },
  {
    title: "What it gets",
    rows: [
      { key: "mode", label: "Test or live", how: "choice" },
      { key: "takes", label: "Takes", how: "choice" },
      { key: "personal-data", label: "Letters say who it is", how: "choice" },
      {
        key: "only",
        label: "Only these leads",
        how: "parts",
        hint: "A line each: states: [TX, FL], accident-days: { at-most: 365 }, or another field of a lead",
      },
      {
        key: "fields",
        label: "Fields",
        how: "parts",
        hint: "A line each, its name and ours: FirstName: first_name. Nothing sends all under our names.",
      },
      {
        key: "repeats",
        label: "A second lead of one number",
        how: "parts",
        hint: "Such as hours: 24 and action: hold, a line each",
      },
      { key: "gets-opted-out", label: "Gets leads of who opted out of sale", how: "choice" },
    ],
  },
  {
    title: "What its answers mean",
    rows: [
      {
        key: "answer",
        label: "Answer",
        how: "parts",
        hint: "Such as accepted: { field: result, is: ok } and price: result.price, a line each",
      },
      {
        key: "ping",
        label: "Ping, asked first",
        how: "parts",
        hint: "url, fields and answer, a line each, with nothing that says who the person is",
      },
      { key: "deletion-url", label: "Address for deletions", how: "text" },
    ],
  },
  {
    title: "Terms",
    rows: [
      { key: "price", label: fieldWords.price, how: "dollars" },
      { key: "min-price", label: fieldWords["min-price"], how: "dollars" },
      { key: "hours", label: fieldWords.hours, how: "list", hint: "Such as mon-fri 08:00-18:00" },
      ...capFields.map((key): Row => {
        return { key, label: fieldWords[key], how: key.endsWith("-budget") ? "dollars" : "number" };
      }),
      { key: "return-days", label: "Days for returns", how: "number" },
      { key: "returns", label: "Returns", how: "choice" },
      { key: "credentials-end", label: "Its key ends on", how: "text", hint: "Such as 2027-01-31" },
    ],
  },
];

/** A field of the form, with what the file says. `choices`: its values, with words. */
export type FormField = {
  key: string;
  label: string;
  hint: string;
  value: string;
  isLong: boolean;
  choices: readonly (readonly [value: string, words: string])[];
};

type Body = Readonly<Record<string, unknown>>;

/** The form of a receiver of a kind, by subject. @param body what the file says of it */
export function formOf(kind: Kind, body: Body): { title: string; fields: FormField[] }[] {
  return rowsOf(kind).map(({ title, rows }) => ({
    title,
    fields: rows.map((row) => ({
      key: row.key,
      label: row.label,
      hint: row.hint ?? "",
      value: textOf(row.how, body[row.key]),
      isLong: row.how === "parts",
      choices: row.how === "choice" ? choicesOf(kind, row.key) : [],
    })),
  }));
}

function rowsOf(kind: Kind): { title: string; rows: readonly Row[] }[] {
  return subjects
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ key }) => key in kinds[kind].shape) }))
    .filter(({ rows }) => rows.length > 0);
}

const answers = [
  ["yes", "yes"],
  ["no", "no"],
] as const;

function choicesOf(kind: Kind, key: string): FormField["choices"] {
  let schema = (kinds[kind].shape as Record<string, z.ZodType>)[key]!;
  let usual: unknown;
  while (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    if (schema instanceof z.ZodDefault) usual = schema.def.defaultValue;
    schema = schema.unwrap() as z.ZodType;
  }
  const unsaid = usual === undefined ? "as usual" : `as usual: ${textOf("choice", usual)}`;
  const values =
    schema instanceof z.ZodEnum
      ? schema.options.map((each) => [String(each), String(each)] as const)
      : answers;
  return [["", unsaid], ...values];
}

function textOf(how: How, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (how === "parts") return stringify(value, { lineWidth: 0, flowCollectionPadding: false }).trimEnd();
  if (how === "list") return [value].flat().map(String).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return how === "dollars" && typeof value === "number" ? value.toFixed(2) : String(value);
}

/** What was typed, as the file would have it, by its keys: undefined for nothing. @param body what the file says now */
export function bodyOf(
  kind: Kind,
  body: Body,
  typed: Readonly<Record<string, string | undefined>>,
): { values: Record<string, unknown>; faults: Record<string, string> } {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const { key, how } of rowsOf(kind).flatMap(({ rows }) => rows)) {
    const given = typed[key];
    if (given === undefined) continue;
    const read = readAs(how, given.replaceAll("\r\n", "\n").trim(), body[key]);
    if ("fault" in read) faults[key] = read.fault;
    else values[key] = read.value;
  }
  return { values, faults };
}

function readAs(how: How, text: string, now: unknown): { value: unknown } | { fault: string } {
  // What reads the same stays as it is written.
  if (text === textOf(how, now).trim()) return { value: now };
  if (text === "") return { value: undefined };
  switch (how) {
    case "number":
      return { value: /^\d{1,9}$/.test(text) ? Number(text) : text };
    case "dollars": {
      const dollars = new Scalar(Number(text));
      dollars.minFractionDigits = 2;
      return { value: /^\d{1,6}(\.\d\d?)?$/.test(text) ? dollars : text };
    }
    case "list": {
      const list = text.split(/[,\n]/).map((each) => each.trim());
      const some = list.filter((each) => each !== "");
      return { value: isDeepStrictEqual([now].flat(), some) ? now : some };
    }
    case "choice":
      return { value: answers.some(([word]) => word === text) ? text === "yes" : text };
    case "parts":
      return partsIn(text);
    case "text":
      return { value: text };
  }
}

function partsIn(text: string): { value: unknown } | { fault: string } {
  const read = yamlIn(text, "");
  return "document" in read ? { value: read.document.toJS() } : { fault: read.faults.join(" ").trim() };
}
