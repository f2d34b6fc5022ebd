/** Page-level settings and experiments of a survey's path (spec 4.3; rulings 87, 113 and 157). */

const on = [true, false] as const;
const numbered = <Prefix extends string>(prefix: Prefix, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}` as `${Prefix}${number}`);

/** Each flag with its possible values; naming an on/off flag alone means the first of its pair. */
export const flagValues = {
  /** E-mail, phone and zip are asked on one last screen. */
  combinedLastStep: on,
  /** The phone number is verified by a code. */
  verifyPhone: on,
  /** The phone check's word on activity counts also on the paths that force it off (spec 5.6). */
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

export type PageFlags = {
  -readonly [name in keyof typeof flagValues]: (typeof flagValues)[name] extends typeof on
    ? boolean
    : Exclude<(typeof flagValues)[name][number], boolean>;
};

/** The defaults where neither the path nor the query sets a flag. */
export const defaultFlags: Readonly<PageFlags> = Object.fromEntries(
  Object.entries(flagValues).map(([name, [first]]) => [name, first === true ? false : first]),
) as PageFlags;

/**
 * Flags of a visit: the path's, overridden by the query's `flags=combinedLastStep,theme:v3`; what is not known is
 * ignored. Only the path says whether phone numbers are verified: each code costs money.
 */
export function pageFlags(flags: string | undefined, ofPath: Partial<PageFlags> = {}): PageFlags {
  const { verifyPhone = false } = ofPath;
  return { ...defaultFlags, ...ofPath, ...readFlags(flags ?? "").flags, verifyPhone };
}

/**
 * Reads `combinedLastStep,theme:v3`. An on/off flag is switched on by its name and off by `name:off`.
 * @returns also the parts that name no flag, or a value that it does not take
 */
export function readFlags(text: string): { flags: Partial<PageFlags>; unknown: string[] } {
  const parts = text.split(",").map((part) => part.trim());
  const read = parts.map((part) => [part, ...flagIn(part)] as const);
  return {
    flags: Object.fromEntries(
      read.flatMap(([, name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    unknown: read.flatMap(([part, , value]) => (value === undefined ? [part] : [])),
  };
}

/** A flag's value as an address has it, an on/off flag's being `on` and `off`. */
export function flagValue(value: string | boolean): string {
  return typeof value === "string" ? value : value ? "on" : "off";
}

function flagIn(part: string): [name: string, value: string | boolean | undefined] {
  const [name = "", value = "on"] = part.split(":");
  if (!Object.hasOwn(flagValues, name)) return [name, undefined];
  const allowed: readonly (string | boolean)[] = flagValues[name as keyof typeof flagValues];
  const read = allowed === on ? { on: true, off: false }[value] : value;
  return [name, read !== undefined && allowed.includes(read) ? read : undefined];
}
