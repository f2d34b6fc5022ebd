import { appendFileSync, cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const parts = [
  "app",
  "machines",
  "services",
  "public",
  "test",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "vite.config.ts",
  "tsconfig.json",
];

/** A copy of the sources in a temporary folder, with the same packages. */
export function copyOfTree(): string {
  const tree = mkdtempSync(join(tmpdir(), "claimpath-tree-"));
  const filter = (path: string) => path !== join("test", "output");
  for (const part of parts) cpSync(part, join(tree, part), { recursive: true, filter });
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  return tree;
}

/**
 * Adds a variant as anybody would: one file and one line. It is a copy of another one, at a path of its own.
 * @param original the code of the other one
 */
export function addVariant(tree: string, original: string, code: string): void {
  const folder = join(tree, "machines/variants");
  const name = code.replaceAll("-", "_");
  const copied = readFileSync(join(folder, `${original}.ts`), "utf8")
    .replace(/export const \w+ =/, `export const ${name} =`)
    .replace(`code: "${original}"`, `code: "${code}"`)
    .replace(`id: "${original}"`, `id: "${code}"`)
    .replace(/entries: \{(?: [^\n]*|\n.*?\n {2})\},\n/s, `entries: { "/survey/${code}": {} },\n`);
  writeFileSync(join(folder, `${code}.ts`), copied);
  appendFileSync(join(folder, "index.ts"), `export { ${name} } from "./${code}.ts";\n`);
}
