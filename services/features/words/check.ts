import { Document } from "yaml";
import type { Language } from "../../../machines/steps/step.ts";
import { languageNamed, shownLanguages } from "../../words/languages.ts";
import { closest, didYouMean } from "../../yaml/closest.ts";
import { type Fault, faultText, type Part, type Path, yamlIn } from "../../yaml/yaml-file.ts";
import {
  askedIn,
  type EditableText,
  isSetName,
  keyOf,
  labelOf,
  type OwnQuestion,
  type OwnTexts,
  sameAnswers,
  shippedTexts,
  textFault,
  textsUnder,
  type Whose,
} from "./own-words.ts";
import { partsOfSite } from "./parts.ts";

/** What may stand below a key of the file: a text, or further keys. */
type Keys = Map<string, EditableText | Keys>;

function keysOf(editable: readonly EditableText[]): Keys {
  const all: Keys = new Map();
  for (const text of editable) {
    let at = all;
    for (const key of text.keys.slice(0, -1)) {
      const inner = at.get(key) ?? new Map();
      at.set(key, inner);
      at = inner as Keys;
    }
    at.set(text.keys.at(-1)!, text);
  }
  return all;
}

/** What can have other words: questions, and parts of what is said around them. */
const namesIn = (language: Language) => [...askedIn(language).keys(), ...partsOfSite.keys()];

/** The keys below which a file has a question's words in single surveys, and those of sets. */
const [bySurvey, bySet] = ["surveys", "sets"] as const;

/** Reads the owner's words as a file has them: by language, question and place. With any fault it gives none. */
export function readWords(text: string, path: string): { questions: OwnQuestion[] } | { faults: string[] } {
  const file = yamlIn(text, path);
  if ("faults" in file) return file;
  const part: Part = { path, name: "", given: file.document.toJS(), place: file.place };
  const faults: Fault[] = [];
  const questions: OwnQuestion[] = [];
  const below = (given: unknown, where: Path, what: string): [string, unknown][] => {
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return Object.entries(given);
    faults.push({ where, text: `must have ${what} below it` });
    return [];
  };
  const unknown = (where: Path, text: string, known: Iterable<string>) => {
    faults.push({ where, text, meant: closest(String(where.at(-1)), [...known]) });
  };

  /** A question's texts in all surveys or in one, with what is wrong in them. */
  const readQuestion = (given: readonly [string, unknown][], whose: Whose, where: Path) => {
    const editable = textsUnder(whose, questions);
    const texts: Record<string, string> = {};
    const read = (entries: readonly [string, unknown][], keys: Keys, at: Path) => {
      for (const [key, value] of entries) {
        const [here, known] = [[...at, key], keys.get(key)];
        if (!known) unknown(here, "is not known here", keys.keys());
        else if (known instanceof Map) read(below(value, here, "texts"), known, here);
        else if (typeof value !== "string" && value !== null)
          faults.push({ where: here, text: "must be a text, in quotes if need be" });
        else {
          const fault = value !== known.text && textFault(known, value ?? "", whose.language);
          if (fault) faults.push({ where: here, text: fault });
          else if (value !== known.text) texts[known.place] = value!;
        }
      }
    };
    read(given, keysOf(editable), where);
    for (const [{ keys }, other] of sameAnswers(editable, texts))
      faults.push({ where: [...where, ...keys], text: `says the same as ${other.place}` });
    if (Object.keys(texts).length > 0) questions.push({ ...whose, texts });
  };

  /** The same with what single surveys say otherwise. @param besides keys that are no texts */
  const readScope = (
    entries: readonly [string, unknown][],
    whose: Whose,
    where: Path,
    surveys: readonly string[],
    ...besides: string[]
  ) => {
    const texts = entries.filter(([key]) => key !== bySurvey && !besides.includes(key));
    readQuestion(texts, whose, where);
    const own = entries.find(([key]) => key === bySurvey);
    for (const [survey, given] of own ? below(own[1], [...where, bySurvey], "codes of surveys") : []) {
      const at = [...where, bySurvey, survey];
      if (surveys.includes(survey)) readQuestion(below(given, at, "texts"), { ...whose, survey }, at);
      else unknown(at, "is no survey that asks this in this language", surveys);
    }
  };

  // An empty file has none.
  const given = part.given === null || part.given === undefined ? {} : part.given;
  for (const [language, ofLanguage] of below(given, [], "languages")) {
    if (!languageNamed(language)) {
      const known = shownLanguages();
      unknown([language], `is no language of the surveys: ${known.join(", ")}`, known);
      continue;
    }
    const asked = askedIn(language);
    for (const [step, ofStep] of below(ofLanguage, [language], "questions")) {
      const where = [language, step];
      const question = asked.get(step);
      if (!question && !partsOfSite.has(step)) {
        unknown(where, "is a question of no survey in this language", namesIn(language));
        continue;
      }
      const entries = below(ofStep, where, "texts");
      if (!question) {
        readQuestion(entries, { language, step, survey: "" }, where);
        continue;
      }
      const whose = { language, step, survey: "" };
      readScope(entries, whose, where, question.surveys, bySet);
      const own = entries.find(([key]) => key === bySet);
      for (const [set, ofSet] of own ? below(own[1], [...where, bySet], "names of sets") : []) {
        const at = [...where, bySet, set];
        if (isSetName(set)) readScope(below(ofSet, at, "texts"), { ...whose, set }, at, question.surveys);
        else faults.push({ where: at, text: setNameFault });
      }
    }
  }
  return faults.length > 0 ? { faults: faults.map((fault) => faultText(part, fault)) } : { questions };
}

