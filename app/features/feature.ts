import type { ComponentType, ReactNode } from "react";
import type { StateCode } from "../../machines/site/filing-deadlines.ts";
import type { EndLink, Language } from "../../machines/steps/step.ts";
import type { Services } from "../../services/index.ts";
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
  /** Features that it does not work without: a list that lacks one of them is refused. */
  needs?: readonly string[];
  /** Pages of developers and analysts: addresses, with the files of their routes. */
  graphPages?: Readonly<Record<string, string>>;
  /** Pages of those who run the site. */
  consolePages?: Readonly<Record<string, string>>;
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
  /** Sentences that it adds to the first paragraph of an answer in the articles, by the question. */
  answers?: Readonly<Record<string, string>>;
  /** Its entry in the navigation of the charts' pages; those whose page it is call it by the feature's name. */
  inCharts?: Link & {
    /** Where it leads from the pages of one chart, if elsewhere. */ of?: (code: string) => string;
  };
  /** Its entry in the menu of a survey's pages: the end of the address, and the name. `onCard`: what its link on the survey's card says. */
  ofSurvey?: { page: string; text: string; onCard?: string };
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
  /** Where an analyst looks next at a survey that loses leads at a step. */
  atLeak?: (code: string) => Link;
  /** The command that makes up visits of a survey, which pages of one without any point to. */
  makesVisits?: (code: string) => string;
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
