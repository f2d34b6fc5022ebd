/**
 * Finds what identifies a person in a text that somebody else wrote, in any spelling. Everything is folded once, and
 * all of it is bounded: no pair of texts costs more than some milliseconds.
 */
import { isPersonal } from "../../machines/context/personal.ts";

/** In UTF-16 units: of a text and of each value, before and after folding; of all values; of all folded words. */
const [longest, longestPerson, longestFolded] = [2_000, 10_000, 6_000];
/** A record with more personal fields cannot be compared. */
const mostValues = 500;

/** The known values of a person, folded once. */
export type Person = {
  /** The values as they were given, the longest first. */
  values: readonly string[];
  /** Words of three letters and more that identify by themselves. */
  words: ReadonlySet<string>;
  /** Parts that identify within other letters, too. */
  parts: readonly string[];
  /** Each value without separators between its words, on a line of its own. */
  runs: string;
  /** Ends of telephone numbers, seven digits each. */
  numbers: readonly string[];
  /** False where there is too much of it to compare. */
  isWhole: boolean;
};

/** The person of a record, about whom a receiver that has it may write anything. */
export function personIn(record: Record<string, unknown>): Person {
  const given = Object.entries(record)
    .filter(([name]) => isPersonal(name))
    .map(([, value]) => value)
    .filter((value): value is string => typeof value === "string" && value.length > 1);
  const values = [...new Set(given)].sort((one, other) => other.length - one.length);
  const folds = foldsOf(values);
  // A name is a few words; of a story only long ones tell something, where they are within another.
  const parts = folds.flatMap((words) => words.filter((each) => each.length >= (words.length <= 3 ? 4 : 8)));
  return {
    values,
    words: new Set(folds.flat().filter((word) => word.length > 2)),
    parts: [...new Set(parts)],
    runs: folds.map((words) => words.join("")).join("\n"),
    numbers: values.flatMap(numberIn),
    isWhole: values.length <= mostValues,
  };
}

/** By which fields an id would name somebody; all others are in ids by chance, or are a link's own labels. */
const ofName = ["first_name", "last_name", "firstName", "lastName", "email", "zip_code"];
const ofStory = ["case_description", "raw_case_description", "message"];

/** The person of a record as an id could name them: by name, mailbox, number, zip or a piece of their story. */
export function bearerIn(record: Record<string, unknown>): Person {
  const textsOf = (names: readonly string[]) =>
    names.flatMap((name) => (typeof record[name] === "string" ? record[name].split("@")[0]! : []));
  const names = foldsOf(textsOf(ofName));
  const stories = foldsOf(textsOf(ofStory));
  const [first = "", last = ""] = textsOf(
    ["first_name", "firstName", "last_name", "lastName"].filter((name) => record[name]),
  ).map((text) => folded(text).replaceAll(" ", ""));
  const whole = [...names.map((words) => words.join("")), first + last, last + first];
  const long = [...names.flat(), ...whole].filter((each) => each.length >= 5);
  return {
    values: [],
    words: new Set([...names.flat(), ...whole].filter((word) => word.length > 2)),
    parts: [...new Set([...long, ...stories.flat().filter((each) => each.length >= 8)])],
    runs: stories.map((words) => words.join("")).join("\n"),
    numbers: textsOf(["phone"]).flatMap(numberIn),
    isWhole: true,
  };
}

/** The words of each value, the shortest first: names and numbers are not cut off by a story. */
function foldsOf(values: readonly string[]): string[][] {
  let left = longestPerson;
  const folds: string[][] = [];
  for (const value of [...values].slice(-mostValues).sort((one, other) => one.length - other.length)) {
    const text = folded(value).slice(0, left);
    left -= text.length;
    if (text !== "") folds.push(text.split(" "));
  }
  return folds;
}

function numberIn(value: string): string[] {
  if (value.length > 40 || !/^[\s\d().+-]+$/.test(value)) return [];
  const digits = value.replace(/\D/g, "");
  return digits.length >= 7 && digits.length <= 15 ? [digits.slice(-7)] : [];
}

/** Letters and digits alone, small and without accents, with one space for whatever is between them. */
function folded(text: string): string {
  return text
    .slice(0, longest)
    .normalize("NFKD")
    .slice(0, longest)
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * A text in one line, without what may identify the person: in any case and accents, joined to others, in base64, hex
 * and the codes of JSON, addresses and HTML, as an e-mail address or a number in any punctuation, or spelled letter by
 * letter.
 * @param secrets that were sent and must not be kept
 * @param sent all that was sent, of which no word of twelve letters and more is kept
 */
export function hidden(
  text: string,
  person: Person,
  { secrets = [], sent = "" }: { secrets?: readonly string[]; sent?: string } = {},
): string {
  if (!person.isWhole) return "…";
  // The line is cut before any pattern is applied, because a pattern's time may grow with the square of the text.
  let line = decoded(text);
  for (const value of [...person.values, ...secrets])
    if (value.length <= line.length) line = line.replaceAll(value, "…");
  line = line
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, "…@…")
    .replace(/(?<![\p{L}\p{N}])[+(]{0,2}\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){8,}(?![\p{L}\p{N}])/gu, "…")
    .replace(
      /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[^\p{L}\p{N}]{1,2}[\p{L}\p{N}](?![\p{L}\p{N}])){2,}/gu,
      (letters) => letters.replace(/[^\p{L}\p{N}]/gu, ""),
    );
  const tells = judge(line.match(word) ?? [], person, sent);
  return (
    line
      .replace(word, (each) => (tells(each) ? "…" : each))
      // What is left of one within letters, which had to be whole to be read as hex.
      .replace(/[+(]{0,2}\p{Nd}(?:[^\p{L}\p{N}]{0,3}\p{Nd}){8,}/gu, "…")
      .replace(/\s+/g, " ")
      .trim()
  );
}

