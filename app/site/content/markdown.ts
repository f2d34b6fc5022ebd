import { Lexer, lexer, type Token, type Tokens } from "marked";
import { citation } from "./cited.ts";

/** Text, or an element of HTML or of our own (`of`: which fact, law or style) with its attributes and what is in it. */
export type Markup =
  | string
  | { is: string; of?: string; at?: Record<string, string>; in?: readonly Markup[] };

/** A question and its answer in paragraphs of plain text: search engines get both word for word. */
export type Faq = { question: string; answer: readonly string[] };

/** `id`: where links from elsewhere lead to it. */
export type Section = { heading: string; id?: string; body: readonly Markup[]; questions: readonly Faq[] };

/** A file of Markdown: what is above its first heading, and its sections. */
export type Text = { lead: readonly Markup[]; sections: readonly Section[] };

/** Names in braces on a line of their own that stand for a part of the page. */
export const parts = ["rules", "to work out", "shares", "all states", "claim path", "team", "firms"] as const;
/** Names in braces on a line of their own that say how the list below looks. */
export const listStyles = ["steps", "payment", "never", "to do"] as const;

const isIn = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  (names as readonly string[]).includes(name);

type Reading = {
  /** The names of facts that a file may ask for. */
  facts: { has(name: string): boolean };
  /** Notes what cannot be shown. @param near a piece of the text, which tells its line */
  fault(near: string, words: string): void;
  link(near: string, href: string): void;
};

/** A text without emphasis and links: facts in braces, and `[[…]]` around what is left out where one of its facts is missing. */
export function plain(text: string, reading: Reading): Markup[] {
  return nested([text], reading, (piece) => pieces(piece as string, reading));
}

function pieces(text: string, { facts, fault }: Reading): (Markup | "[[" | "]]")[] {
  const split = text.replaceAll("\n", " ").split(/(\[\[|\]\]|\{[^{}]*\})/);
  return split.filter(Boolean).map((piece): Markup => {
    if (!/^\{.+\}$/.test(piece)) return piece;
    const name = piece.slice(1, -1);
    const [, kind, rest = ""] = /^(law|cite|if|unless) (.+)$/.exec(name) ?? [];
    if (kind === "cite") return { is: "cite", in: [rest] };
    if (kind === "law") {
      const law = citation(rest);
      if (!law) fault(piece, `there is no code for the law ${rest}`);
      return { is: "law", of: law };
    }
    if (!facts.has(kind ? rest : name)) fault(piece, `there is no fact ${piece} here`);
    return { is: "fact", of: name };
  });
}

/** Puts what is between `[[` and `]]` into elements of their own. */
function nested<Part>(all: readonly Part[], { fault }: Reading, read: (part: Part) => Markup[]): Markup[] {
  const open: Markup[][] = [[]];
  for (const piece of all.flatMap(read)) {
    if (piece === "[[") open.push([]);
    else if (piece === "]]" && open.length > 1) {
      const inner = open.pop()!;
      open.at(-1)!.push({ is: "optional", in: inner });
    } else if (piece === "]]") fault("]]", "]] ends what no [[ has begun");
    else open.at(-1)!.push(piece);
  }
  if (open.length > 1) fault("[[", "[[ has no ]] in the same paragraph");
  return open.flat();
}

function inline(tokens: readonly Token[], reading: Reading): Markup[] {
  return nested(tokens, reading, (token): Markup[] => {
    if (token.type === "text" || token.type === "escape")
      return token.type === "text" && token.tokens
        ? inline(token.tokens, reading)
        : pieces(token.text as string, reading);
    if (token.type === "strong") return [{ is: "strong", in: inline(token.tokens!, reading) }];
    if (token.type === "link") {
      reading.link(token.raw, token.href as string);
      return [{ is: "a", at: { href: token.href as string }, in: inline(token.tokens!, reading) }];
    }
    reading.fault(token.raw, `pages show no ${token.type} here`);
    return [];
  });
}

/** A line of such a text, which has emphasis, links and facts, and no blocks. */
export function readLine(text: string, reading: Reading): Markup[] {
  return inline(Lexer.lexInline(text), reading);
}

/** An element; where it has an optional part and nothing else, it is left out with it. */
function element(is: string, inner: readonly Markup[], at?: Record<string, string>): Markup {
  const [only] = inner;
  if (inner.length === 1 && typeof only === "object" && only.is === "optional")
    return { is: "optional", in: [{ is, at, in: only.in }] };
  return { is, at, in: inner };
}

function list({ items, ordered }: Tokens.List, style: string | undefined, reading: Reading): Markup {
  const points = items.map((item) => element("li", inline(item.tokens, reading)));
  return { is: ordered ? "ol" : "ul", of: style, in: points };
}

