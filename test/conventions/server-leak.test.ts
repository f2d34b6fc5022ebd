import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type PluginOption } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import config from "../../vite.config.ts";
import { root } from "../support/source-files.ts";

/** The project's own guard, in builds of one small file. */
const { plugins } = config({ command: "build", mode: "production" });
const guard = (plugins as PluginOption[])
  .flat()
  .find((plugin) => plugin && "name" in plugin && plugin.name === "no-server-leak");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "claimpath-leak-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bundle(code: string, { ssr = false } = {}) {
  const entry = join(folder, "entry.ts");
  writeFileSync(entry, code);
  return build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    plugins: [guard],
    build: { write: false, ssr, rollupOptions: { input: entry, treeshake: false } },
  });
}
const importing = (path: string) =>
  `import * as it from ${JSON.stringify(join(root, path))}; console.log(it);`;

it("is part of every build", () => {
  expect(guard).toBeTruthy();
});

it("a browser bundle that reaches what is the server's alone is not built, behind another file or later either", async () => {
  writeFileSync(
    join(folder, "between.ts"),
    `export * from ${JSON.stringify(join(root, "services/providers/http.ts"))};`,
  );
  const later = JSON.stringify(join(root, "services/guard/signing.ts"));
  for (const [code, reached] of [
    [importing("app/server/same-origin.ts"), "same-origin"],
    ['import "./between.ts";', "http"],
    [`void import(${later});`, "signing"],
  ] as const)
    await expect(bundle(code)).rejects.toThrow(
      `${reached}.ts is server only, but the browser bundle imports it`,
    );
});

it("machines and types may go to the browser, and anything to the server", async () => {
  const types = `import type { Perform } from ${JSON.stringify(join(root, "services/visits/perform.ts"))}; export const a: Perform | null = null;`;
  await expect(bundle(types + importing("machines/rules/limits.ts"))).resolves.toBeTruthy();
  await expect(bundle(importing("services/providers/http.ts"), { ssr: true })).resolves.toBeTruthy();
});
