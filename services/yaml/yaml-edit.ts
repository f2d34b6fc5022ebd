import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** A value of a file at the keys that lead to it; undefined takes it out. A node of `yaml` is written as it says. */
export type Edit = { path: readonly string[]; value: unknown };

/** A place in a file is made of parts that are used again, so that an edit there would change others. */
export class NotEditable extends Error {}

const options = { stringKeys: true, prettyErrors: false } as const;
const inBlocks = { lineWidth: 0, blockQuote: false, flowCollectionPadding: false } as const;

/**
 * A text in YAML with some values changed. Whatever is not part of them stays byte for byte, comments and spaces
 * included; in lists and mappings only the entries that differ are written.
 * @throws NotEditable where the result would not be exactly that
 */
export function edited(text: string, edits: readonly Edit[]): string {
  const before = contentOf(text);
  const wanted = structuredClone(before ?? {}) as Content;
  let after = text;
  for (const edit of edits.flatMap((each) => parts(each, wanted))) {
    setIn(wanted, edit);
    after = once(after, edit);
  }
  if (!isDeepStrictEqual(contentOf(after) ?? {}, wanted)) throw new NotEditable();
  return after;
}

type Content = Record<string, unknown>;

function contentOf(text: string): unknown {
  const document = parseDocument(text, options);
  if (document.errors.length > 0) throw new NotEditable();
  return document.toJS();
}

const isMapping = (value: unknown): value is Content =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !isNode(value);

/** A mapping in place of a mapping changes only the keys that differ. */
function parts({ path, value }: Edit, content: Content): Edit[] {
  const before = path.reduce<unknown>((at, key) => (isMapping(at) ? at[key] : undefined), content);
  if (!isMapping(value) || !isMapping(before) || Object.keys(value).length === 0)
    return isDeepStrictEqual(before, plain(value)) ? [] : [{ path, value }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(value)])];
  return keys.flatMap((key) => parts({ path: [...path, key], value: value[key] }, content));
}

/** A value without the nodes that say how it is written. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : new Document(value).toJS());

/** What a mapping loses its last key of is not there either. */
function setIn(content: Content, { path: [first, ...rest], value }: Edit): void {
  if (rest.length > 0) {
    const below = isMapping(content[first!]) ? (content[first!] as Content) : {};
    setIn(below, { path: rest, value });
    if (Object.keys(below).length > 0) content[first!] = below;
    else delete content[first!];
  } else if (value === undefined) delete content[first!];
  else content[first!] = plain(value);
}

type KeyPair = Pair<{ value: unknown; range: Range }, unknown>;
type Range = [start: number, valueEnd: number, nodeEnd: number];
const rangeOf = (node: unknown) => (node as { range: Range }).range;
const pairsOf = (map: YAMLMap) => map.items as unknown as KeyPair[];

function once(text: string, { path, value }: Edit): string {
  const { contents } = parseDocument(text, options);
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    if (value === undefined) return text;
    const joint = text === "" || text.endsWith("\n") ? "" : lineEnd(text);
    return `${text}${joint}${inLines(text, path[0]!, nested(path.slice(1), value), "")}${lineEnd(text)}`;
  }
  let map: unknown = contents;
  const above: { map: YAMLMap; pair: KeyPair }[] = [];
  for (const [index, key] of path.entries()) {
    if (!isMap(map)) throw new NotEditable();
    const pair = pairsOf(map).find((each) => each.key.value === key);
    const rest = path.slice(index + 1);
    if (!pair) return value === undefined ? text : added(text, map, key, nested(rest, value));
    above.push({ map, pair });
    if (isAlias(pair.value)) throw new NotEditable();
    if (rest.length === 0 && value === undefined) return removed(text, above);
    if (rest.length === 0 || !isMap(pair.value)) return replaced(text, map, pair, nested(rest, value));
    map = pair.value;
  }
  return text;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

const lineEnd = (text: string) => (text.includes("\r\n") ? "\r\n" : "\n");
const lineBegin = (text: string, offset: number) => text.lastIndexOf("\n", offset - 1) + 1;
const splice = (text: string, from: number, to: number, by: string) =>
  text.slice(0, from) + by + text.slice(to);

