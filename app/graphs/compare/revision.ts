/** A commit that a chart can be taken from; `words` tell it from others. */
export type Revision = { id: string; words: string };

/** One side of a comparison: a chart as it is now, or as it was at a revision. */
export type Side = { code: string; revision: string };

/** What git takes as a revision and no program as an option. */
const sound = /^\w[\w./~^-]{0,79}$/;

/** A side as an address names it: `before=v4nv&before.at=HEAD`. */
export function sideIn(params: URLSearchParams, name: "before" | "after", usual: string): Side {
  return { code: params.get(name) || usual, revision: params.get(`${name}.at`) ?? "" };
}

/** `v4nv@HEAD` */
export function nameOf({ code, revision }: Side): string {
  return revision === "" ? code : `${code}@${revision}`;
}

/** Why this can be no side, in a sentence; empty where it can be one. @param codes of all charts as they are now */
export function problemOf({ code, revision }: Side, codes: readonly string[]): string {
  if (revision === "") return codes.includes(code) ? "" : "There is no such chart.";
  return /^\w[\w-]*$/.test(code) && sound.test(revision) ? "" : "There is no such revision.";
}
