import { isIP } from "node:net";
import { parseAccept } from "hono/utils/accept";
import { parse, serialize } from "hono/utils/cookie";
import { findEntry } from "../../../machines/registry.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { OptOut } from "../../../machines/visit/facts.ts";
import { hasOwnOrigin, type Settings } from "../../../services/settings/env.ts";
import { languageNamed, mainLanguage } from "../../../services/words/languages.ts";
import { languageAt } from "../../site/content/language.ts";
import { sitePages } from "../../site/site-pages.ts";

const urls = new WeakMap<object, URL>();

/** The address of a request, which many ask for and nobody changes: it is parsed once. */
export function urlOf(request: Pick<Request, "url">): URL {
  const url = urls.get(request) ?? new URL(request.url);
  urls.set(request, url);
  return url;
}

/** A path as our own pages may link to it: two slashes at its beginning would name another host. */
export function ownPath(path: string): string {
  return path.replace(/[\\/]{2,}/g, "/");
}

/**
 * The visitor's address: what the outermost trusted proxy saw. Entries further left in X-Forwarded-For are claims of
 * the visitor.
 * @param trustedProxies how many proxies of ours are in front
 * @returns '' for what is not an address, such as `unknown`
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const hops = [...(forwardedFor ?? "").split(",").map((hop) => hop.trim()), socketAddress].filter(Boolean);
  const address = withoutPort(hops.at(-1 - trustedProxies) ?? hops[0] ?? "");
  // A zone is meaningful on its own machine only.
  if (isIP(address) === 0 || address.includes("%")) return "";
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address) ?? [];
  if (high === undefined) return address.replace(/^::ffff:/i, "");
  return [high, low!]
    .flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
    .join(".");
}

/** Some proxies write `192.0.2.1:443` or `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address) ?? [];
  return bracketed ?? plain ?? address;
}

/**
 * Whether a page was requested under another host than SITE_ORIGIN's. Only where that is certain: a proxy may use any
 * name, so behind one only X-Forwarded-Host counts, and without SITE_ORIGIN every host is the site's own.
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

/** A header's text, without control characters, which could drive the terminal that shows it. */
export function headerText(header: string | null): string {
  return (header ?? "").replace(/\p{Cc}/gu, "");
}

const codes: ReadonlySet<string> = new Set(statutes.map(({ code }) => code));

/** The state in a proxy's header; undefined for another value. */
export function regionIn(header: string | null): string | undefined {
  const region = header?.trim().toUpperCase();
  return region && codes.has(region) ? region : undefined;
}

const maxAge = 365 * 24 * 60 * 60;

/** True for the Sec-GPC header of a browser that sends the Global Privacy Control signal. */
export function isSignal(header: string | undefined): boolean {
  return header?.trim() === "1";
}

/**
 * How a browser refuses the sale or sharing of data: by its Global Privacy Control signal, or by the cookie of our own
 * page. The cookie is not signed: a signature would end opt-outs with the secret that made it, and a forged one only
 * opts its bearer out. Its value `gpc` comes from a browser that gives the signal to scripts only
 * (app/entry.client.tsx).
 * @param secure whether the site is served over https; only then may the name be __Host-
 */
export function optOuts(secure: boolean) {
  const name = secure ? "__Host-opt-out" : "opt-out";
  return {
    name,
    /** @param header a request's, by its name in lower case */
    of(header: (name: string) => string | undefined): OptOut | undefined {
      const cookies = header("cookie");
      const cookie = cookies?.includes(name) ? parse(cookies, name)[name] : undefined;
      if (isSignal(header("sec-gpc")) || cookie === "gpc") return "gpc";
      return cookie === undefined ? undefined : "do-not-sell";
    },
    /** The Set-Cookie header that opts a browser out for a year. */
    cookie: serialize(name, "1", { path: "/", maxAge, httpOnly: true, sameSite: "Lax", secure }),
  };
}

export type OptOuts = ReturnType<typeof optOuts>;

/** The parts of a `Request` that show its visitor's language. */
type Asked = { url: string; headers: Pick<Headers, "get"> };

const pages = new Set<string>(sitePages.map(({ path }) => path));

/**
 * Language of a page that replaces the requested one: that of the requested survey or page, else of the page the
 * visitor comes from, else the browser's preference.
 */
export function visitorLanguage({ url, headers }: Asked): Language {
  const asked = parsed(url);
  const from = parsed(headers.get("Referer"));
  const isOurs = from !== null && from.host === asked?.host;
  return (
    languageIn(asked) ?? languageIn(isOurs ? from : null) ?? preferred(headers.get("Accept-Language") ?? "")
  );
}

function parsed(url: string | null): URL | null {
  return url !== null && URL.canParse(url) ? new URL(url) : null;
}

/** The language in an address of ours. The main one is named by none. */
function languageIn(url: URL | null): Language | undefined {
  if (!url) return undefined;
  const path = url.pathname;
  const named = [languageAt(path), languageNamed(url.searchParams.get("lang"))];
  const other = named.find((language) => language && language !== mainLanguage);
  if (other) return other;
  const isPage = pages.has(path.endsWith("/") ? path : `${path}/`);
  return isPage ? mainLanguage : findEntry(path)?.variant.language;
}

/** The browser's preference among our languages: of equal ones the first (RFC 9110, 12.5.4). */
function preferred(header: string): Language {
  const wanted = parseAccept(header).filter(({ q }) => q > 0);
  const ours = wanted.flatMap(({ type }) => languageNamed(type.toLowerCase().replace(/-.*/, "")) ?? []);
  return ours[0] ?? mainLanguage;
}
