import { variants } from "../../../machines/registry.ts";
import { stepNamed, steps } from "../../../machines/steps/index.ts";
import type { Language, Step, StepWording } from "../../../machines/steps/step.ts";
import { stepsOf } from "../../../machines/visit/outline.ts";
import { wordsOfStep } from "../../words/index.ts";
import { promisesIn, shownLanguages } from "../../words/languages.ts";
import type { Messages } from "../../words/messages.ts";
import type { OwnWords } from "../../words/own-words.ts";
import { hasSameMarks, marksIn, messagesWith, partsOfSite, replaced, textsOfPart } from "./parts.ts";

/**
 * Whose words: of a question in one language, in all surveys that ask it (`survey` is '') or in one of them. Or of what the
 * site says around its questions, by the name of a part (parts.ts) in place of a question's. With the name of a `set`, a
 * question's are not everybody's: an experiment's arm says them over those.
 */
export type Whose = { language: Language; step: string; survey: string; set?: string | undefined };

/** The words of a question that are other than shipped, by their place: `heading`, `options.yes`, `fields.email.label`. */
export type OwnTexts = Readonly<Record<string, string>>;

export type OwnQuestion = Whose & { texts: OwnTexts };

/** The part that a text has on the screen, as its sentences of faults call it. */
type Part = keyof typeof longest;

/** A text that can be another one. `text`: what is said without that, '' where nothing is. */
export type EditableText = {
  place: string;
  keys: readonly string[];
  part: Part;
  text: string;
  /** What it is called, where it is none of a question. */
  label?: string;
};

/**
 * The most characters of each part. On a screen of 360 pixels an answer of 50 takes two lines, as the longest shipped one
 * does, and one of 56 three; a button that sends is one line of 30.
 */
const longest = {
  heading: 120,
  "sub-heading": 300,
  answer: 50,
  button: 30,
  label: 100,
  hint: 200,
  sentence: 160,
  name: 60,
  link: 60,
  paragraph: 400,
  "text message": 120,
} as const;

/** A word of 28 letters is wider than an answer's button on a screen of 360 pixels, which breaks it in two. */
const longestWord = 24;

/** A question and the surveys that ask it in one language. `usual`: as most of them do. */
export type AskedQuestion = { name: string; usual: Step; surveys: readonly string[] };

const known = new Map<Language, ReadonlyMap<string, AskedQuestion>>();

/** The questions of all surveys that are in this language, by their names. */
export function askedIn(language: Language): ReadonlyMap<string, AskedQuestion> {
  const found = known.get(language);
  if (found) return found;
  const asked = new Map<string, AskedQuestion>();
  for (const { code, machine, language: its } of variants.values()) {
    if (its !== language) continue;
    for (const name of stepsOf(machine, (state) => stepNamed(state) !== undefined)) {
      const before = asked.get(name);
      const step = stepNamed(name, machine)!;
      const shared: Step = steps[name as keyof typeof steps];
      const usual = step === shared ? step : (before?.usual ?? step);
      asked.set(name, { name, usual, surveys: [...(before?.surveys ?? []), code] });
    }
  }
  known.set(language, asked);
  return asked;
}

/** The question as its shipped words are meant: of one survey, or as most ask it; undefined where none asks it. */
export function questionOf({ language, step, survey }: Whose): Step | undefined {
  const asked = askedIn(language).get(step);
  if (survey === "") return asked?.usual;
  return asked?.surveys.includes(survey) ? stepNamed(step, variants.get(survey)?.machine) : undefined;
}

/**
 * All texts of a question's words, in the order of the screen. What can be added is there too: a sub-heading, a hint.
 * @param words by default as they are shipped
 */
