import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A declaration in a source file, with its text. */
export type Piece = { file: string; line: number; name: string; text: string; comment: string };

/** A source file of the charts: its top-level declarations, the members of its `guards`, and its imports. */
export type Source = {
  declared: ReadonlyMap<string, Piece>;
  guards: readonly Piece[];
  imported: ReadonlyMap<string, { file: string; name: string }>;
};

const folder = "machines";

/**
 * The sources of all charts, read as text: they are formatted, so indentation shows what belongs together. The server
 * runs from these files, in production too.
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
