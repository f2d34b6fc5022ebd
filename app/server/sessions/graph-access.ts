import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { type ActionFunctionArgs, type AppLoadContext, createCookie, redirect } from "@remix-run/node";
import { mayAs, type Role } from "../../../services/console/roles.ts";
import { purposeKeys } from "../../../services/store/engine/keys.ts";
import { consolePageOf, guestIn, viewerOf } from "./console-access.ts";

/** How long a browser stays signed in: a working day. */
const staysMs = 12 * 60 * 60 * 1000;

/** A viewer of the charts. */
type Analyst = {
  /** Null without a name: with the token, and during development. */
  name: string | null;
  seesNumbers: boolean;
};

/**
 * Admits requests that may see the charts: during development every one, in production those signed in with
 * ANALYST_TOKEN, by cookie or, for commands, as `Authorization: Bearer`, and people of the console. Other browsers are
 * led to the sign-in, where there is one, and from there to the requested page; for everything else the page does not
 * exist.
 * @param wanted what a person of the console must be allowed to see
 * @throws Response 303 or 404; 429 after some wrong tokens in a minute, whether the next is right or not
 */
export async function demandAccess(
  { request, context }: ActionFunctionArgs,
  wanted: Role = "charts",
): Promise<Analyst> {
  const withToken = { name: null, seesNumbers: true };
  if (process.env.NODE_ENV !== "production") return withToken;
  const bearer = request.headers.get("Authorization")?.match(/^Bearer (\S+)$/)?.[1];
  if (bearer !== undefined && isRightToken(bearer, context)) return withToken;
  const viewer = await viewerOf({ request, context });
  if (viewer) context.consolePage = consolePageOf(viewer.role);
  if (viewer && mayAs(viewer.role, wanted))
    return { name: viewer.name, seesNumbers: mayAs(viewer.role, "numbers") };
  if (await isSignedIn(request, context)) return withToken;
  context.services.log("analyst.refused");
  if (await guestIn({ request, context })) throw notHere();
  if (isOpened(request, context)) throw redirect(signInFor(request, context.services), 303);
  throw notHere();
}

/**
 * Whether a browser was sent to this page, on a site with a sign-in. While nobody has a password, that is a person at
 * the machine itself, whose terminal has shown a link; the sign-in says so.
 */
function isOpened(
  { method, headers }: Request,
  { services: { settings, console }, ip }: AppLoadContext,
): boolean {
  const isPage = headers.get("Accept")?.includes("text/html") ?? false;
  const isHere = /^(?:127(?:\.\d+){3}|::1)$/.test(ip) && console.isOpen();
  const canSignIn = settings.analystToken !== undefined || console.hasPeople() || isHere;
  return canSignIn && method === "GET" && isPage;
}

/** The sign-in that continues to the requested page: the token's where there is one. */
function signInFor({ url }: Request, { settings }: AppLoadContext["services"]): string {
  const { pathname, search } = new URL(url);
  const page = settings.analystToken === undefined ? "/console/sign-in" : "/graphs/sign-in";
  return `${page}?${new URLSearchParams({ to: pathname + search })}`;
}

/** Where a sign-in leads: to the charts' page in its address, or else to their list. */
export function pageAfterSignIn({ url }: Request): string {
  const to = new URL(url).searchParams.get("to") ?? "";
  const known = /^\/graphs\//.test(to) ? new URL(to, "http://site.invalid") : undefined;
  const isOurs = known?.host === "site.invalid" && known.pathname.startsWith("/graphs/");
  return isOurs ? known.pathname + known.search : "/graphs/";
}

/** The same for the sign-in page, which exists wherever a token is set. @throws Response 404 */
export function demandToken({ services: { settings } }: AppLoadContext): void {
  if (settings.analystToken === undefined) throw notHere();
}

export function notHere(): Response {
  return new Response("There is no such page.", { status: 404 });
}

/**
 * Whether it is the token; a wrong one is counted against its address.
 * @throws Response 429
 */
export function isRightToken(given: string, context: AppLoadContext): boolean {
  const { tokenLimits, metrics } = context.services;
  const tooMany = () => new Response("Too many wrong tokens. Please wait a minute.", { status: 429 });
  if (tokenLimits.isOver(context.ip)) throw tooMany();
  if (isToken(given, context)) return true;
  metrics.wrongTokens.inc();
  if (tokenLimits.take(context.ip)) throw tooMany();
  return false;
}

/** Compares in constant time. */
function isToken(given: string, { services: { settings } }: AppLoadContext): boolean {
  const { analystToken } = settings;
  return analystToken !== undefined && timingSafeEqual(digestOf(given), digestOf(analystToken));
}

/** The Set-Cookie header that signs a browser in. Another token, or another secret, signs it out. */
export function signedIn(context: AppLoadContext): Promise<string> {
  return cookieIn(context).serialize({ until: Date.now() + staysMs });
}

/** Takes the cookie away, and what the browser keeps of the pages. */
export async function signedOut(context: AppLoadContext): Promise<Record<string, string>> {
  return {
    "Set-Cookie": await cookieIn(context).serialize("", { maxAge: 0 }),
    "Clear-Site-Data": '"cache", "storage"',
  };
}

export async function isSignedIn(request: Request, context: AppLoadContext): Promise<boolean> {
  if (context.services.settings.analystToken === undefined) return false;
  const cookie = cookieIn(context).parse(request.headers.get("Cookie"));
  // An unreadable cookie counts as none.
  const known = (await cookie.catch(() => null)) as { until?: number } | null;
  return Date.now() < (known?.until ?? 0);
}

function cookieIn({ services: { settings, secrets } }: AppLoadContext) {
  const secure = settings.siteOrigin.startsWith("https:");
  const { analystToken = "" } = settings;
  return createCookie(secure ? "__Host-graphs" : "graphs", {
    // The token is in the key: the cookie itself does not help to guess it.
    secrets: purposeKeys(secrets, "analysts' cookie").map((key) =>
      createHmac("sha256", key).update(analystToken).digest("base64url"),
    ),
    secure,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge: staysMs / 1000,
  });
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
