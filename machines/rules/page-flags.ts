/** Page-level settings and experiments of a survey's path (specification 4.3; decisions 87 and 113, section 7). */

const on = [true, false] as const;
const numbered = <Prefix extends string>(prefix: Prefix, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}` as `${Prefix}${number}`);

/** Each flag with the values it takes; the first of an on/off pair is what naming the flag alone means. */
export const flagValues = {
  /** E-mail, phone and zip are asked on one last screen. */
  combinedLastStep: on,
  /** The phone number is verified by a code. */
  verifyPhone: on,
  /** The phone check's word on activity counts also on the paths that force it off (5.6). */
  overrideForcedActivity: on,
  /** Steps advance without scrolling. */
  disableScroll: on,
  firstQuestionHeader: on,
  findMeALawyer: on,
  matchWithLawyer: on,
  roundedButtons: on,
  noPercentSign: on,
  noPrivacyGuarantee: on,
  socialProof: on,
  accidentTimeframe: on,
  compensation: ["text", "dollars"],
  nameAndEmailCta: ["none", "v1", "v2"],
  progressBar: ["default", "v1"],
  logo: ["default", ...numbered("v", 5)],
  theme: ["default", ...numbered("v", 12)],
  fontWeight: ["default", "500", "600"],
} as const;

/** All flags of one page. */
export type PageFlags = {
  -readonly [name in keyof typeof flagValues]: (typeof flagValues)[name] extends typeof on
    ? boolean
    : Exclude<(typeof flagValues)[name][number], boolean>;
};

/** What holds where neither the path nor the query says otherwise. */
export const defaultFlags: Readonly<PageFlags> = Object.fromEntries(
  Object.entries(flagValues).map(([name, [first]]) => [name, first === true ? false : first]),
) as PageFlags;

/**
 * Flags of a visit: the path's, overridden by the query's `flags=combinedLastStep,theme:v3`. An on/off
 * flag is switched on by its name and off by `name:off`; what is not known is ignored.
 */
export function pageFlags(flags: string | undefined, ofPath: Partial<PageFlags> = {}): PageFlags {
  const asked = (flags ?? "").split(",").map((part) => part.trim().split(":"));
  const known = asked.flatMap(([name = "", value = "on"]) => {
    const read = readFlag(name, value);
    return read === undefined ? [] : [[name, read] as const];
  });
  return { ...defaultFlags, ...ofPath, ...Object.fromEntries(known) };
}

function readFlag(name: string, value: string): string | boolean | undefined {
  if (!Object.hasOwn(flagValues, name)) return undefined;
  const allowed: readonly (string | boolean)[] = flagValues[name as keyof typeof flagValues];
  const read = allowed === on ? { on: true, off: false }[value] : value;
  return read !== undefined && allowed.includes(read) ? read : undefined;
}