/** Where the line ends, before what ends it. */
function endOfLine(text: string, offset: number): number {
  const found = text.indexOf("\n", offset);
  if (found < 0) return text.length;
  return text[found - 1] === "\r" && found > offset ? found - 1 : found;
}

/** Where what is written of a value ends, without the comment behind it. */
function contentEnd(text: string, node: unknown): number {
  let end: number;
  if (isMap(node) && !node.flow) {
    const { key, value } = pairsOf(node).at(-1)!;
    const colon = text.indexOf(":", key.range[1]) + 1;
    end = value === null ? colon : Math.max(colon, contentEnd(text, value));
  } else if (isSeq(node) && !node.flow) end = contentEnd(text, node.items.at(-1));
  else end = rangeOf(node)[1];
  while (/\s/.test(text[end - 1] ?? "")) end--;
  return end;
}

/** The spaces before a key, which begins its line. */
function indentOf(text: string, { key }: KeyPair): string {
  const before = text.slice(lineBegin(text, key.range[0]), key.range[0]);
  if (!/^ *$/.test(before.replace("\uFEFF", ""))) throw new NotEditable();
  return before.replace("\uFEFF", "");
}

const isShort = (value: unknown) =>
  !isMapping(value) && !(Array.isArray(value) && value.some((each) => typeof each === "object"));

/** `key: value` in lines of its own, without the last line's end. */
function inLines(text: string, key: string, value: unknown, indent: string): string {
  const lines = isShort(value)
    ? [`${stringify(key).trimEnd()}: ${onOneLine(value)}`]
    : stringify({ [key]: value }, inBlocks)
        .trimEnd()
        .split("\n");
  return lines.map((line) => indent + line).join(lineEnd(text));
}

/** @param isWithin inside of brackets, where more has to be quoted */
function onOneLine(value: unknown, isWithin = false): string {
  const flow = { ...inBlocks, collectionStyle: "flow" } as const;
  return isWithin ? stringify([value], flow).trimEnd().slice(1, -1) : stringify(value, flow).trimEnd();
}

/** A mapping in brackets whose keys are quoted is JSON, and stays it. */
function written(text: string, map: YAMLMap, value: unknown): string {
  const [first] = pairsOf(map);
  const isJson = first !== undefined && text[first.key.range[0]] === '"';
  return isJson ? JSON.stringify(plain(value)) : onOneLine(value, true);
}

function added(text: string, map: YAMLMap, key: string, value: unknown): string {
  const last = pairsOf(map).at(-1);
  if (map.flow) {
    const own = `${written(text, map, key)}: ${written(text, map, value)}`;
    const [from, to] = rangeOf(map);
    if (!last) return splice(text, from, to, `{ ${own} }`);
    const end = last.value === null ? last.key.range[1] : contentEnd(text, last.value);
    return splice(text, end, end, `, ${own}`);
  }
  const indent = indentOf(text, pairsOf(map)[0]!);
  const at = endOfLine(text, contentEnd(text, map));
  return splice(text, at, at, lineEnd(text) + inLines(text, key, value, indent));
}

/** @param above the pair that is taken out, and those that it is in, from the outside */
function removed(text: string, above: readonly { map: YAMLMap; pair: KeyPair }[]): string {
  const { map, pair } = above.at(-1)!;
  const all = pairsOf(map);
  if (all.length === 1 && above.length > 1) return removed(text, above.slice(0, -1));
  const index = all.indexOf(pair);
  const end = pair.value === null ? pair.key.range[1] : contentEnd(text, pair.value);
  if (map.flow) {
    const [next, before] = [all[index + 1], all[index - 1]];
    if (next) return splice(text, pair.key.range[0], next.key.range[0], "");
    const from = before ? contentEnd(text, before.value ?? before.key) : pair.key.range[0];
    return splice(text, from, end, "");
  }
  indentOf(text, pair);
  const behind = endOfLine(text, Math.max(end, pair.key.range[1]));
  return splice(text, lineBegin(text, pair.key.range[0]), text.indexOf("\n", behind) + 1 || text.length, "");
}

