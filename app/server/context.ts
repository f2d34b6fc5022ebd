import type { OptOut } from "../../machines/visit/facts.ts";
import type { Services } from "../../services/index.ts";

/** What the server hands to every loader and action. */
export type RequestContext = {
  services: Services;
  /** Follows the request through the log. */
  requestId: string;
  /** For the page's own scripts and styles, new for each answer. */
  nonce: string;
  /** The address the server saw, behind the trusted proxies. */
  ip: string;
  session: Session;
  /** How this browser has refused that data are sold or shared, if it has. */
  optOut: OptOut | undefined;
  /** The Set-Cookie header by which it refuses from now on. */
  optOutCookie: string;
  /** Set by an action that shows its form again with errors: the page's title begins with the word. */
  refused?: boolean;
};

/** The browser's session: an opaque id in a signed cookie, nothing else. */
export type Session = {
  /** null for a browser that has none, or one whose cookie was not ours. */
  id: string | null;
  /** The Set-Cookie header that begins or prolongs the session. */
  cookieFor(id: string): Promise<string>;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}
