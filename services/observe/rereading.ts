import { readFileSync, statSync } from "node:fs";

/**
 * Reads a file whenever it is called, but only where the disk says something else of it than the last time.
 * @returns its text; undefined without a path, and where it cannot be read
 */
export function rereading(path: string | undefined): () => string | undefined {
  let known = "";
  let text: string | undefined;
  return () => {
    if (path === undefined) return undefined;
    try {
      // Looked at before it is read: what is written in between is found the next time.
      const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
      const said = [ino, size, mtimeNs, ctimeNs].join();
      if (said !== known) [text, known] = [readFileSync(path, "utf8"), said];
    } catch {
      [text, known] = [undefined, ""];
    }
    return text;
  };
}