function replaced(text: string, map: YAMLMap, { key, value: node }: KeyPair, value: unknown): string {
  if ((node as { anchor?: string } | null)?.anchor || (node as { tag?: string } | null)?.tag)
    throw new NotEditable();
  const colon = text.indexOf(":", key.range[1]) + 1;
  if (map.flow) {
    const [from, to] = node === null ? [colon, colon] : rangeOf(node);
    return splice(text, from, to, `${from === colon ? " " : ""}${written(text, map, value)}`);
  }
  const isBlock = (isMap(node) || isSeq(node)) && !node.flow;
  if (isBlock && isSeq(node) && Array.isArray(value) && isShort(value) && value.length > 0)
    return splice(
      text,
      lineBegin(text, rangeOf(node)[0]),
      endOfLine(text, contentEnd(text, node)),
      itemsOf(text, node, value),
    );
  const end = node === null ? colon : Math.max(colon, contentEnd(text, node));
  const firstLine = text.slice(colon, endOfLine(text, colon));
  const behind = text.slice(end, endOfLine(text, end)).trim();
  const comments = [isBlock && firstLine.includes("#") ? firstLine.trim() : "", behind].filter(Boolean);
  const comment = comments.length === 0 ? "" : ` ${comments.join(" ")}`;
  const to = endOfLine(text, end);
  // What stands between value and comment stays, too.
  if (!isBlock && isShort(value) && node !== null && rangeOf(node)[0] > colon)
    return splice(text, rangeOf(node)[0], end, onOneLine(value));
  const indent = indentOf(text, { key, value: node } as KeyPair);
  const [first, ...lines] = inLines(text, String(key.value), value, indent).split(lineEnd(text));
  const short = isShort(value) ? ` ${onOneLine(value)}` : "";
  if (first === undefined) throw new NotEditable();
  return splice(text, colon, to, [`${short}${comment}`, ...lines].join(lineEnd(text)));
}

/** A list in lines: of what it had already, with the same comments. */
function itemsOf(text: string, node: YAMLSeq, values: readonly unknown[]): string {
  const start = lineBegin(text, rangeOf(node)[0]);
  const indent = /^ */.exec(text.slice(start))![0];
  const known = new Map(
    node.items.map((item) => {
      const [from] = rangeOf(item);
      const line = text.slice(lineBegin(text, from), endOfLine(text, contentEnd(text, item)));
      return [isScalar(item) ? item.value : item, line];
    }),
  );
  return values.map((each) => known.get(each) ?? `${indent}- ${onOneLine(each)}`).join(lineEnd(text));
}

/** Lines that a text has in place of others. `line`: where, counted from 1 in the earlier text. */
export type Hunk = { line: number; out: readonly string[]; in: readonly string[] };

/** So many pairs of lines are compared at most; beyond that all between the first and the last difference counts as changed. */
const mostCompared = 4_000_000;

/** What is different between two texts, by lines. */
export function difference(before: string, after: string): Hunk[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - same && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const [out, into] = [old.slice(same, old.length - tail), now.slice(same, now.length - tail)];
  if (out.length * into.length > mostCompared) return [{ line: same + 1, out, in: into }];
  // How many lines the rest of both has in common, from each place on.
  const common = Array.from({ length: out.length + 1 }, () => new Uint32Array(into.length + 1));
  for (let i = out.length - 1; i >= 0; i--)
    for (let j = into.length - 1; j >= 0; j--)
      common[i]![j] =
        out[i] === into[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const hunks: { line: number; out: string[]; in: string[] }[] = [];
  let [i, j] = [0, 0];
  let open: (typeof hunks)[number] | undefined;
  while (i < out.length || j < into.length) {
    if (i < out.length && j < into.length && out[i] === into[j]) {
      [i, j, open] = [i + 1, j + 1, undefined];
      continue;
    }
    if (!open) {
      open = { line: same + i + 1, out: [], in: [] };
      hunks.push(open);
    }
    if (j >= into.length || (i < out.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      open.out.push(out[i++]!);
    else open.in.push(into[j++]!);
  }
  return hunks;
}

/** The text before these differences; undefined where it has not what they say. */
export function before(after: string, hunks: readonly Hunk[]): string | undefined {
  const lines = after.split("\n");
  for (const { line, out, in: into } of hunks) {
    // Those before it are back already, so its place is that of the earlier text.
    if (!isDeepStrictEqual(lines.slice(line - 1, line - 1 + into.length), [...into])) return undefined;
    lines.splice(line - 1, into.length, ...out);
  }
  return lines.join("\n");
}
