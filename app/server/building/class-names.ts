import { createHash } from "node:crypto";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Which style sheet has which letters. */
const sheets = new Map<string, string>();

/**
 * A short name for a class: three letters made from the path of its style sheet, and the number of the class there.
 * Scripts, pages and style sheets of a first view are a twentieth smaller than with the original names.
 * @throws an Error where two style sheets would have the same letters, or a class is not found in its sheet
 */
export function shortClassName(name: string, file: string, css: string): string {
  const path = relative(root, file.replace(/\?.*/, ""));
  const letters = createHash("sha256")
    .update(path)
    .digest("base64url")
    .replace(/[^a-z]/gi, "")
    .slice(0, 3);
  if ((sheets.get(letters) ?? path) !== path) throw new Error(`${path} needs another name: ${letters}.`);
  sheets.set(letters, path);
  const names = [
    ...new Set([...css.matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi)].map(([, each]) => each)),
  ];
  const which = names.indexOf(name);
  if (which < 0)
    throw new Error(`${path} has the class ${name} in a form in which its name is not looked for.`);
  return `_${letters}${which.toString(36)}`;
}
