import type { MiddlewareHandler } from "hono";
import { findEntry } from "../../../machines/registry.ts";
import type { Pixels } from "../../../machines/site/page-scripts.ts";
import { remembering } from "../../../services/observe/remembering.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { languageFacts } from "../../../services/words/languages.ts";
import { pageFeatures } from "../../features.ts";
import { languageAt } from "../../site/content/language.ts";
import { cleanAddress, keepReceipt } from "../../site/inline-scripts.ts";
import { inlineLoader } from "../building/built-files.ts";
import type { ServerEnv } from "../context.ts";
import { cspReportsPath } from "../endpoints/csp-reports.ts";
import { hashSource, hsts, plainStyle, unusedFeatures } from "./plain-page.ts";
import { retryAfter } from "./try-again.ts";

/**
 * The inline scripts of all our pages, and the style sheet of the plain ones: known in advance, so that a policy can
 * list them.
 */
function ourInlineCode(dev: boolean): { scripts: string[]; styles: string[] } {
  const own = [cleanAddress, keepReceipt, ...pageFeatures.flatMap(({ inlineScripts = [] }) => inlineScripts)];
  const scripts = dev ? own : [inlineLoader(), ...own];
  return { scripts: scripts.map(hashSource), styles: [hashSource(plainStyle)] };
}

/** Origins that pages may use besides our own, by purpose. */
type ThirdParties = { scripts: string[]; connections: string[]; images: string[] };

/** Pages for the operators. */
function isOperators(path: string): boolean {
  return /^\/(console|graphs)(\/|$)/.test(path);
}

/**
 * Pages that load nothing from others, whatever is configured: the operator's, and those on which people say what must
 * not be passed on.
 */
export function loadsNothing(path: string): boolean {
  const { prefix } = languageFacts(languageAt(path));
  return isOperators(path) || /^\/(do-not-sell-my-information|receipt)(\/|$)/.test(path.slice(prefix.length));
}

/** Addresses by what they are for; what is not configured is undefined. */
type Addresses = { [kind in keyof ThirdParties]?: (string | undefined)[] };

/** Hosts that a vendor's script calls besides its own, by the script's host. */
const companions: Record<string, Addresses> = {
  "https://api.trustedform.com": {
    scripts: ["https://cdn.trustedform.com"],
    connections: ["https://cdn.trustedform.com"],
    images: ["https://cdn.trustedform.com"],
  },
  "https://create.lidstatic.com": {
    connections: ["https://create.leadid.com"],
    images: ["https://create.leadid.com"],
  },
  "https://b-js.ringba.com": { connections: ["https://display.ringba.com"] },
};

type Loaded = Pick<Settings, "pixels" | "pageScripts" | "callTracker">;

/**
 * The hosts from which the page at a path loads scripts and pixels, and those that these may call, by the settings;
 * nothing by default. Surveys have all of it, the other pages only the call tracker, and some nothing.
 * @returns the same object for pages that load the same
 */
export function thirdParties({ pixels, pageScripts, callTracker }: Loaded): (path: string) => ThirdParties {
  const calls = callTrackerOrigins(callTracker);
  const scripts = [...calls, ...scriptOrigins(pageScripts)];
  const site = together(calls);
  const nobody = together([]);
  const survey = together([...scripts, ...pixelOrigins(pixels.everywhere)]);
  const ofPaths = new Map(
    Object.entries(pixels.at).map(([path, own]) => [path, together([...scripts, ...pixelOrigins(own)])]),
  );
  return (path) => {
    if (loadsNothing(path)) return nobody;
    const entry = findEntry(path);
    return entry ? (ofPaths.get(entry.path) ?? survey) : site;
  };
}

function callTrackerOrigins(tracker: Loaded["callTracker"]): Addresses[] {
  if (!tracker) return [];
  if ("ringba" in tracker) return caller(tracker.ringba.script);
  return [{ scripts: [tracker.retreaver.script], connections: [tracker.retreaver.api] }];
}

function scriptOrigins({ everflow, trustedForm, jornaya, publicIp }: Loaded["pageScripts"]): Addresses[] {
  return [
    { images: [trustedForm?.script, jornaya?.script], connections: publicIp?.urls },
    ...[everflow, trustedForm, jornaya].flatMap((vendor) => caller(vendor?.script)),
  ];
}

function pixelOrigins(pixels: Pixels): Addresses[] {
  const { meta, tiktok } = pixels.loadSocialPixel ?? {};
  const vendors = [pixels.loadMediaScript, pixels.loadAdTrackingScript, tiktok?.script];
  return [
    { scripts: vendors, connections: vendors, images: vendors },
    { scripts: [meta?.script], connections: [meta?.image], images: [meta?.image, pixels.loadTrackingPixel] },
  ];
}

