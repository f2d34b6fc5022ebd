import { createHash } from "node:crypto";
import { type AppLoadContext, createCookie, redirect } from "@remix-run/node";
import type { From, Guest, Viewer } from "../../../services/console/console.ts";
import { type AnyRole, type ConsolePage, mayAs, ofBuyer, roleFor } from "../../../services/console/roles.ts";

type Asked = { request: Request; context: AppLoadContext };

/** Where people of buyers are; without a feature that shows them something, there is no such page. */
const guestPage = "/console/buyer";

/**
 * The person who requests a page of the console, or presses a button on it.
 * @throws Response 303 to the sign-in for a browser's page, 404 for anything else without a session, 403 for another
 * role
 */
export async function demandViewer({ request, context }: Asked, page: ConsolePage): Promise<Viewer> {
  const press = new URLSearchParams(context.form).get("intent") ?? "";
  const wanted = roleFor(page, request.method === "POST" ? press : undefined);
  const token = await tokenIn({ request, context });
  const viewer = await context.services.console.viewer(token);
  if (viewer) demandPage({ request, context }, token!);
  if (viewer && mayAs(viewer.role, wanted)) {
    context.consoleProof = proofOf(token!);
    return viewer;
  }
  context.services.log("console.refused", { outcome: viewer ? "role" : "no_session" });
  if (viewer) throw otherRole();
  // For people of a buyer there is no more of the console than theirs.
  if (await guestIn({ request, context })) throw noConsole();
  throw signInFor({ request, context });
}

/**
 * The person of a buyer who requests one of their pages, or presses a button on it.
 * @throws Response as `demandViewer` does; 403 for people of the company, who see all of it elsewhere
 */
export async function demandGuest({ request, context }: Asked): Promise<Guest> {
  const token = await tokenIn({ request, context });
  const guest = await guestIn({ request, context });
  if (guest) {
    demandPage({ request, context }, token!);
    context.consoleProof = proofOf(token!);
    return guest;
  }
  const isColleague = (await context.services.console.viewer(token)) !== undefined;
  context.services.log("console.refused", { outcome: isColleague ? "role" : "no_session" });
  throw isColleague ? otherRole() : signInFor({ request, context });
}

/** The person of a buyer who is signed in with this browser, if any; what is refused to them leads back to their page. */
export async function guestIn({ request, context }: Asked): Promise<Guest | undefined> {
  const guest = await context.services.console.guest(await tokenIn({ request, context }));
  if (guest) context.guestPage = guestPage;
  return guest;
}

const otherRole = () => new Response("Your role does not include this.", { status: 403 });

/** @throws Response 403 where something else than a page of the console asks */
function demandPage({ request, context }: Asked, token: string): void {
  if (isOfConsole({ request, context }, proofOf(token))) return;
  context.services.log("console.refused", { outcome: "not_a_page" });
  throw new Response("This is not a page of the console.", { status: 403 });
}

/** The sign-in that continues to the requested page, for a browser; for anything else there is no such page. */
function signInFor({ request, context }: Asked): Response {
  const isPage = request.headers.get("Accept")?.includes("text/html") ?? false;
  const { pathname, search } = new URL(request.url);
  const leads = context.services.console.isOpen() && request.method === "GET" && isPage;
  if (!leads) return noConsole();
  return redirect(`/console/sign-in?${new URLSearchParams({ to: pathname + search })}`, 303);
}

/** It does not reveal the token, and no script can read it. */
function proofOf(token: string): string {
  return createHash("sha256").update(`console page ${token}`).digest("base64url").slice(0, 22);
}

/** Where a form of the console, and a script's request, has its proof. */
const [consolePageField, consolePageHeader] = ["console-page", "X-Console-Page"];

/**
 * Whether a person opens the page, or a page of the console requests it. Third-party scripts on a survey's page have
 * our origin and this browser's cookies: they could read what is stored, and press anything. A browser sends a
 * request's purpose in a header that no script can change; a request without it comes from no such browser. A link with
 * the attribute `download` does not say that a person pressed it, so the console's tables are plain links.
 */