export function editableTexts(
  step: Step,
  language: Language,
  words: StepWording = wordsOfStep(step, language),
): EditableText[] {
  const texts: EditableText[] = [];
  const add = (part: Part, text: string | undefined, ...keys: string[]) =>
    texts.push({ place: keys.join("."), keys, part, text: text ?? "" });
  add("heading", words.heading, "heading");
  add("sub-heading", words.subHeading, "subHeading");
  for (const [value, label] of Object.entries(words.options ?? {})) add("answer", label, "options", value);
  for (const [name, title] of Object.entries(words.groups ?? {})) add("name", title, "groups", name);
  for (const [name, field] of Object.entries(words.fields ?? {})) {
    add("label", field.label, "fields", name, "label");
    add("hint", field.hint, "fields", name, "hint");
    if (field.missing) add("sentence", field.missing, "fields", name, "missing");
    if (field.called) add("name", field.called, "fields", name, "called");
    for (const [value, label] of Object.entries(field.options ?? {}))
      add("name", label, "fields", name, "options", value);
  }
  if (words.submit) add("button", words.submit, "submit");
  for (const [index, { label, text }] of (words.links ?? []).entries()) {
    add("link", label, "links", String(index + 1), "label");
    if (text) add("hint", text, "links", String(index + 1), "text");
  }
  return texts;
}

/** All texts of what can have other words, as they are shipped; undefined where there is no such thing. */
export function shippedTexts(whose: Whose): EditableText[] | undefined {
  const { language, step, survey, set } = whose;
  const part = survey === "" && set === undefined ? partsOfSite.get(step) : undefined;
  if (part) return textsOfPart(part, language).map((text) => ({ place: text.keys.join("."), ...text }));
  const question = questionOf(whose);
  return question && editableTexts(question, language);
}

/**
 * The words that surveys show with these over the shipped ones. A survey whose shipped words are its own keeps them where
 * a change is for all surveys: that changes a text which it does not have.
 */
export function ownWordsFrom(revision: number, questions: readonly OwnQuestion[]): OwnWords {
  const own = new Map(questions.map((each) => [keyOf(each), each.texts]));
  const around = new Map<Language, Messages>();
  const of: OwnWords["of"] = (survey, set) => (step, language) => {
    const words = wordsOfStep(step, language);
    const whose = { language, step: step.name };
    // What is said over everything else comes first.
    const layers = (set === undefined ? [undefined] : [set, undefined]).flatMap((name) => [
      { texts: own.get(keyOf({ ...whose, survey, set: name })), isForAll: false },
      { texts: own.get(keyOf({ ...whose, survey: "", set: name })), isForAll: true },
    ]);
    if (layers.every(({ texts }) => texts === undefined)) return words;
    const usual = questionOf({ ...whose, survey: "" }) ?? step;
    const meant = new Map(editableTexts(usual, language).map(({ place, text }) => [place, text]));
    return editableTexts(step, language).reduce((shown, { place, keys, text }) => {
      const isUsual = meant.get(place) === text;
      const said = layers.find(
        ({ texts, isForAll }) => texts?.[place] !== undefined && (isUsual || !isForAll),
      );
      return said ? (replaced(shown, keys, said.texts![place]!) as StepWording) : shown;
    }, words);
  };
  /** Whether a set's words of a question are others than without it, in one survey that may ask it. */
  const saysElse = ({ language, step, set }: OwnQuestion, survey: string) => {
    const asked = language === variants.get(survey)?.language && questionOf({ language, step, survey });
    if (!asked) return false;
    const [then, now] = [of(survey, set), of(survey)].map((words) => JSON.stringify(words(asked, language)));
    return then !== now;
  };
  const sets = (survey?: string) => {
    const said = questions.filter((each) => {
      const codes = survey === undefined ? [...variants.keys()] : [survey];
      return each.set !== undefined && codes.some((code) => saysElse(each, code));
    });
    return [...new Set(said.flatMap(({ set }) => set ?? []))];
  };
  const messages = (language: Language) => {
    const textOf = (step: string, place: string) => own.get(keyOf({ language, step, survey: "" }))?.[place];
    const known = around.get(language) ?? messagesWith(language, textOf);
    around.set(language, known);
    return known;
  };
  return { revision, of, sets, messages };
}

/** What a question says without words of its own: as it is shipped or, in one survey, with the words of all over that. */
export function textsUnder(whose: Whose, all: readonly OwnQuestion[]): EditableText[] {
  const others = all.filter((each) => keyOf(each) !== keyOf(whose));
  const step = questionOf(whose);
  if (!step) return shippedTexts(whose)!;
  const words = ownWordsFrom(0, others).of(whose.survey, whose.set);
  return editableTexts(step, whose.language, words(step, whose.language));
}

