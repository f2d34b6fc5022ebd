/** The end of the build, after Vite. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { rollup } from "rollup";
import { minify } from "terser";
import { explained } from "../../../services/store/engine/failures.ts";
import { refuseFaultyCharts } from "../charts/sound-charts.ts";
import { loaderFile } from "./built-files.ts";
import { bundleServer } from "./bundle.ts";

/** The islands' loader and what it imports as one script, which pages carry in their HTML. */
const assets = "build/client/assets";
const entry = readdirSync(assets).find((name) => /^entry\.client-.*\.js$/.test(name))!;
const bundle = await rollup({
  input: join(assets, entry),
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

// A second minification makes a script smaller again: 60 bytes of the survey's.
for (const name of readdirSync(assets).filter((each) => each.endsWith(".js"))) {
  const path = join(assets, name);
  const again = await minify(readFileSync(path, "utf8"), { module: true, ecma: 2020 });
  writeFileSync(path, again.code!);
}

/** A Brotli and a gzip copy beside every built asset, so that none is compressed per request. */
const folder = "build/client";
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|svg|webmanifest|txt)$/.test(name)) continue;
  const content = readFileSync(join(folder, name));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
}

try {
  refuseFaultyCharts(process.cwd());
  await bundleServer();
} catch (error) {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
}
