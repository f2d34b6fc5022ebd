/** A saved view as pages show it. */
export type ViewLink = {
  id: string;
  /** Short code of its survey. */
  variant: string;
  name: string;
  href: string;
  /** Which page it is of, and what its address asks, in words. */
  page: string;
  asks: string;
  /** Who saved it, and when. */
  saved: string;
};

/** In UTF-16 units. */
export const longestName = 80;
export const longestQuery = 2000;
