import type { MiddlewareHandler } from "hono";
import type { ComponentType, ReactNode } from "react";
import type { StateCode } from "../../machines/site/filing-deadlines.ts";
import type { EndLink, Language } from "../../machines/steps/step.ts";
import type { Viewer } from "../../services/console/console.ts";
import type { Role } from "../../services/console/roles.ts";
import type { Services } from "../../services/index.ts";
import type { Lead } from "../../services/store/rows.ts";
import type { ServerEnv } from "../server/context.ts";
import type { LinkCard } from "../site/articles/prose.tsx";
import type { NavLink } from "../site/links.ts";
import type { SitePage } from "../site/site-pages.ts";

type Link = { href: string; text: string };

/** Pages that walk through a survey's chart. `walk`: the query of a walk, as machines/model/setup.ts writes it. */
type Walks = {
  /** @param from what of a visit is opened there, in words: "step 3" */
  goOn: (code: string, walk: string, from: string) => Link;
  /** A file of the whole walk. */
  keep: (code: string, walk: string) => Link;
  /** The shortest walk over one transition of the chart, and what it is good to see. */
  over: (code: string, transition: string) => Link & { toSee: string };
};

/** A feature's pages. Their files are in the feature's folder, app/features/<name>. */
export type PageFeature = {
  name: string;
  /** Features that it does not work without: it may import from them, and a list that lacks one is refused. */
  needs?: readonly string[];
  /** What it adds to features that it needs, by their names. Each of them declares the type of such additions. */
  adds?: Readonly<Record<string, unknown>>;
  /** Pages of developers and analysts: addresses, with the files of their routes. */
  graphPages?: Readonly<Record<string, string>>;
  /** Former addresses of such pages, with the file of the route that redirects from there. */
  formerPages?: { paths: readonly string[]; file: string };
  /** Pages for the operators. */
  consolePages?: Readonly<Record<string, string>>;
  /**
   * Its entries in the console's menu, each optionally after another entry; shown only to people who may see the page.
   */
  inConsole?: readonly (Link & { after?: `/${string}`; sees: Role })[];
  /** Where the console's sign-in leads people who have lost their credentials, and the words before the link. */
  atSignIn?: Link & { words: string };
  /** The beginning of the addresses of its console pages that show screens, which are among the charts' pages, in frames. */
  showsScreens?: `/console/${string}`;
  /** The console's page of sales. */
  atSales?: string;
  /** The console's page of a receiver's or an affiliate's terms. */
  atTerms?: (party: "receiver" | "affiliate", name: string) => string;
  /** Pages of visitors. */
  sitePages?: Readonly<Record<string, string>>;
  /** Addresses for the posts of its forms on those and on the core's pages, and nothing else. */
  sitePosts?: Readonly<Record<string, string>>;
  /** The pages that search engines may list. */
  listed?: readonly SitePage[];
  /** Its entry in the site's menu: last in another entry's list, or after an entry. */
  inMenu?: NavLink & ({ under: `/${string}` } | { after: `/${string}` });
  /** Inline scripts of its pages, whose hashes are in every page's policy. */
  inlineScripts?: readonly string[];
  /** Its card on the home page. */
  onHome?: LinkCard;
  /** Help for visitors whom no firm takes: on the screen that tells them so, and on the page of where else to turn. */
  helps?: Readonly<Record<Language, EndLink>>;
  /**
   * Says why to a browser whose newest lead a survey's own last screen turns away, in the visitor's language; undefined where
   * it never does, so that no page asks.
   */
  turnsAway?: (
    services: Services,
  ) => ((sessionId: string, language: Language) => Promise<string | undefined>) | undefined;
  /** What it adds to what an opt-out's confirmation says of leads that others have already. */
  afterOptOut?: Readonly<Record<Language, string>>;
  /** Sentences that it adds to the first paragraph of an answer in the articles, by the question. */
  answers?: Readonly<Record<string, string>>;
  /** Its entry in the navigation of the charts' pages; these refer to it by the feature's name. */
  inCharts?: Link & {
    /** Its target from the pages of one chart, if different. */ of?: (code: string) => string;
  };
  /** Its entries in a survey's menu: the end of the address, and the name. */
  ofSurvey?: readonly {
    page: string;
    text: string;
    /** Whether links between such pages keep their filters. */
    keepsFilters?: true;
    /** The text of its link on a survey's card in the list of charts; without it there is none. */
    onCard?: string;
  }[];
  /** Another view of a survey's chart, which its card in the list of charts links to. */
  viewOfChart?: { page: string; text: string };
  /** The page on which a walk through a survey's chart can be examined. */
  walks?: Walks;
  /** What exists during development only, in no build. */
  whileDeveloping?: {
    graphPages: Readonly<Record<string, string>>;
    /** A survey's parameter, which redirects to another address. @param survey the address without it */
    parameter: string;
    leadsTo: (code: string, survey: string) => string;
  };
};

/** A feature's scripts on survey pages, for app/feature-scripts.ts: a first view has no room for more than its name. */
export type PageScripts = {
  /** Opens and closes the header's film as the chart has it. @param press is called when the visitor presses its control */
  driveFilm(open: boolean, press: () => void): void;
};

/** A feature's components on the core's own pages, from its folder's parts.tsx, for app/feature-parts.ts. */
export type PageParts = {
  /** Replaces `{to work out}` on a line of its own in the articles: in a state's guide for that state, else for any. */
  ToWorkOut?: ComponentType<{ state?: StateCode }>;
  /** In the header of a survey whose variant has this film. */
  Film?: ComponentType<{ film: string }>;
};

/** A card of one feature on the console's page of a lead, below its deliveries; of its folder's lead-card.tsx, by app/feature-leads.ts. */
export type LeadCard<Data = unknown> = {
  /** What it shows of a lead to this person; undefined: nothing. */
  load(services: Services, lead: Lead, viewer: Viewer): Promise<Data | undefined>;
  /** With headings of the second level. */
  Card(props: { data: Data }): ReactNode;
};

/**
 * Addresses of a feature that other programs call, with their handlers, from its folder, for app/feature-endpoints.ts.
 * They precede the guards against cross-site posts and floods, so each call must authenticate itself.
 */
export type Endpoints = Readonly<Record<`/${string}`, (services: Services) => MiddlewareHandler<ServerEnv>>>;

/**
 * A feature's card on the thank-you page, below the next steps, from its folder's thanks.tsx, for
 * app/feature-thanks.ts.
 */
export type ThanksCard<Data = unknown> = {
  /**
   * The card's data for this browser; undefined for no card. An error counts as undefined, since a store in trouble
   * must not take the thank-you page away.
   * @param query of the page's address
   */
  load(services: Services, sessionId: string | null, query: URLSearchParams): Promise<Data | undefined>;
  /** A section with `data-card`. @param page the page's path, which its forms name to come back */
  Card(props: { data: Data; language: Language; page: string }): ReactNode;
};