/** Two columns and no more: they fit a screen of 320 px. In a comparison they are equals; else the first names its row. */
function table(
  { header, rows, raw }: Tokens.Table,
  caption: RegExpExecArray | undefined,
  reading: Reading,
): Markup {
  if (!caption)
    reading.fault(raw, "above a table stands a line such as Table: Stages of a claim, or Comparison: …");
  if (header.length !== 2) reading.fault(raw, "a table has two columns");
  const [, kind, words = ""] = caption ?? [];
  const equals = kind === "Comparison";
  const head = header.map(({ tokens }) => ({ is: "th", at: { scope: "col" }, in: inline(tokens, reading) }));
  const body = rows.map((cells) => ({
    is: "tr",
    in: cells.map(({ tokens }, column) =>
      column === 0 && !equals
        ? { is: "th", at: { scope: "row" }, in: inline(tokens, reading) }
        : { is: "td", in: inline(tokens, reading) },
    ),
  }));
  return {
    is: "table",
    ...(equals && { at: { "data-equals": "true" } }),
    in: [
      { is: "caption", in: plain(words, reading) },
      { is: "thead", in: [{ is: "tr", in: head }] },
      { is: "tbody", in: body },
    ],
  };
}

/** @param text Markdown of which nothing is above @param line on which it begins in its file */
export function readMarkdown(
  text: string,
  firstLine: number,
  facts: Reading["facts"],
  noted: { fault(line: number, words: string): void; link(line: number, href: string): void },
): Text {
  const lead: Markup[] = [];
  const sections: (Omit<Section, "body" | "questions"> & {
    body: Markup[];
    questions: { question: string; answer: string[] }[];
  })[] = [];
  let line = firstLine;
  /** What a line has said of the list or table below it. */
  let style: string | undefined;
  let caption: RegExpExecArray | undefined;
  for (const token of lexer(text) as Tokens.Generic[]) {
    const here = line;
    const lineOf = (near: string) =>
      here + newlines(token.raw.slice(0, Math.max(0, token.raw.indexOf(near))));
    const reading: Reading = {
      facts,
      fault: (near, words) => noted.fault(lineOf(near), words),
      link: (near, href) => noted.link(lineOf(near), href),
    };
    const section = sections.at(-1);
    const question = section?.questions.at(-1);
    const body = section?.body ?? lead;
    line += newlines(token.raw);
    if (token.type === "space") continue;
    if ((style && token.type !== "list") || (caption && token.type !== "table"))
      reading.fault(token.raw, "the line above this is for a list or table, and this is none");
    if (token.type === "heading" && token.depth === 2) {
      const [, heading = "", id] = /^(.*?)(?: \{#([a-z-]+)\})?$/.exec(token.text) ?? [];
      plain(heading, reading);
      sections.push({ heading, ...(id && { id }), body: [], questions: [] });
    } else if (token.type === "heading" && token.depth === 3 && section) {
      section.questions.push({ question: token.text, answer: [] });
    } else if (token.type === "paragraph") {
      const [, name = ""] = /^\{([^{}]+)\}$/.exec(token.text) ?? [];
      const named = /^(Table|Comparison): (.+)$/.exec(token.text) ?? undefined;
      if (question) {
        if (token.tokens!.some(({ type }) => type !== "text") || /[{}]/.test(token.text))
          reading.fault(token.raw, "an answer to a question is plain text, which search engines show");
        question.answer.push(token.text.replaceAll("\n", " "));
      } else if (isIn(listStyles, name)) style = name;
      else if (named) caption = named;
      else if (isIn(parts, name)) body.push({ is: name });
      else body.push(element("p", inline(token.tokens!, reading)));
      continue;
    } else if (token.type === "list" && !question) body.push(list(token as Tokens.List, style, reading));
    else if (token.type === "table" && !question) body.push(table(token as Tokens.Table, caption, reading));
    else reading.fault(token.raw, `pages show no ${token.type} here`);
    style = caption = undefined;
  }
  if (style || caption) noted.fault(line, "the last line is for a list or table, which does not follow");
  return { lead, sections };
}

const newlines = (text: string) => text.split("\n").length - 1;

/** A text with its facts, which were checked when it was read. What is in `[[…]]` is left out where one of its facts is missing. */
export function fill(text: string, facts: Record<string, string | undefined>): string {
  const markup = plain(text, { facts: { has: () => true }, fault: () => {}, link: () => {} });
  return markup.map((part) => asText(part, facts)).join("");
}

function asText(part: Markup, facts: Record<string, string | undefined>): string {
  if (typeof part === "string") return part;
  if (part.is === "fact") return factIn(facts, part.of!) ?? "";
  return isMissing(part, facts) ? "" : (part.in ?? []).map((inner) => asText(inner, facts)).join("");
}

/** A fact by its name; `if` and `unless` another one write nothing, and are there by whether that is. */
export function factIn<Fact>(facts: Record<string, Fact | undefined>, name: string): Fact | "" | undefined {
  const [, condition, rest = ""] = /^(if|unless) (.+)$/.exec(name) ?? [];
  if (!condition) return facts[name];
  return (facts[rest] !== undefined) === (condition === "if") ? "" : undefined;
}

/** Whether an optional part is to be left out. */
export function isMissing(part: Markup, facts: Record<string, unknown>): boolean {
  const without = (inner: Markup): boolean => {
    if (typeof inner === "string" || inner.is === "optional") return false;
    return inner.is === "fact" ? factIn(facts, inner.of!) === undefined : (inner.in ?? []).some(without);
  };
  return typeof part !== "string" && (part.in ?? []).some(without);
}
