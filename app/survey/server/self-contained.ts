import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Opened from a disk, the page runs nothing, loads nothing and sends nothing. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'";

const types: Record<string, string> = {
  woff2: "font/woff2",
  svg: "image/svg+xml",
  webp: "image/webp",
  avif: "image/avif",
  jpg: "image/jpeg",
  png: "image/png",
};

/**
 * A page of ours as one file: with its typeface and pictures in it, without scripts, hidden fields and what names other
 * files of the release. React escapes all text, so every tag and attribute that is found is one.
 */
export function selfContained(html: string): string {
  return html
    .replaceAll(/<script\b.*?<\/script>|<noscript\b.*?<\/noscript>/gs, "")
    .replaceAll(/<link\b[^>]*>|<input type="hidden"[^>]*>| data-variant="[^"]*"/g, "")
    .replaceAll(/<style>.*?<\/style>/gs, (style) => style.replaceAll(/(?<=url\()\/[^)]+/g, inlined))
    .replaceAll(/(?<=<img [^>]*?src=")\/[^"]+/g, inlined)
    .replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`);
}

/** A file of the build as an address that holds it. */
function inlined(path: string): string {
  const type = types[path.slice(path.lastIndexOf(".") + 1)];
  return `data:${type};base64,${readFileSync(join("build/client", path)).toString("base64")}`;
}
