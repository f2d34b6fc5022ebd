/** A commit to take a chart from, and its description. */
export type Revision = { id: string; words: string };

/** One side of a comparison: a chart as it is now, or as it was at a revision. */
export type Side = { code: string; revision: string };

/** Text that git accepts as a revision and no program reads as an option. */
const sound = /^\w[\w./~^-]{0,79}$/;

/** Reads a side from the URL: `before=v4nv&before.at=HEAD`. */
export function sideIn(params: URLSearchParams, name: "before" | "after", usual: string): Side {
  return { code: params.get(name) || usual, revision: params.get(`${name}.at`) ?? "" };
}

/** `v4nv@HEAD` */
export function nameOf({ code, revision }: Side): string {
  return revision === "" ? code : `${code}@${revision}`;
}

/** Why this side is invalid, in a sentence; empty if it is valid. @param codes of all current charts */
export function problemOf({ code, revision }: Side, codes: readonly string[]): string {
  if (revision === "") return codes.includes(code) ? "" : "There is no such chart.";
  return /^\w[\w-]*$/.test(code) && sound.test(revision) ? "" : "There is no such revision.";
}
