import type { LoaderFunctionArgs } from "@remix-run/node";
import { placesOf } from "../../services/providers/zip-lookup/index.ts";

/**
 * The places of the ZIP codes that begin with three digits, by their last two: `{"02": "Tampa, Florida"}`. What a visitor
 * types is in no address so.
 */
export async function loader({ params: { prefix = "" } }: LoaderFunctionArgs) {
  if (!/^\d{3}$/.test(prefix)) throw new Response("Ask with three digits, as /places/336.", { status: 404 });
  return Response.json(await placesOf(prefix), { headers: { "Cache-Control": "public, max-age=86400" } });
}
