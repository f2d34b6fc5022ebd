/** Part of the build: a Brotli and a gzip copy beside every built asset, so that none is compressed per request. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = "build/client";
for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
  if (!/\.(js|css|svg|webmanifest|txt)$/.test(name)) continue;
  const content = readFileSync(join(folder, name));
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
}
