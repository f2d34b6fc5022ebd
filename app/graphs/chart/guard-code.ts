import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A declaration in a source file, with its text. */
type Piece = { file: string; line: number; name: string; text: string; comment: string };

/** A source file of the charts: its top-level declarations, the members of its `guards`, and its imports. */
type Source = {
  declared: ReadonlyMap<string, Piece>;
  guards: readonly Piece[];
  imported: ReadonlyMap<string, { file: string; name: string }>;
};

const folder = "machines";

/**
 * The sources of all charts, read as text: they are formatted, so indentation shows their structure. The server runs
 * from these files, in production too.
 * @param root the project's folder
 */
export function sourcesIn(root: string): ReadonlyMap<string, Source> {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => file.endsWith(".ts"))
      .map((file) => {
        const path = join(folder, file);
        return [path, sourceOf(path, readFileSync(join(root, path), "utf8"))];
      }),
  );
}

function sourceOf(file: string, text: string): Source {
  const lines = text.split("\n");
  const declared = new Map<string, Piece>();
  const guards: Piece[] = [];
  let inside: string | undefined;
  for (const [index, line] of lines.entries()) {
    const name = /^(?:export )?(?:async )?(?:const|function) (\w+)/.exec(line)?.[1];
    if (name) declared.set(name, pieceAt(file, lines, index, name));
    const opened = /^( *)(?:guards: \{|(?:export )?const guards = \{)$/.exec(line);
    if (opened) inside = `${opened[1]}  `;
    else if (inside !== undefined && line.startsWith(`${inside.slice(2)}}`)) inside = undefined;
    const own =
      inside !== undefined && indentOf(line) === inside.length ? /^ *(\w+):/.exec(line)?.[1] : undefined;
    if (own) guards.push(pieceAt(file, lines, index, own));
  }
  return { declared, guards, imported: importsIn(file, text) };
}

/** The declaration that begins on a line: everything indented further, and the closing line. */
function pieceAt(file: string, lines: readonly string[], index: number, name: string): Piece {
  const indent = indentOf(lines[index]!);
  let end = index + 1;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const closes = indentOf(line) === indent && /^\s*[)}\]]/.test(line);
    if (line !== "" && indentOf(line) <= indent && !closes) break;
    if (closes && /[;,}]$/.test(line)) {
      end++;
      break;
    }
  }
  const own = lines.slice(index, end).map((line) => line.slice(indent));
  const text = own.join("\n").trimEnd();
  return { file, line: index + 1, name, text, comment: commentAbove(lines, index) };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A one-line comment; the first line of a longer one would say too little. */
function commentAbove(lines: readonly string[], index: number): string {
  return /^\s*\/\*\* (.*) \*\/$/.exec(lines[index - 1] ?? "")?.[1] ?? "";
}

function importsIn(file: string, text: string): Map<string, { file: string; name: string }> {
  const found = new Map<string, { file: string; name: string }>();
  for (const [, names, from] of text.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm))
    for (const each of names!.split(",")) {
      const [name, own = name] = each.trim().split(" as ") as [string, string?];
      if (name && !name.startsWith("type ")) found.set(own!, { file: join(dirname(file), from!), name });
    }
  return found;
}

/** A guard's source code, as plain data for its page. */
export type GuardCode = {
  name: string;
  file: string;
  line: number;
  source: string;
  /** Its comment, if any. */
  comment: string;
  /** Source code of the rules that it calls directly. */
  rules: Pick<Piece, "name" | "file" | "line" | "text">[];
  /** Answers and other context values that it or its rules may read. */
  reads: string[];
  /** The limits it compares with. */
  limits: Limit[];
};

/** A named constant: its meaning, its value as in the source, and where it is declared. */
type Limit = { name: string; words: string; value: string; file: string; line: number };

/** Comparing answers is the same for all guards, so it is not shown as a rule. */
const comparing = "machines/rules/answers.ts";

let kept: ReadonlyMap<string, Source> | undefined;

/** In development, sources are read each time. @param root the project's folder */
function sources(root: string): ReadonlyMap<string, Source> {
  if (import.meta.env.DEV) return sourcesIn(root);
  kept ??= sourcesIn(root);
  return kept;
}