/** A script that calls its own host, and its known companions. */
function caller(script: string | undefined): Addresses[] {
  if (!script) return [];
  return [{ scripts: [script], connections: [script] }, companions[new URL(script).origin] ?? {}];
}

function together(all: Addresses[]): ThirdParties {
  const of = (kind: keyof ThirdParties) => origins(all.flatMap((each) => each[kind] ?? []));
  return { scripts: of("scripts"), connections: of("connections"), images: of("images") };
}

function origins(addresses: (string | undefined)[]): string[] {
  const given = addresses.filter((address) => address !== undefined);
  return [...new Set(given.map((address) => new URL(address).origin))];
}

/**
 * The security headers of the answer at a path. Only our own scripts and styles run: from our own origin, or inline
 * with a hash in the policy.
 * @param styles the hash of the page's own style sheet, as a policy lists it; none for other answers
 */
export type SecurityHeaders = (path: string, styles?: string) => Record<string, string>;

/** @param thirdParties the hosts from which the page at a path loads scripts and pixels, where some are configured */
export function securityHeaders(site: {
  https: boolean;
  dev: boolean;
  thirdParties: (path: string) => ThirdParties;
}): SecurityHeaders {
  const { https, dev, thirdParties } = site;
  const inline = ourInlineCode(dev);
  const upgraded = https ? "; upgrade-insecure-requests" : "";
  const common = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    "Permissions-Policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    "Reporting-Endpoints": `csp="${cspReportsPath}"`,
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "X-Download-Options": "noopen",
    "X-Permitted-Cross-Domain-Policies": "none",
    ...(https && { "Strict-Transport-Security": hsts }),
  };
  const withScreens = pageFeatures.flatMap(({ showsScreens }) => showsScreens ?? []);
  const headersOf = (path: string, styles: string) => {
    const { scripts, connections, images } = thirdParties(path);
    // The pages of the charts show screens in frames; whole surveys are shown so while developing only.
    const isFramed = dev || path.startsWith("/graphs/");
    const hasFrames = isFramed || withScreens.some((begin) => path.startsWith(begin));
    const policy = [
      "default-src 'none'",
      list("script-src 'self'", inline.scripts, scripts),
      // Vite injects its style sheets in development.
      dev ? "style-src 'self' 'unsafe-inline'" : list("style-src 'self'", inline.styles, [styles]),
      list("img-src 'self' data:", images),
      list("connect-src 'self'", connections, dev ? ["ws:"] : []),
      "font-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; worker-src 'none'",
      // Our own scripts make no markup from texts, except on the charts' pages, which read other pages of ours. We do
      // not control others' scripts.
      ...(isFramed || scripts.length > 0 ? [] : ["require-trusted-types-for 'script'; trusted-types 'none'"]),
      `frame-ancestors ${isFramed ? "'self'" : "'none'"}${hasFrames ? "; frame-src 'self'" : ""}`,
      // Two forms of the same, since not every browser knows the newer one.
      `report-uri ${cspReportsPath}; report-to csp`,
    ];
    return {
      ...common,
      // A console window opened by a survey's page is separated from that page, whose scripts are partly others'.
      ...(isOperators(path) && { "Cross-Origin-Opener-Policy": "noopener-allow-popups" }),
      "Content-Security-Policy": policy.join("; ") + upgraded,
      "X-Frame-Options": isFramed ? "SAMEORIGIN" : "DENY",
    };
  };
  const remember = remembering<Record<string, string>>(200);
  // In lower case, as Node has those of an answer.
  const lower = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (path, styles = "") => remember(`${styles} ${path}`, () => lower(headersOf(path, styles)));
}

function list(directive: string, ...sources: readonly (readonly string[])[]): string {
  return [directive, ...sources.flat().filter(Boolean)].join(" ");
}

/**
 * Gives every answer its headers, errors and redirects included. Of the last three a page may set its own: one of a survey must not say
 * no-referrer, because browsers would then post its forms with "Origin: null".
 */
export function withHeaders(security: SecurityHeaders): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    // Not by `c.header`, which makes another response each time.
    for (const [name, value] of Object.entries(security(c.req.path, c.get("styles"))))
      headers.set(name, value);
    if (c.res.status === 503) headers.set("Retry-After", retryAfter);
    // The page's third parties, and its footer, depend on the browser's privacy signal.
    if (headers.get("Content-Type")?.startsWith("text/html")) headers.append("Vary", "Sec-GPC");
    for (const [name, value] of Object.entries(usualHeaders))
      if (!headers.has(name)) headers.set(name, value);
  };
}

/** An answer's default headers. */
export const usualHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "strict-origin-when-cross-origin",
};
