import type { MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { findEntry } from "../../machines/registry.ts";
import { tooManyPosts } from "../../machines/wording/too-many-posts.ts";
import type { Metrics } from "../../services/metrics/metrics.ts";
import type { PostLimits } from "../../services/post-limits.ts";
import { barePage } from "./plain-page.ts";
import { routeOf } from "./route-of.ts";
import type { ServerEnv } from "./server-env.ts";

/**
 * Refuses posts that are over the limits with 429 and the seconds to wait. The island and our page scripts go on
 * trying; a form comes back as a page that holds its fields, since browsers forget what was typed on pages that
 * must not be stored.
 */
export function limitPosts(limits: PostLimits, metrics: Metrics): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    if (c.req.method !== "POST") return next();
    const waitMs = limits.take(c.get("ip"));
    if (waitMs === 0) return next();
    metrics.postsRefused.add({ route: routeOf(c.req.path) });
    const headers = { "Retry-After": String(Math.ceil(waitMs / 1000)) };
    if (!c.req.header("Content-Type")?.startsWith("application/x-www-form-urlencoded")) {
      const error = "Too many posts just now. Please try again in a minute.";
      return c.json({ error, field: null }, 429, headers);
    }
    const { path, url } = c.req;
    const language = findEntry(path)?.variant.language ?? "en";
    const { title, text, again, home } = tooManyPosts[language];
    const fields = [...new URLSearchParams(await c.req.text())];
    const form = html`<form method="post" action="${path}${new URL(url).search}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><button>${again}</button></p></form>`;
    return barePage(c, { language, title, words: text, form, home }, 429, headers);
  };
}