/**
 * All words that can be other ones, as they stand: of questions, of surveys that are shipped with words of their own, of sets
 * and of parts.
 */
export function everyWord(own: readonly OwnQuestion[]): OwnQuestion[] {
  const usual = shownLanguages().flatMap((language) =>
    [...askedIn(language).keys(), ...partsOfSite.keys()].map((step) => ({ language, step, survey: "" })),
  );
  const ofSurveys = usual.flatMap((whose) => {
    const said = JSON.stringify(textsUnder(whose, own));
    const surveys = askedIn(whose.language).get(whose.step)?.surveys ?? [];
    return surveys
      .map((survey) => ({ ...whose, survey }))
      .filter((one) => JSON.stringify(textsUnder(one, own)) !== said);
  });
  const known = new Map([...usual, ...ofSurveys, ...own].map((whose) => [keyOf(whose), whose]));
  return [...known.values()].map((whose) => {
    const texts = own.find((each) => keyOf(each) === keyOf(whose))?.texts ?? {};
    const said = textsUnder(whose, own).filter(
      ({ text, place }) => text !== "" || texts[place] !== undefined,
    );
    return {
      ...whose,
      texts: Object.fromEntries(said.map(({ place, text }) => [place, texts[place] ?? text])),
    };
  });
}

export const keyOf = ({ language, step, ...scope }: Whose) => `${language} ${step} ${scopeOf(scope)}`;

/** Where words are said, as the store has it and messages name it: '' in all surveys, `c`, `set crash`, `set crash c`. */
export const scopeOf = ({ survey, set }: Pick<Whose, "survey" | "set">) =>
  set === undefined ? survey : `set ${set} ${survey}`.trim();

export function scopeIn(text: string): Pick<Whose, "survey" | "set"> {
  const [, set, survey = ""] = /^set (\S+)(?: (\S+))?$/.exec(text) ?? [];
  return set === undefined ? { survey: text } : { survey, set };
}

/** A set is named in addresses, and as experiments and their arms are. */
export const isSetName = (text: string) => /^[a-z\d][a-z\d-]{0,31}$/.test(text);

/** What a text is on the screen: `Heading`, `Answer “yes”`, `email: label`. */
export function labelOf({ keys, label }: Pick<EditableText, "keys" | "label">): string {
  if (label !== undefined) return label;
  const [first = "", second = "", third = "", fourth = ""] = keys;
  const ofLinks = third === "label" ? "words" : "why it is for the visitor";
  switch (first) {
    case "heading":
      return "Heading";
    case "subHeading":
      return "Sub-heading";
    case "submit":
      return "Button";
    case "options":
      return `Answer “${second}”`;
    case "groups":
      return `Group “${second}”`;
    case "links":
      return `Link ${second}: ${ofLinks}`;
    default:
      return `Field ${second}: ${fourth === "" ? (fieldParts[third] ?? third) : `choice “${fourth}”`}`;
  }
}

const fieldParts: Readonly<Record<string, string>> = {
  label: "label",
  hint: "hint",
  missing: "error when it is empty",
  called: "its name in other errors",
};

