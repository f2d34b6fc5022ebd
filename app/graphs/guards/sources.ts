import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Something that is declared in a source file, as it is written. */
export type Piece = { file: string; line: number; name: string; text: string; comment: string };

/** A source file of the charts: what is at its top, what its `guards` hold, and where it has its other names from. */
export type Source = {
  declared: ReadonlyMap<string, Piece>;
  guards: readonly Piece[];
  imported: ReadonlyMap<string, { file: string; name: string }>;
};

const folder = "machines";

/**
 * The sources of all charts, read as text: they are formatted, so that what belongs together is seen by how far it is
 * indented. The server runs from these very files, in production too.
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

/** From a line on: all that is indented further, and what closes it. */
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

/** A comment of one line; the first of a longer one says too little by itself. */
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
