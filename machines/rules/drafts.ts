/** The languages that are shown although nobody has reviewed them: none, unless a site's settings name some. */
export const draftsShown = new Set<string>();
