/** What the check depends on besides the name. */
export type NameRules = {
  /** Offer id of the visit. */
  oid: string;
  /** Configured; none by default (ruling 125). */
  reservedSurnames: readonly string[];
};

const SHORTEST_TOKEN = 2;
const SKIPPED_OFFERS = new Set(["516", "180", "330"]);
const TITLES_AND_SUFFIXES = (
  "dr dra mr mrs ms miss mx prof rev hon sir madam capt sgt sr sra srta st " +
  "jr ii iii iv phd md do dds dvm esq jd rn cpa mba lic ing"
).split(" ");
/** Any of them as a separate word, with dots or without: Ph.D. */
const TITLE_OR_SUFFIX = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${TITLES_AND_SUFFIXES.map((each) => [...each].join("\\.?")).join("|")})(?![\\p{L}\\p{N}])`,
  "gu",
);
// Letters that decomposition leaves whole count as the vowels they are read as.
const NO_VOWEL = /^[^aeiouyæœøı]*$/;
const THREE_ALIKE = /(\p{L})\1\1/u;
const FIVE_CONSONANTS = /[^\P{L}aeiouyæœøı]{5}/u;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{N}]/u;

/**
 * True when a first or last name looks typed at random (spec 5.5; rulings 119 and 123 to 125). It only sets a flag.
 * Names in other scripts are not judged: the rule knows Latin vowels only.
 */
export function isGibberishName(name: string, { oid, reservedSurnames }: NameRules): boolean {
  if (SKIPPED_OFFERS.has(oid)) return false;
  const plain = fold(name);
  if (reservedSurnames.some((surname) => fold(surname) === plain)) return true;
  return nameTokens(plain).some(isBadToken);
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .trim();
}

/**
 * In the order of the specification: titles and suffixes are dropped, punctuation divides, single letters are dropped.
 */
function nameTokens(plain: string): string[] {
  const tokens = plain.replace(TITLE_OR_SUFFIX, " ").split(/[^\p{L}\p{N}]+/u);
  return tokens.filter((token) => token !== "" && !/^\p{L}$/u.test(token));
}

function isBadToken(token: string): boolean {
  if (OTHER_SCRIPT.test(token)) return false;
  if ([...token].length < SHORTEST_TOKEN) return true;
  return NO_VOWEL.test(token) || THREE_ALIKE.test(token) || FIVE_CONSONANTS.test(token);
}
