import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "vite";
import { variantFilesList } from "./variant-files.ts";

const folder = "machines/variants";

/**
 * Part of the build: each variant as a file of its own for browsers. No script lists them, so that a page weighs the
 * same however many there are: the server names the ones that it needs.
 */
export const variantChunks: Plugin = {
  name: "variant-chunks",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  buildStart() {
    for (const file of readdirSync(folder)) {
      if (file === "index.ts") continue;
      const name = basename(file, ".ts");
      this.emitFile({ type: "chunk", id: `${folder}/${file}`, name, preserveSignature: "strict" });
    }
  },
  writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const island = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith("/app/survey/browser/island.tsx")),
    )!;
    const there = new Set([island.fileName, ...island.imports]);
    const files = chunks
      .filter(({ facadeModuleId }) => facadeModuleId?.includes(`/${folder}/`))
      .map(({ facadeModuleId, fileName, imports }) => {
        const needed = [fileName, ...imports.filter((file) => !there.has(file))];
        return [basename(facadeModuleId!, ".ts"), needed.map((file) => `/${file}`)];
      });
    mkdirSync("build", { recursive: true });
    writeFileSync(variantFilesList, JSON.stringify(Object.fromEntries(files)));
  },
};
