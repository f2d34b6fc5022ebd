import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ServerEnv } from "./server-env.ts";

const title = "This did not work";
const style =
  "body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.55 system-ui,sans-serif}a{display:inline-block;padding:.5rem 0}";

/**
 * A page of one sentence, for what is answered before Remix is asked, or when it fails: without the site's frame, but
 * with all that a reader needs to know where they are.
 * @param words ours, not the visitor's: they are not escaped
 */
export function plainPage(
  c: Context<ServerEnv>,
  words: string,
  status: ContentfulStatusCode,
  headers: Record<string, string> = {},
): Response | Promise<Response> {
  const html = [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>`,
    `<style nonce="${c.get("secureHeadersNonce") ?? ""}">${style}</style></head>`,
    `<body><main><h1>${title}</h1><p>${words}</p><p><a href="/">Go to the home page</a></p></main></body></html>`,
  ];
  return c.html(html.join(""), status, headers);
}
