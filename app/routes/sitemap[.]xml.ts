import type { LoaderFunctionArgs } from "@remix-run/node";
import { sitemap } from "../site/site-pages.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return new Response(sitemap(context.services.settings.siteOrigin), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