const word = /[\p{L}\p{N}\p{M}_+/=-]+/gu;

/** A text without the codes by which JSON, addresses and HTML may write any letter, and without letters that nobody sees. */
function decoded(text: string): string {
  let read = text.slice(0, longest);
  for (let times = 0; times < 3; times++) {
    const before = read;
    read = read
      .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/&#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));?/g, (_, hex?: string, decimal?: string) => {
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "…";
      })
      .replace(/(?:%[0-9a-fA-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll("%", ""), "hex").toString());
    if (read === before) break;
  }
  return read.replace(/\p{Cf}/gu, "");
}

/** The words that identify a person. Words for which there is no time count as identifying. */
function judge(words: readonly string[], person: Person, sent: string): (word: string) => boolean {
  const spelled = new Map<string, string[]>();
  let length = 0;
  for (const each of words) {
    if (spelled.has(each) || length > longestFolded) continue;
    const all = spellingsOf(each);
    length += all.reduce((sum, { length }) => sum + length + 1, 0);
    spelled.set(each, all);
  }
  const all = [...spelled.values()].flat().join("\n");
  const near = { ...person, parts: person.parts.filter((part) => all.includes(part)) };
  const telling = new Map(
    [...spelled].map(([each, spellings]) => [
      each,
      (each.length >= 12 && sent.includes(each)) || spellings.some((letters) => isOf(letters, near)),
    ]),
  );
  return (each) => telling.get(each) ?? true;
}

/** A word folded, and what it says where it is base64 or hex. */
function spellingsOf(text: string): string[] {
  const plain = folded(text);
  const parted = plain.split(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})| /u);
  const found = plain === "" ? [] : [plain, plain.replaceAll(" ", ""), ...parted];
  for (const code of codesIn(text))
    found.push(
      ...folded(code)
        .split(" ")
        .filter(({ length }) => length >= 4),
    );
  return [...new Set(found)];
}

function codesIn(text: string): string[] {
  if (text.length < 8) return [];
  return [
    ...(/^[\w+/-]+=*$/.test(text) ? [Buffer.from(text, "base64").toString()] : []),
    ...(/^(?:[0-9a-f]{2})+$/i.test(text) ? [Buffer.from(text, "hex").toString()] : []),
  ];
}

/** Whether letters are a word of a person, contain one, or are a piece of what they said that spans words. */
function isOf(letters: string, { words, parts, runs, numbers }: Person): boolean {
  return (
    words.has(letters) ||
    (letters.length >= 10 && runs.includes(letters)) ||
    parts.some((part) => letters.includes(part)) ||
    numbers.some((number) => letters.includes(number))
  );
}

/** The form of another company's id. */
const idForm = /^[\w.~:+/=|-]+$/;
const numberForm = /^\+?1?[.-]?\d{3}[.-]\d{3}[.-]\d{4}$/;

/**
 * Whether a text is an id that identifies nobody, and can be kept as it is: by its form, and because it contains
 * nothing of the person in any spelling.
 * @param most its longest, at most 2,000
 */
export function isId(text: string, bearer: Person, most: number): boolean {
  if (text.length > most || !idForm.test(text) || numberForm.test(text)) return false;
  const plain = decoded(text);
  const codes = [plain, ...plain.split(/[^\w+/=-]+/)].flatMap(codesIn);
  if (codes.some((code) => /[^\s@]+@[^\s@]+\.\w/.test(code))) return false;
  return ![plain, ...codes].some((each) => tellsOf(each, bearer));
}

function tellsOf(text: string, bearer: Person): boolean {
  const parted = text.slice(0, longest).replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  const digits = text.replace(/\D/g, "");
  const letters = folded(text).replaceAll(" ", "");
  return (
    bearer.numbers.some((number) => digits.includes(number)) ||
    (letters.length >= 10 && bearer.runs.includes(letters)) ||
    bearer.parts.some((part) => letters.includes(part)) ||
    folded(parted)
      .split(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})| /u)
      .some((each) => bearer.words.has(each))
  );
}

/**
 * What somebody wrote about a person, without that person's name, mailbox, number and zip code; everything else stays.
 */
export function withoutNames(text: string, record: Record<string, unknown>): string {
  const names = Object.entries(record).filter(([name]) => !ofStory.includes(name));
  return hidden(text, bearerIn(Object.fromEntries(names)));
}