/** What is wrong with another text in the place of a shipped one: "has 61 characters, …". Undefined: nothing. */
export function textFault({ part, text: shipped }: EditableText, text: string, language: Language) {
  if (text.trim() === "") return "is empty; leave it out to keep the words as they are shipped";
  if (text !== text.trim() || /\s\s/.test(text)) return "has spaces at an end, or two together";
  // Also what turns the direction of letters, or is not seen. A language that is written from the right is shipped with it.
  const unseen = text.match(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu) ?? [];
  if (unseen.some((each) => !shipped.includes(each)))
    return "has a line break or another character that is not seen";
  if (/<|&(?:#\w+|\w+);/.test(text)) return "has markup, which visitors would read as it is written";
  const [given, wanted] = [marksIn(text), marksIn(shipped)];
  const foreign = given.find((each) => !wanted.includes(each));
  if (foreign) return `has ${foreign}, for which the shipped words have nothing to put in`;
  const missing = wanted.find((each) => !given.includes(each));
  if (missing) return `lacks ${missing}, which the shipped words have there`;
  if (wanted.includes("[[") && given.join(" ") !== wanted.join(" "))
    return `is to have ${wanted.join(" ")} in this order, each once`;
  if (part === "text message" && !text.startsWith(wanted[0]!))
    return `has to begin with ${wanted[0]}, which phones offer to type from there`;
  if (part === "button" && /["“”«»]/.test(text))
    return "has quotation marks, and a consent quotes its button";
  const most = longest[part];
  const length = [...text].length;
  if (length > most) return `has ${length} characters, and ${articleOf(part)} has room for ${most}`;
  const word = text.split(/[\s-]/).find((each) => [...each].length > longestWord);
  if (word && /answer|button/.test(part))
    return `has a word of ${[...word].length} characters, and a phone’s line has room for ${longestWord}`;
  const promise = promisesIn(language).exec(text)?.[0];
  if (promise) return `says “${promise}”, which promises what nobody can`;
  return undefined;
}

const articleOf = (part: Part) => `${/^[aeiou]/.test(part) ? "an" : "a"} ${part}`;

/**
 * The texts that say the same as another answer to their question, or another one of their list, each with that one.
 * @param texts those that are other than shipped
 */
export function sameAnswers(
  editable: readonly EditableText[],
  texts: OwnTexts,
): [text: EditableText, other: EditableText][] {
  const isOneOf = ({ keys }: EditableText) => keys.at(-2) === "options" || /^\d+$/.test(keys.at(-1)!);
  const answers = editable.filter(isOneOf);
  const saidBy = ({ place, text }: EditableText) => (texts[place] ?? text).toLowerCase();
  const groupOf = ({ keys }: EditableText) => keys.slice(0, -1).join(".");
  return answers.flatMap((each): [EditableText, EditableText][] => {
    if (texts[each.place] === undefined) return [];
    const other = answers.find(
      (one) => one !== each && groupOf(one) === groupOf(each) && saidBy(one) === saidBy(each),
    );
    return other ? [[each, other]] : [];
  });
}

/** A question's words as a change would have them; undefined: as they are shipped. */
export type WordsChange = Whose & { before: OwnTexts | undefined; after: OwnTexts | undefined };

/** What has to change for these words to be all that is the owner's. */
export function changesBetween(now: readonly OwnQuestion[], next: readonly OwnQuestion[]): WordsChange[] {
  const [before, after] = [now, next].map((all) => new Map(all.map((each) => [keyOf(each), each])));
  return [...new Set([...before!.keys(), ...after!.keys()])].flatMap((key) => {
    const [was, is] = [before!.get(key), after!.get(key)];
    const { language, step, survey, set } = (is ?? was)!;
    const change = { language, step, survey, set, before: textsIn(was), after: textsIn(is) };
    return sameTexts(change.before, change.after) ? [] : [change];
  });
}

const textsIn = (question: OwnQuestion | undefined) =>
  question && Object.keys(question.texts).length > 0 ? question.texts : undefined;

export function sameTexts(one: OwnTexts = {}, other: OwnTexts = {}): boolean {
  const places = Object.keys(one);
  return places.length === Object.keys(other).length && places.every((place) => one[place] === other[place]);
}

/** These words with one question's others in their place. */
export function withQuestion(all: readonly OwnQuestion[], question: OwnQuestion): OwnQuestion[] {
  const others = all.filter((each) => keyOf(each) !== keyOf(question));
  return Object.keys(question.texts).length > 0 ? [...others, question] : others;
}

/** Where own words have no place on any screen, such as an answer that a later release has left out: `en AtFault: options.maybe`. */
export function lostPlaces(questions: readonly OwnQuestion[]): string[] {
  return questions.flatMap((own) => {
    const shown = shippedTexts(own)?.filter(({ place, text }) =>
      hasSameMarks(own.texts[place] ?? text, text),
    );
    const places = new Set(shown?.map(({ place }) => place));
    const lost = Object.keys(own.texts).filter((place) => !places.has(place));
    return lost.map((place) => `${keyOf(own).trim()}: ${place}`);
  });
}

const inEnglish = new Intl.DisplayNames("en-US", { type: "language" });
/** `Spanish` */
export const languageName = (language: Language) => inEnglish.of(language)!;
