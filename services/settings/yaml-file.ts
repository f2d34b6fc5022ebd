import { readFileSync } from "node:fs";
import { type Document, LineCounter, type Node, parseDocument } from "yaml";

/** How often one part may be used again. */
const mostAliases = 20;

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
    return { faults: [`${setting} ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${path} line ${line} column ${col}`;
  };
  if (document.errors.length === 0) {
    return isExpandable(document)
      ? { document, place: (where) => at(offsetOf(document, where)) }
      : { faults: [`${path} refers to its own parts too often`] };
  }
  const words = (code: string) => code.toLowerCase().replaceAll("_", " ");
  return {
    faults: document.errors.map(({ pos, code }) => `${at(pos[0])}: this is not YAML (${words(code)})`),
  };
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
