import { readArrival } from "../../../machines/lead/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import { shortestWay } from "../../../machines/shortest-way.ts";
import { inputFor } from "../../../machines/visit/input.ts";
import { isTried } from "../../../services/experiments/assign.ts";
import type { Services } from "../../../services/index.ts";
import { uuid7 } from "../../../services/store/engine/uuid7.ts";
import type { AskRemix } from "../ask-remix.ts";
import { routeOf } from "../route-of.ts";
import { type SecurityHeaders, usualHeaders } from "../security-headers.ts";
import type { ReadSession } from "../session-cookie.ts";
import type { MakePage } from "./page-memory.ts";

/**
 * Makes shared pages by asking Remix for them as a visitor would of whom nothing is known: no cookie, no address, no
 * header and no query but what the page is kept by. What a page cannot know it cannot show to others.
 */
export function sharedPageMaker(deps: {
  services: Pick<Services, "settings">;
  askRemix: AskRemix;
  security: SecurityHeaders;
  readSession: ReadSession;
}): MakePage {
  const { services, askRemix, security, readSession } = deps;
  const { siteOrigin, regionHeader, sharedCacheSeconds, experiments } = services.settings;
  return async ({ address, gpc, region, arm }) => {
    const url = new URL(address, siteOrigin);
    const headers = new Headers(regionHeader && region ? { [regionHeader]: region } : {});
    const { answer, styles } = await askRemix(new Request(url, { headers }), {
      requestId: uuid7(Date.now()),
      ip: "",
      session: readSession(undefined),
      optOut: gpc ? "gpc" : undefined,
      shared: { arm },
    });
    if (answer.status !== 200) return undefined;
    const body = Buffer.from(await answer.arrayBuffer());
    // A cache in front would give one visitor's arm to all.
    const isAlike = !isTried(experiments.list, findEntry(url.pathname)?.path ?? "");
    const isKept = sharedCacheSeconds > 0 && isAlike && !isOneQuestion(url);
    const kept = new Headers({ ...usualHeaders, ...Object.fromEntries(answer.headers) });
    kept.delete("Set-Cookie");
    for (const [name, value] of Object.entries(security(url.pathname, styles))) kept.set(name, value);
    const asked = [
      "Accept-Encoding",
      "Sec-GPC",
      ...(regionHeader ? [regionHeader] : []),
      ...(isKept ? ["Cookie"] : []),
    ];
    kept.set("Vary", asked.join(", "));
    if (isKept) kept.set("Cache-Control", `public, max-age=0, s-maxage=${sharedCacheSeconds}`);
    return {
      body,
      headers: Object.fromEntries(kept),
      route: routeOf(url.pathname),
      beginsSession: !isKept && findEntry(url.pathname) !== undefined,
    };
  };

  /** A survey whose first answer makes its lead needs a session before it: pressed twice, it would make two. */
  function isOneQuestion({ pathname, searchParams }: URL): boolean {
    const entry = findEntry(pathname);
    if (!entry) return false;
    const arrival = readArrival(entry.path, searchParams, "");
    const input = inputFor(entry, { arrival, startedAt: Date.now() }, services.settings);
    return shortestWay(entry.variant.machine, input).steps.length === 1;
  }
}
