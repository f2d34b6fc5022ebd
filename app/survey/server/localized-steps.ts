import { buyersSlot, inOneText } from "../../../machines/messages/buyers-slot.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import type { AnswerField, Answers } from "../../../machines/rules/answers.ts";
import type { PageFlags } from "../../../machines/rules/page-flags.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { EndLink, FieldWording, Language, Option, Step } from "../../../machines/steps/step.ts";
import type { Variant } from "../../../machines/variant.ts";
import { stepsOf } from "../../../machines/visit/outline.ts";
import { remembering } from "../../../services/observe/remembering.ts";
import { inLanguage, languageFacts, languageOf, reviewed } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { noOwnWords, type OwnWords } from "../../../services/words/own-words.ts";
import { type ConsentParties, stepConsent } from "../../../services/words/survey-consent.ts";
import { pageFeatures } from "../../features.ts";
import type { LocalizedStep, SurveyPageData, WordedOption } from "../screen/page-data.ts";

/** A survey's words as all who see the same flags get them; nobody may change them. */
type Words = Pick<SurveyPageData, "steps" | "nextSteps"> & {
  /** The texts of its consents, with slots for firms. */
  consents: readonly { step: string; worded: string }[];
};

/** As many as pages are kept, 20 KB each: an address may have any mix of flags. */
const remember = remembering<Words>(200);
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/** The same number for the same survey, or the same words, as long as this process runs. */
function numberOf(one: object): number {
  const number = numbers.get(one) ?? ++lastNumber;
  numbers.set(one, number);
  return number;
}

/**
 * All words of a survey's page, put together once: they are most of its data, and the same objects for all who see the same.
 * @param page `firstCall`: what a consent's question says of it; `set`: the set of words of the visitor's arm
 */
export function wordsOf(
  variant: Variant,
  { siteName, phone }: ConsentParties,
  page: Page & { firstCall?: string; set?: string },
  ownWords: OwnWords = noOwnWords,
): Words {
  const of = [numberOf(variant), numberOf(ownWords)];
  const { language, topic, firstCall, set } = page;
  return remember(JSON.stringify([of, siteName, phone.display, page]), () => {
    const plain = localizedSteps(variant, language, { siteName, phone }, ownWords, set);
    const consents = Object.values(plain).flatMap(({ name, consent }) =>
      consent ? [{ step: name, worded: inOneText(consent) }] : [],
    );
    for (const { step } of firstCall ? consents : []) {
      const asked = plain[step]!;
      asked.subHeading = said([asked.subHeading, firstCall]);
    }
    const { pages, consent } = ownWords.messages(language);
    const { title, [topic]: usual } = pages.nextSteps;
    // Where a consent names firms, the panel beside it differs.
    const named = { ...pages.nextSteps.named, naming: consent.naming };
    const namesFirms = consents.some(({ worded }) => worded.includes(buyersSlot));
    return {
      steps: flaggedSteps(plain, page, pages.flags),
      consents,
      nextSteps: { title, steps: usual, ...(namesFirms && { named }) },
    };
  });
}

/**
 * Every question of a variant in one language: all the words its island will need.
 * @param set the set of words of the visitor's arm
 */
export function localizedSteps(
  { code, machine }: Pick<Variant, "code" | "machine">,
  language: Language,
  company: ConsentParties,
  ownWords: OwnWords = noOwnWords,
  set?: string,
): Record<string, LocalizedStep> {
  const names = stepsOf(machine, isStep);
  const said = { code, ownWords, set };
  return Object.fromEntries(
    names.map((name) => [name, localize(stepNamed(name, machine)!, language, company, said)]),
  );
}

/** True for the name of a screen; a chart's other states are passed through. */
function isStep(name: string): boolean {
  return stepNamed(name) !== undefined;
}

export function localize(
  step: Step,
  language: Language,
  company: ConsentParties,
  { code, ownWords, set }: { code: string; ownWords: OwnWords; set?: string } = {
    code: "",
    ownWords: noOwnWords,
  },
): LocalizedStep {
  const wordsOf = ownWords.of(code, set);
  const words = wordsOf(step, language);
  const inDraft = languageFacts(language).draft?.consent;
  const { remarks } = ownWords.messages(language).pages;
  return {
    name: step.name,
    kind: step.kind,
    ...(step.stage && { stage: step.stage }),
    heading: words.heading,
    subHeading: said(step.asksConsent && inDraft ? [words.subHeading, inDraft] : [words.subHeading]),
    options: labelled(step.options, words.options).map((option) => ({
      ...option,
      drawing: drawingOf(option.records),
      remark: remarkOn(option.records, remarks),
    })),
    fields: (step.fields ?? []).map((field) => {
      const said: FieldWording = words.fields?.[field.name] ?? { label: field.name };
      const opens = field.opens && words.groups?.[field.opens];
      const [asks] = step.fields!.flatMap(({ onlyWhen }) =>
        onlyWhen?.field === field.name ? onlyWhen.is : [],
      );
      return {
        ...field,
        ...said,
        opens,
        asks,
        options: field.options && labelled(field.options, said.options),
      };
    }),
    submit: words.submit,
    links: step.turnsAway ? [...(words.links ?? []), ...helpsOf(language)] : words.links,
    consent: step.asksConsent
      ? stepConsent(step, language, company, undefined, wordsOf).paragraphs
      : undefined,
    ...(step.asksConsent && inDraft && { consentIn: languageOf(reviewed(language), language) }),
  };
}

