/** Sub ids of an affiliate's link that may tell its campaigns, ad sets and ads apart, as a lead's record names them. */
const recordNames = { sub1: "sub_id", sub2: "sub_id2", sub3: "sub_id3", sub4: "sub_id4" } as const;
export type SubId = keyof typeof recordNames;
export const subIds = Object.keys(recordNames) as SubId[];

/** The sub ids that name a visit's campaign, ad set and ad, the widest first; one of them at least. */
export type SourceLevels = readonly SubId[];
export const usualLevels: SourceLevels = ["sub1"];

/**
 * Where a visit came from behind its affiliate: up to three ids such as `spring/florida/video-2`, of which the last may be
 * missing. An owner without levels has the one sub id, as before.
 * @param tracking a lead's record, or what its link said
 * @param kept an id as it may be written down
 */
export function sourcePath(
  tracking: Readonly<Record<string, unknown>>,
  levels: SourceLevels,
  kept: (id: string) => string,
): string {
  const parts = levels.map((level) => kept(String(tracking[recordNames[level]] ?? "")));
  return parts.join("/").replace(/\/+$/, "");
}

/** The campaign (1) or the ad set (2) of a path; the path itself where it is no longer. */
export const outerPath = (path: string, depth: number): string =>
  path.split("/").slice(0, depth).join("/").replace(/\/+$/, "");

/** Whether a source is another one or a part of it; every source is one of "", all of an affiliate. */
export const isWithin = (path: string, outer: string): boolean =>
  outer === "" || path === outer || path.startsWith(`${outer}/`);
