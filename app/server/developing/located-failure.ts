import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { findingOf, type Located, placeOfTarget } from "./located.ts";

/** What a compiler adds to its errors. */
type Compiled = Error & { loc?: { file?: string; line: number } };

/**
 * Where in the project's own files something failed that was thrown while they were loaded, and what mends it.
 * @param root the project's folder
 */
export function locatedFailure(error: Compiled, root: string): Located {
  if (error.loc?.file) {
    // The first line says how many errors there are, the second the first of them and its place.
    const said = /ERROR: (.+)/.exec(error.message)?.[1] ?? error.message;
    return {
      name: "",
      message: `This file cannot be read: ${said}`,
      remedy: "Mend the line; the page comes back by itself.",
      file: relative(root, error.loc.file),
      line: error.loc.line,
    };
  }
  const place = ownPlaceIn(error.stack ?? "", root);
  const text = place ? readFileSync(join(root, place.file), "utf8") : "";
  const finding = findingOf(error.message, text);
  if (!place) return { ...finding, file: "", line: 0 };
  return { ...finding, ...(placeOfTarget(root, place.file, finding.name) ?? place) };
}

/** The first line of a stack that is in a file of ours: an absolute path, a file: address, or a path from the root. */
function ownPlaceIn(stack: string, root: string): { file: string; line: number } | undefined {
  const places = [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.tsx?):(\d+)/g)].map(([, path, line]) => ({
    file: path!.startsWith(root) ? relative(root, path!) : path!.slice(1),
    line: Number(line),
  }));
  return places.find(({ file }) => !file.includes("node_modules") && existsSync(join(root, file)));
}
