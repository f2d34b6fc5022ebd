type Link = { href: string; text: string };

/** The pages that one feature brings. Their files stand in the feature's folder, app/features/<name>. */
export type PageFeature = {
  name: string;
  /** Pages of developers and analysts: addresses, with the files of their routes. */
  graphPages?: Readonly<Record<string, string>>;
  /** Pages of those who run the site. */
  consolePages?: Readonly<Record<string, string>>;
  /** Its entry in the navigation of the charts' pages; those whose page it is call it by the feature's name. */
  inCharts?: Link & {
    /** Where it leads from the pages of one chart, if elsewhere. */ of?: (code: string) => string;
  };
  /** Its entry in the menu of a survey's pages: the end of the address, and the name. */
  ofSurvey?: { page: string; text: string };
  /** What else a survey's chart is shown as, which its card in the list of charts leads to as well. */
  viewOfChart?: { page: string; text: string };
  /** Where an analyst looks next at a survey that loses leads at a step. */
  atLeak?: (code: string) => Link;
  /** The command that makes up visits of a survey, which pages of one without any point to. */
  makesVisits?: (code: string) => string;
};
