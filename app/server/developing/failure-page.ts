import { html, raw } from "hono/html";
import { editorAddress } from "../../ui/editor-address.ts";
import { plainStyle } from "../plain-style.ts";
import { locatedFailure } from "./located-failure.ts";

/**
 * What a developer sees in place of every page while the sources cannot be loaded: what is wrong, where, and what mends
 * it. Vite's own script in it loads the page again when a file is saved.
 * @param root the project's folder
 */
export function failurePage(thrown: unknown, root: string): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { file, line, message, remedy } = locatedFailure(error, root);
  const place = html`<p><a href="${editorAddress(root, file, line)}"><code>${file}:${line}</code></a></p>`;
  return String(
    html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>The site cannot be loaded</title>
<style>${raw(plainStyle)}
pre{overflow:auto;padding:1rem;font-size:.8125rem}</style><script type="module" src="/@vite/client"></script></head>
<body><main data-failure><h1>The site cannot be loaded</h1><p><strong>${message}</strong></p>${file && place}
<p>${remedy}</p><p>This page goes away by itself when the file is mended.</p>
<pre>${error.stack ?? ""}</pre></main></body></html>`,
  );
}
