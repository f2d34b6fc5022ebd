import type { HttpBindings } from "@hono/node-server";
import type { AssignedArm } from "../../machines/context/tracking.ts";
import type { OptOut } from "../../machines/visit/facts.ts";
import type { Services } from "../../services/index.ts";
import type { FirstView } from "../../services/visits/token.ts";
import type { OwnWords } from "../../services/words/own-words.ts";
import type { SurveyPageData } from "../survey/screen/page-data.ts";
import type { Ready } from "./answers/compress.ts";
import type { OpenOrigin } from "./requests/same-origin.ts";

/** What the server passes to every loader and action. */
export type RequestContext = {
  services: Services;
  /** Follows the request through the log. */
  requestId: string;
  /** The address the server saw, behind the trusted proxies. */
  ip: string;
  session: Session;
  /** The body of the form that was posted: it has been read. */
  form?: string;
  /** The request has brought a proof of work, which is spent. */
  isProven?: boolean;
  /** The headers do not say where the form comes from; its sealed field has to. */
  openOrigin?: OpenOrigin;
  /** Set where a page is made for everybody in this arm of an experiment, or in none. */
  shared?: { arm: AssignedArm | undefined };
  /** How this browser has refused that data are sold or shared, if it has. */
  optOut: OptOut | undefined;
  /** The Set-Cookie header of its opt-out from now on. */
  optOutCookie: string;
  /** Set by an action that shows its form again with errors: the page's title begins with the word. */
  refused?: boolean;
  /** Set by an action that takes a form only with a proof of work: the form to send again, and the challenge. */
  held?: { form: string; challenge: string };
  /** Set on the charts' pages for people signed in to the console: the page that leads back to it. */
  consolePage?: string;
  /** Set for people of a buyer: the page that leads back to what is theirs. */
  guestPage?: string;
  /** Set on the console's pages: what its forms and scripts show that they are on one (console-access.ts). */
  consoleProof?: string;
  /**
   * The HTML of this page of a survey, without a visitor; undefined during development, when pages have no styles of
   * their own.
   */
  render?: (address: string, page: SurveyPageData) => Promise<string>;
  /** Set where such a page is rendered, and by a post that is answered with a page: all its data. */
  page?: SurveyPageData;
  /** Set where Remix is to show it: what was thrown instead of a page. */
  failure?: unknown;
  /** Set when a page is rendered: the hash of its own style sheet, for the content security policy. */
  styles?: string;
  /** Set with an answer that has no body of its own. */
  ready?: Ready;
};

/** The browser's session: an opaque id in a signed cookie, and what its newest first view of a survey knew. */
export type Session = {
  /** null for a browser without one, or with a cookie that was not ours. */
  id: string | null;
  first: FirstView | undefined;
  /** The Set-Cookie header that begins or prolongs the session. @param first of the page that it comes with */
  cookieFor(id: string, first?: FirstView): string;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
}

/** What our middleware keeps with a request. */
export type ServerEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The visitor's address (`clientAddress`). */
    ip: string;
    /** Whose site it is, for pages that are made without Remix. */
    siteName?: string;
    /** What the site says, as its owner has it. */
    messages: OwnWords["messages"];
    /** The post has brought a proof of work. */
    isProven?: boolean;
    /** A form whose headers do not show its origin. */
    openOrigin?: OpenOrigin;
    /** The hash of the page's own style sheet (`SecurityHeaders`). */
    styles?: string;
    /** The answer's body, where the answer itself has none. */
    ready?: Ready;
  };
};
