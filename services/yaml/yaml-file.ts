import { readFileSync } from "node:fs";
import { type Document, LineCounter, type Node, parseDocument, visit } from "yaml";
import * as z from "zod";
import { closest, didYouMean } from "./closest.ts";

/** How often one part may be used again. */
const mostAliases = 20;

const unreadable: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "the site's user may not",
  EISDIR: "it is a folder",
};

/** The keys that lead to a place in a file. */
export type Path = readonly PropertyKey[];

/** An operator's file in YAML, which includes JSON, with the position of everything in it. */
export type YamlFile = {
  path: string;
  document: Document;
  /** `buyers.yaml line 3 column 5`, for a key or an entry of a list; what is missing is wrong where it should be. */
  place(path: Path): string;
};

/** A part of a file. */
export type Part = {
  /** Of the file. */
  path: string;
  /** As faults call it: `buyers`; '' for a whole file. */
  name: string;
  given: unknown;
  place: YamlFile["place"];
};

/** A fault in a part, its position, and the probable meaning. */
export type Fault = { where: Path; text: string; meant?: string };

/** Reads a file. Faults are sentences, with line and column where they have any. @param setting that names the file */
export function readYaml(path: string, setting: string): YamlFile | { faults: string[] } {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return { faults: [`${setting} ${path} cannot be read: ${unreadable[code] ?? code}`] };
  }
  return yamlIn(text, path);
}

/** The same for a text that was read from a file. */
export function yamlIn(text: string, path: string): YamlFile | { faults: string[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${path} line ${line} column ${col}`;
  };
  const [error] = document.errors;
  if (!error) {
    keepDigits(document);
    return isExpandable(document)
      ? { path, document, place: (where) => at(offsetOf(document, where)) }
      : { faults: [`${path} refers to its own parts too often`] };
  }
  // The others follow from the first.
  const words =
    error.code === "DUPLICATE_KEY"
      ? "this is there twice"
      : `this is not YAML (${error.code.toLowerCase().replaceAll("_", " ")})`;
  return { faults: [`${at(error.pos[0])}: ${words}`] };
}

/** A number that does not print as it is written is a text: `007` and `12e3` are ids, and no 7 and 12000; `+18775550142` dials. */
function keepDigits(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      const isOdd = /^\+|^-?(?:0\d|\d{16})|[eox]/i.test(node.source ?? "");
      if (typeof node.value === "number" && isOdd) node.value = node.source;
    },
  });
}

/** False where references to references would make a small file a huge one. */
function isExpandable(document: Document): boolean {
  try {
    document.toJS({ maxAliasCount: mostAliases });
    return true;
  } catch (error) {
    if (error instanceof ReferenceError) return false;
    throw error;
  }
}

/** Position of a key in the file. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) as { items?: unknown[] } | undefined;
    const last = path[length - 1];
    const pairs = (parent?.items ?? []) as { key?: { value?: unknown; range?: number[] } }[];
    const pair = pairs.find((each) => each?.key?.value === last);
    const value = document.getIn(path.slice(0, length), true) as Node | undefined;
    const range = pair?.key?.range ?? value?.range;
    if (range) return range[0]!;
  }
  return document.contents?.range?.[0] ?? 0;
}

/** @returns a sentence with line and column, such as `claimpath.yaml line 3 column 5: buyers.0.states must be …` */
export function faultText({ name, place }: Part, { where, text, meant }: Fault): string {
  const what = [...(name === "" ? [] : [name]), ...where].join(".") || "the file";
  return `${place(where)}: ${what} ${text}${didYouMean(meant)}`;
}

/** A part's value by a schema, or its faults. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): { data: z.infer<Schema> } | { faults: Fault[] } {
  const read = schema.safeParse(given, { reportInput: true });
  return read.success
    ? { data: read.data }
    : { faults: read.error.issues.map((each) => faultOf(each, schema)) };
}

/** The fault, with the possible words there and the probable one. */
function faultOf(issue: z.core.$ZodIssue, schema: z.ZodType): Fault {
  const { path: where, message } = issue;
  const says = /^(?:must|has|is|needs|names)\b/.test(message);
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0]!;
    return {
      where: [...where, key],
      text: "is not known here",
      meant: closest(key, keysAt(schema, where)),
    };
  }
  if (issue.code === "invalid_union") {
    // The branch that got furthest knows best.
    const inner = issue.errors
      .flat()
      .sort((one, other) => other.path.length - one.path.length || rank(other) - rank(one))[0];
    if (inner) return faultOf({ ...inner, path: [...where, ...inner.path] }, schema);
  }
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    const meant = closest(typeof issue.input === "string" ? issue.input : "", values);
    if (says) return { where, text: message, meant };
    const among =
      values.length > 12 ? `one of ${values.slice(0, 3).join(", ")} and so on` : `among ${values.join(", ")}`;
    return { where, text: `must be ${values.length === 1 ? values[0] : among}`, meant };
  }
  if (issue.code === "invalid_type" && issue.input === undefined) return { where, text: "is missing" };
  return { where, text: says ? message : `must be ${message}` };
}

const rank = ({ code }: z.core.$ZodIssue) => Number(code === "invalid_value");

/** The keys that a schema allows at a position. */
export function keysAt(schema: z.core.$ZodType, [first, ...rest]: Path): string[] {
  const at = (inner: z.core.$ZodType) => keysAt(inner, first === undefined ? [] : [first, ...rest]);
  if (schema instanceof z.ZodObject) {
    if (first === undefined) return Object.keys(schema.shape);
    const inner = schema.shape[String(first)];
    return inner ? keysAt(inner, rest) : [];
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(at);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return at(schema.unwrap());
  if (schema instanceof z.ZodPipe) return at(schema.in);
  if (schema instanceof z.ZodArray) return keysAt(schema.element, rest);
  return schema instanceof z.ZodRecord ? keysAt(schema.valueType, rest) : [];
}
