import type { LoaderFunctionArgs } from "@remix-run/node";
import { robots } from "../site/robots.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return new Response(robots(context.services.settings.siteOrigin), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