/** Sentences one behind the other; undefined where there is none. */
const said = (sentences: readonly (string | undefined)[]) => sentences.filter(Boolean).join(" ") || undefined;

/** Features' help for visitors whom no firm takes. */
function helpsOf(language: Language): EndLink[] {
  return pageFeatures.flatMap(({ helps }) => (helps ? inLanguage(helps, language) : []));
}

/** The next question's remark on an answer. @param records what its option records */
function remarkOn(
  records: Answers,
  remarks: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string | undefined {
  const said = Object.entries(remarks).map(
    ([field, byValue]) => byValue[records[field as AnswerField] ?? ""],
  );
  return said.find(Boolean);
}

function labelled(options: Option[] = [], labels: Record<string, string> = {}): WordedOption[] {
  return options.map((option) => ({ ...option, label: labels[option.value] ?? option.value }));
}

type Page = {
  flags?: Partial<PageFlags>;
  language: Language;
  topic: Topic;
  /** Name of the question that the survey begins with. */
  first?: string;
  /** The survey's subject, where its topic says too little. */
  about?: Required<Variant>["about"];
  /** The visitor's ad's headline, above that question. */
  headline?: string;
};

/** What page-level flags say. */
type Flags = Messages["pages"]["flags"];

/**
 * Steps with the header texts and the call to action that the page's flags switch on (spec 4.3).
 * Worded on the server, so that the island carries only what is shown.
 */
export function flaggedSteps(
  steps: Record<string, LocalizedStep>,
  page: Page,
  words: Flags,
): Record<string, LocalizedStep> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { ...step, header: headerOf(step, page, words), submit: callToAction(step, page, words) },
    ]),
  );
}

function headerOf(
  step: LocalizedStep,
  { flags = {}, topic, first, about, headline }: Page,
  words: Flags,
): string | undefined {
  if (step.kind === "end") return undefined;
  if (headline && step.name === first) return headline;
  if (flags.firstQuestionHeader && step.name === first) return words.firstQuestion[topic];
  if (topic !== "benefits") {
    if (flags.findMeALawyer && step.consent) return words.findMeALawyer;
    if (flags.matchWithLawyer) return words.matchWithLawyer;
  }
  // Visitors who land on a question are told what this is; an info screen says so itself (ruling 234).
  return step.name === first && step.kind !== "info" ? words.landing[about || topic] : undefined;
}

/** A consent names the button that gives it, so the button keeps its own words. */
function callToAction(step: LocalizedStep, { flags = {} }: Page, words: Flags): string | undefined {
  const { nameAndEmailCta = "none" } = flags;
  const asksEmail = step.fields.some(({ name }) => name === "email");
  if (nameAndEmailCta === "none" || !asksEmail || step.consent) return step.submit;
  return words.nameAndEmailCta[nameAndEmailCta];
}

/** Drawings in public/illustrations/answers.svg, by the answers that they illustrate. */
const drawings: { [field in keyof Answers]?: Record<string, string> } = {
  other_vehicle_type: {
    Car: "car",
    Truck: "truck",
    Motorcycle: "motorcycle",
    Rideshare: "rideshare",
    Bus: "bus",
    Other: "something",
  },
  accident_type: {
    "Car Accident": "car",
    "Truck Accident": "truck",
    "Bicycle Accident": "bicycle",
    "Motorcycle Accident": "motorcycle",
    "Pedestrian Accident": "walker",
    Other: "something",
  },
  specific_injury: {
    "Back or Neck Pain": "back",
    "Broken Bones": "bone",
    Whiplash: "whiplash",
    "Head Injury": "head",
    "Spinal Cord Injury": "spine",
    "Loss of Limb": "limb",
    "Cuts or Bruises": "cuts",
    Other: "injury",
  },
  injury_type: { Hospital: "hospital", Doctor: "doctor", Chiropractor: "chiropractor", None: "later" },
};

/** The drawing of an answer that has one, by its name in the file. */
function drawingOf(records: Answers): string | undefined {
  return Object.entries(records).flatMap(
    ([field, value]) => drawings[field as keyof Answers]?.[value as string] ?? [],
  )[0];
}
