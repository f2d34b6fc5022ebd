/** Part of the build: the islands' loader and what it imports as one script, which pages carry in their HTML. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { rollup } from "rollup";
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
await bundle.write({ file: loaderFile, format: "es" });
