import { readFileSync } from "node:fs";
import { type Document, LineCounter, type Node, parseDocument, visit } from "yaml";

/** How often one part may be used again. */
const mostAliases = 20;

const unreadable: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "the site's user may not",
  EISDIR: "it is a folder",
};

/** The keys that lead to a place in a file. */
export type Path = readonly PropertyKey[];

/** A file of the operator's in YAML, of which JSON is a part, and where everything in it stands. */
export type YamlFile = {
  document: Document;
  /** `buyers.yaml line 3 column 5`, for a key or an entry of a list; what is missing is wrong where it should be. */
  place(path: Path): string;
};

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

/** The same of a text that was read from a file. */
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
      ? { document, place: (where) => at(offsetOf(document, where)) }
      : { faults: [`${path} refers to its own parts too often`] };
  }
  // The others follow from the first.
  const words =
    error.code === "DUPLICATE_KEY"
      ? "this is there twice"
      : `this is not YAML (${error.code.toLowerCase().replaceAll("_", " ")})`;
  return { faults: [`${at(error.pos[0])}: ${words}`] };
}

/** A number that does not print as it is written is a text: `007` and `12e3` are ids, and no 7 and 12000. */
function keepDigits(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      const isOdd = /^[-+]?(?:0\d|\d{16})|[eox]/i.test(node.source ?? "");
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

/** Where a key stands in the text. */
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
