import type { Settings } from "../../services/settings/env.ts";
import { hasOwnOrigin } from "../../services/settings/env.ts";

/**
 * True for a page that was asked for under another host than SITE_ORIGIN's. Only where that is certain: a proxy may ask
 * under any name, so behind one only X-Forwarded-Host tells, and without SITE_ORIGIN every host is the site's own.
 */
export function isExternalHost(
  { headers }: { headers: Pick<Headers, "get"> },
  settings: Pick<Settings, "siteOrigin" | "port" | "trustProxy">,
): boolean {
  const host = headers.get(settings.trustProxy > 0 ? "X-Forwarded-Host" : "Host");
  const isOwn = settings.siteOrigin.endsWith(`//${host}`);
  if (!host || isOwn || !hasOwnOrigin(settings)) return false;
  const own = new URL(settings.siteOrigin);
  const asked = `${own.protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).host !== own.host;
}
