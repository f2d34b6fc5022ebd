/** The pages that one feature brings. Their files stand in the feature's folder, app/features/<name>. */
export type PageFeature = {
  name: string;
  /** Pages of developers and analysts: addresses, with the files of their routes. */
  graphPages?: Readonly<Record<string, string>>;
  /** Pages of those who run the site. */
  consolePages?: Readonly<Record<string, string>>;
  /** Its entry in the navigation of the charts' pages; those whose page it is call it by the feature's name. */
  inCharts?: { href: string; text: string };
  /** The command that makes up visits of a survey, which pages of one without any point to. */
  makesVisits?: (code: string) => string;
};