/** What a set's name must be. */
export const setNameFault = "must be small letters, digits and hyphens, 32 at most";

/** The file that says these words; '' for none. */
export function wordsYaml(questions: readonly OwnQuestion[]): string {
  if (questions.length === 0) return "";
  const document = new Document({});
  const ordered = [...questions].sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  for (const { texts, ...whose } of ordered) {
    const { language, step, survey, set } = whose;
    const scope = [...(set === undefined ? [] : [bySet, set]), ...(survey === "" ? [] : [bySurvey, survey])];
    for (const { place, keys } of shippedTexts(whose) ?? []) {
      const text = texts[place];
      if (text !== undefined) document.setIn([language, step, ...scope, ...keys], text);
    }
  }
  return document.toString({ lineWidth: 0 });
}

/**
 * A question's words as a form has them, by their places: a text that is said anyway, one that is missing in the form, and
 * one that is left empty where nothing is said, is no change.
 * @param all words of the owner that are in force
 */
export function readTyped(
  whose: Whose,
  typed: Readonly<Record<string, string | undefined>>,
  all: readonly OwnQuestion[],
): { texts: OwnTexts } | { faults: Record<string, string> } {
  const editable = textsUnder(whose, all);
  const texts: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const each of editable) {
    // What a browser sends for a line break, and a hand for an end.
    const given = typed[each.place]?.trim();
    if (given === undefined || given === each.text) continue;
    const fault = textFault(each, given, whose.language);
    if (given === "") faults[each.place] = `Write something here. Otherwise it says: ${each.text}`;
    else if (fault) faults[each.place] = `It ${fault}.`;
    else texts[each.place] = given;
  }
  for (const [{ place }, other] of sameAnswers(editable, texts))
    faults[place] = `It says the same as ${labelOf(other)}.`;
  return Object.keys(faults).length > 0 ? { faults } : { texts };
}

/** A question, or a part, that an address or a person names; undefined where no survey asks it so, with the nearest name. */
export function whoseNamed(
  language: string,
  step: string,
  { survey, set }: Pick<Whose, "survey" | "set">,
): Whose | { fault: string } {
  if (!languageNamed(language)) return { fault: "There is no such language." };
  if (set !== undefined && !isSetName(set)) return { fault: `A set’s name ${setNameFault}.` };
  const whose: Whose = { language, step, survey, set };
  return shippedTexts(whose)
    ? whose
    : { fault: `No survey asks ${step} so${didYouMean(closest(step, namesIn(language)))}` };
}