/**
 * The guards with these names.
 * @param from the chart's file: its own guards win over shared ones of the same name
 */
export function guardCodes(
  names: readonly string[],
  from: string,
  all: ReadonlyMap<string, Source> = sources(process.cwd()),
): GuardCode[] {
  const own = all.get(from)?.guards ?? [];
  const shared = ["machines/guards.ts", "machines/survey.ts"].flatMap((file) => all.get(file)?.guards ?? []);
  return names.flatMap((name) => {
    const piece = [...own, ...shared].find((each) => each.name === name);
    return piece ? [guardCodeOf(piece, all)] : [];
  });
}

function guardCodeOf(piece: Piece, all: ReadonlyMap<string, Source>): GuardCode {
  const { name, file, line, text, comment } = piece;
  const behind = closureOf(piece, all);
  const limits = behind.flatMap((each) => {
    const value = /^(?:export )?const \w+(?:: [^=]+)? = (-?[\d_.]+|"[^"]*"|true|false);$/.exec(
      each.text,
    )?.[1];
    // A constant without a comment is arithmetic, not a limit.
    return value === undefined || each.comment === ""
      ? []
      : [{ name: each.name, words: each.comment, value, file: each.file, line: each.line }];
  });
  return {
    name,
    file,
    line,
    source: text,
    comment,
    rules: referred(piece, all).filter((each) => /\bfunction\b/.test(each.text) && each.file !== comparing),
    reads: [...new Set(behind.flatMap((each) => readsIn(each.text)))].sort(),
    limits,
  };
}

/** A declaration and everything in our sources that it refers to, without duplicates. */
function closureOf(first: Piece, all: ReadonlyMap<string, Source>): Piece[] {
  const found = new Map([[`${first.file} ${first.line}`, first]]);
  // Iterating over a Map includes entries that are added meanwhile.
  for (const { file, text } of found.values()) {
    for (const other of referred({ file, text }, all)) found.set(`${other.file} ${other.line}`, other);
  }
  return [...found.values()];
}

/** The declarations that a source text refers to, without duplicates. */
function referred({ file, text }: Pick<Piece, "file" | "text">, all: ReadonlyMap<string, Source>): Piece[] {
  const words = [...text.matchAll(/(?<![.\w"])[A-Za-z_]\w*/g)].map(([word]) => word);
  return [...new Set(words.flatMap((word) => resolve(word, file, all) ?? []))];
}

function resolve(word: string, file: string, all: ReadonlyMap<string, Source>): Piece | undefined {
  const source = all.get(file);
  const elsewhere = source?.imported.get(word);
  return elsewhere ? all.get(elsewhere.file)?.declared.get(elsewhere.name) : source?.declared.get(word);
}

/** `answers.at_Fault`, `checks.place.state`, and names destructured from the context or the answers: `today`. */
function readsIn(text: string): string[] {
  const paths = [...text.matchAll(/\b(?:answers|checks)(?:\??\.[a-z]\w*)+/g)].map(([path]) =>
    path.replaceAll("?", "").replace(/\.(?:selected\.)?(?:length|some|every|includes|trim)$/, ""),
  );
  const direct = [...text.matchAll(/\bcontext\??\.(?!answers|checks)([a-z]\w*)/g)].map(([, name]) => name!);
  const taken = [...text.matchAll(/\bcontext: \{((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(([, names]) =>
    namesIn(names!),
  );
  const ofAnswers = [...text.matchAll(/\{([^{}]*)\}: (?:\w+)?Answers\b/g)].flatMap(([, names]) =>
    namesIn(names!).map((name) => `answers.${name}`),
  );
  return [...paths, ...direct, ...taken, ...ofAnswers].filter(
    (name) => !["answers", "checks"].includes(name),
  );
}

/** The names that a pattern destructures: `today` in `{ today, checks: { place } }`. */
function namesIn(pattern: string): string[] {
  return pattern.replace(/\w+: \{[^{}]*\}/g, "").match(/\b[a-z]\w*/g) ?? [];
}
