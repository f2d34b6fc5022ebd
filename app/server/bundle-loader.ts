/** Part of the build: the islands' loader and what it imports as one script, which pages carry in their HTML. */
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rollup } from "rollup";
import { minify } from "terser";
import { loaderFile } from "./inline-loader.ts";

const folder = "build/client/assets";
const entry = readdirSync(folder).find((name) => /^entry\.client-.*\.js$/.test(name))!;
const bundle = await rollup({
  input: join(folder, entry),
  plugins: [
    {
      name: "islands by their address",
      resolveDynamicImport: (file) => ({ id: `/assets/${basename(String(file))}`, external: "absolute" }),
    },
  ],
});
const { output } = await bundle.generate({ format: "es" });
const { code = "" } = await minify(output[0].code, { module: true, ecma: 2020 });
writeFileSync(loaderFile, code);