function isOfConsole({ request, context }: Asked, proof: string): boolean {
  const use = request.headers.get("Sec-Fetch-Dest");
  if (use === null || (use === "document" && request.method !== "POST")) return true;
  const given =
    request.headers.get(consolePageHeader) ?? new URLSearchParams(context.form).get(consolePageField);
  return given === proof;
}

/** The person signed in with this browser, if any. */
export async function viewerOf({ request, context }: Asked): Promise<Viewer | undefined> {
  return context.services.console.viewer(await tokenIn({ request, context }));
}

/** For the pages before a sign-in. @throws Response 404 where there is no console */
export function demandConsole({ services }: AppLoadContext): void {
  if (!services.console.isOpen()) throw noConsole();
}

export function consolePageOf(role: AnyRole): string {
  if (role === ofBuyer) return guestPage;
  return mayAs(role, "leads-masked") ? "/console" : "/console/sessions";
}

/** The page that a sign-in's address names. */
export function pageAskedFor({ url }: Request): string {
  return new URL(url).searchParams.get("to") ?? "";
}

/**
 * Where a sign-in leads: to the requested page, else to the inbox, or to the charts for a role without one; people of a
 * buyer always to their own page.
 */
export function pageAfter(to: string, role: AnyRole): string {
  if (role === ofBuyer) return guestPage;
  const known = /^\/(console|graphs)(\/|\?|$)/.test(to) ? new URL(to, "http://site.invalid") : undefined;
  const isOurs = known?.host === "site.invalid" && /^\/(console|graphs)(\/|$)/.test(known.pathname);
  if (isOurs) return known.pathname + known.search;
  return mayAs(role, "leads-masked") ? "/console" : "/graphs/";
}

export async function fromOf({ request, context }: Asked): Promise<From> {
  const browser = request.headers.get("User-Agent") ?? "";
  const known: unknown = await knownBrowserIn(context)
    .parse(request.headers.get("Cookie"))
    .catch(() => undefined);
  return {
    ip: context.ip,
    browser,
    token: await tokenIn({ request, context }),
    known: typeof known === "string" ? known : undefined,
  };
}

/** Leads a browser that has just signed in to a page. */
export async function signedInTo(
  page: string,
  { token, known }: { token: string; known?: string },
  context: AppLoadContext,
): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": await cookieIn(context).serialize(token) });
  if (known) headers.append("Set-Cookie", await knownBrowserIn(context).serialize(known));
  return redirect(page, { status: 303, headers });
}

/**
 * Ends the session on the server, and clears the cookie and the browser's cached pages. A person who came by the
 * identity provider is led to a page that links there, since a form may lead to our own pages only.
 */
export async function signedOutOf({ request, context }: Asked): Promise<Response> {
  const key = await context.services.console.signOut(await tokenIn({ request, context }));
  return redirect(key === undefined ? "/console/sign-in" : `/console/sign-out?key=${key}`, {
    status: 303,
    headers: {
      "Set-Cookie": await cookieIn(context).serialize("", { maxAge: 0 }),
      "Clear-Site-Data": '"cache", "storage"',
    },
  });
}

async function tokenIn({ request, context }: Asked): Promise<string | undefined> {
  const cookie = cookieIn(context).parse(request.headers.get("Cookie"));
  // An unreadable cookie counts as none.
  const value: unknown = await cookie.catch(() => undefined);
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** The cookie contains only a secret of 256 bits; the store has its meaning. */
const cookieIn = (context: AppLoadContext) => consoleCookie("console", 12 * 60 * 60, context);

/** Outlives sessions and sign-outs, and is not a credential: it separates the person's own tries from strangers'. */
const knownBrowserIn = (context: AppLoadContext) =>
  consoleCookie("console-browser", 400 * 24 * 60 * 60, context);

/** A browser's cookie on its way to the identity provider and back. */
export const providerCookieIn = (context: AppLoadContext) =>
  consoleCookie("console-provider", 10 * 60, context);

function consoleCookie(name: string, maxAge: number, { services: { settings } }: AppLoadContext) {
  const secure = settings.siteOrigin.startsWith("https:");
  return createCookie(secure ? `__Host-${name}` : name, {
    secure,
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    maxAge,
  });
}

function noConsole(): Response {
  return new Response("There is no such page.", { status: 404 });
}
