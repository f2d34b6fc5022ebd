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

/** Pages that go through the chart of a survey. `walk`: the query that tells one, as machines/model/setup.ts writes it. */
type Walks = {
  /** @param from what of a visit is opened there, in words: "step 3" */
  goOn: (code: string, walk: string, from: string) => Link;
  /** A file of the whole walk. */
  keep: (code: string, walk: string) => Link;
  /** The shortest walk over one transition of the chart, and what it is good to see. */
  over: (code: string, transition: string) => Link & { toSee: string };
};

/** The pages that one feature brings. Their files stand in the feature's folder, app/features/<name>. */
export type PageFeature = {
  name: string;
  /** Features that it does not work without: it may import from them, and a list that lacks one is refused. */
  needs?: readonly string[];
  /** What it brings to pages of features that it needs, by their names. What that may be, each says in a type of its own. */
  adds?: Readonly<Record<string, unknown>>;
  /** Pages of developers and analysts: addresses, with the files of their routes. */
  graphPages?: Readonly<Record<string, string>>;
  /** Addresses that such pages had before, with the file of the route that leads on from there. */
  formerPages?: { paths: readonly string[]; file: string };
  /** Pages of those who run the site. */
  consolePages?: Readonly<Record<string, string>>;
  /** Its entries in the menu of the console, each behind another one's where it says so; only those who may see its page have it. */
  inConsole?: readonly (Link & { after?: `/${string}`; sees: Role })[];
  /** Where the console's sign-in leads those who have lost what they sign in with, and the words before the link. */
  atSignIn?: Link & { words: string };
  /** Where the console says what was sold. */
  atSales?: string;
  /** Where the console has the terms of a receiver or an affiliate. */
  atTerms?: (party: "receiver" | "affiliate", name: string) => string;
  /** Pages of visitors. */
  sitePages?: Readonly<Record<string, string>>;
  /** Addresses that take the posts of its forms on those and on the core's pages, and nothing else. */
  sitePosts?: Readonly<Record<string, string>>;
  /** Those of its pages that search engines may list. */
  listed?: readonly SitePage[];
  /** Its entry in the site's menu: the last in the list of an entry, or behind one. */
  inMenu?: NavLink & ({ under: `/${string}` } | { after: `/${string}` });
  /** Scripts that its pages have in them, whose hashes the policy of all pages names. */
  inlineScripts?: readonly string[];
  /** Its card among the pages to read, on the home page. */
  onHome?: LinkCard;
  /** Where it leads those on whom no firm takes: on the screen that tells them so, and on the page of where else to turn. */
  helps?: Readonly<Record<"en" | "es", EndLink>>;
  /** What it adds to what an opt-out's confirmation says of leads that others have already. */
  afterOptOut?: Readonly<Record<Language, string>>;
  /** Sentences that it adds to the first paragraph of an answer in the articles, by the question. */
  answers?: Readonly<Record<string, string>>;
  /** Its entry in the navigation of the charts' pages; those whose page it is call it by the feature's name. */
  inCharts?: Link & {
    /** Where it leads from the pages of one chart, if elsewhere. */ of?: (code: string) => string;
  };
  /** Its entries in the menu of a survey's pages: the end of the address, and the name. */
  ofSurvey?: readonly {
    page: string;
    text: string;
    /** Whether links between such pages keep their filters. */
    keepsFilters?: true;
    /** What its link on the survey's card in the list of charts says; without it there is none. */
    onCard?: string;
  }[];
  /** What else a survey's chart is shown as, which its card in the list of charts leads to as well. */
  viewOfChart?: { page: string; text: string };
  /** Where walks through a survey's chart can be looked into. */
  walks?: Walks;
  /** What is there while developing only: in no build. */
  whileDeveloping?: {
    graphPages: Readonly<Record<string, string>>;
    /** Of a survey's address, which then leads elsewhere. @param survey the address without it */
    parameter: string;
    leadsTo: (code: string, survey: string) => string;
  };
};

/** What one feature does in the browser on a survey's pages, by app/feature-scripts.ts: a first view has no room for more than its name. */
export type PageScripts = {
  /** Opens and closes the header's film as the chart has it. @param press is called when the visitor presses its control */
  driveFilm(open: boolean, press: () => void): void;
};

/** What one feature shows on the core's own pages; of its folder's parts.tsx, by app/feature-parts.ts. */
export type PageParts = {
  /** Stands for `{to work out}` on a line of its own in the articles: in a guide to a state for that state, else for any. */
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
 * Addresses of one feature that programs of others call, each by what answers there; of its folder, by app/feature-endpoints.ts.
 * They stand before the guards against posts from other pages and against floods, so each call must show by itself whose it is.
 */
export type Endpoints = Readonly<Record<`/${string}`, (services: Services) => MiddlewareHandler<ServerEnv>>>;

/** A card of one feature on the page of thanks, below what comes next; of its folder's thanks.tsx, by app/feature-thanks.ts. */
export type ThanksCard<Data = unknown> = {
  /**
   * What it shows this browser; undefined: nothing. What it throws counts as that, for a store in trouble must not take the
   * thanks away. @param query of the page's address
   */
  load(services: Services, sessionId: string | null, query: URLSearchParams): Promise<Data | undefined>;
  /** A section with `data-card`. @param page the page's path, which its forms name to come back */
  Card(props: { data: Data; language: Language; page: string }): ReactNode;
};
