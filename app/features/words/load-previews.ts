import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { findEntry, variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Language, Step } from "../../../machines/steps/step.ts";
import type { Variant } from "../../../machines/variant.ts";
import { outline, stepsOf } from "../../../machines/visit/outline.ts";
import {
  labelOf,
  type OwnQuestion,
  ownWordsFrom,
  shippedTexts,
  type WordsChange,
  withQuestion,
} from "../../../services/features/words/own-words.ts";
import { partsOfSite, replaced } from "../../../services/features/words/parts.ts";
import { codeMessage } from "../../../services/providers/phone-code/index.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { receiptLetter } from "../../../services/visits/receipts.ts";
import { languageFacts } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { noOwnWords } from "../../../services/words/own-words.ts";
import { chartOf } from "../../graphs/chart-of.ts";
import { SurveyScreen } from "../../survey/screen/survey-screen.tsx";
import { topicOf } from "../../survey/server/page.ts";
import { noShell, PageShell } from "../../ui/page-shell.tsx";
import { screenData, screensOf } from "../screens/screen-data.ts";
import { DrawnPage, type PageWords, pageOf } from "./drawn-pages.tsx";

/**
 * What a change touches, as it is and as it would be: addresses of a screen in a frame, or texts that are sent.
 * `heading`: which screen, in which surveys.
 */
export type Preview = {
  key: string;
  heading: string;
  before: string;
  after: string;
  isText?: boolean;
};

/** A screen, or a page, that shows a text. `anchor`: what of it is shown first, where that is not its beginning. */
type Drawn = { heading: string; code: string; query: Record<string, string>; anchor?: string };

type Screen = { code: string; machine: Required<Variant>["machine"]; step: Step };

/** All questions of the surveys in a language. */
function* screensIn(
  language: Language,
): Generator<Screen & { variant: Required<Variant>; isFirst: boolean }> {
  for (const variant of variants.values()) {
    if (variant.language !== language) continue;
    const { code, machine } = variant;
    const names = stepsOf(machine, (name) => stepNamed(name) !== undefined);
    for (const [index, name] of names.entries())
      yield { code, machine, step: stepNamed(name, machine)!, variant, isFirst: index === 0 };
  }
}

const found = <Each>(all: Iterable<Each>, is: (each: Each) => boolean): Each | undefined => {
  for (const each of all) if (is(each)) return each;
  return undefined;
};

/** The next question after one, on the shortest way. */
function nextQuestion({ machine, step }: Screen): string | undefined {
  const next = outline(machine);
  const ways = [...(next.get(step.name) ?? [])];
  for (const name of ways) {
    const question = stepNamed(name, machine);
    if (question && question.kind !== "end") return name;
    if (!question)
      for (const follower of next.get(name) ?? []) if (!ways.includes(follower)) ways.push(follower);
  }
  return undefined;
}

const onScreen = (
  screen: Screen | undefined,
  flags = "",
  more: Record<string, string> = {},
): Drawn | undefined =>
  screen && {
    heading: `${screen.step.name} in ${screen.code}`,
    code: screen.code,
    query: { step: screen.step.name, ...(flags && { flags }), ...more },
  };

/** Where a header, or a button, that a flag or the subject of a survey has is shown. */
function withHeader([first = "", second = ""]: readonly string[], language: Language): Drawn | undefined {
  const all = () => screensIn(language);
  const asksConsent = ({ step }: Screen) => step.asksConsent === true;
  const isAbout = ({ flow }: Required<Variant>, topic: string) => topicOf(flow) === topic;
  switch (first) {
    case "firstQuestion":
      return onScreen(
        found(all(), ({ variant, isFirst }) => isFirst && isAbout(variant, second)),
        "firstQuestionHeader",
      );
    case "landing":
      return onScreen(
        found(
          all(),
          ({ variant, isFirst, step }) =>
            isFirst && step.kind !== "info" && (variant.about || topicOf(variant.flow)) === second,
        ),
      );
    case "nameAndEmailCta":
      return onScreen(
        found(
          all(),
          (each) => !asksConsent(each) && each.step.fields?.some(({ name }) => name === "email") === true,
        ),
        `nameAndEmailCta:${second}`,
      );
    case "firstCall":
      return onScreen(found(all(), asksConsent), "", { "first-call": "1" });
    case "findMeALawyer":
      return onScreen(
        found(all(), (each) => asksConsent(each) && !isAbout(each.variant, "benefits")),
        first,
      );
    default:
      return onScreen(
        found(all(), ({ variant }) => !isAbout(variant, "benefits")),
        first,
      );
  }
}

/** The question after the answer that a remark is on. */
function withRemark([field = "", value = ""]: readonly string[], language: Language): Drawn | undefined {
  const records = ({ step }: Screen) =>
    step.options?.some((option) => (option.records as Record<string, string>)[field] === value) === true;
  const asked = found(screensIn(language), (each) => records(each) && nextQuestion(each) !== undefined);
  const next = asked && stepNamed(nextQuestion(asked)!, asked.machine);
  return next && onScreen({ ...asked, step: next }, "", { remark: `${field}.${value}` });
}

const _firstOf = (language: Language) =>
  found(variants.values(), (each) => each.language === language)?.code ?? "";

const firstOf = (language: Language) =>
  found(variants.values(), (each) => each.language === language)?.code ?? "";

/** Where a text of a part is drawn on a survey's screen; undefined for those of pages. */
function onSurvey(part: string, keys: readonly string[], language: Language): Drawn | undefined {
  const [first = "", second = ""] = keys;
  const all = screensIn(language);
  switch (part) {
    case "remarks":
      return withRemark(keys, language);
    case "headers":
      return withHeader(keys, language);
    case "next-steps": {
      const screen = onScreen(
        found(
          all,
          ({ isFirst, variant }) => isFirst && (first === "title" || topicOf(variant.flow) === first),
        ),
      );
      return screen && { ...screen, anchor: "next-steps" };
    }
    case "notices":
      return first === "notices"
        ? onScreen(
            found(all, () => true),
            "",
            { notice: second },
          )
        : undefined;
    default:
      return undefined;
  }
}

/** Where to begin to read a page in order to come upon a mark: an element with a name. */
function anchorOf(html: string, mark: string): string | undefined {
  const [before = ""] = html.split(mark);
  return [...before.matchAll(/ id="([^"]+)"/g)].at(-1)?.[1];
}

/** Stands for a text, which is then found on what shows it. */
const markOf = (index: number) => `\ue000${index}\ue001`;

/**
 * The screens of a language's own survey, with their errors, that show texts which every screen has, each on the first one.
 * @param words with a mark in place of each text
 */
async function screensShowing(
  marks: readonly string[],
  words: Messages["screens"],
  language: Language,
  settings: Settings,
): Promise<{ place: Drawn; shown: readonly string[] }[]> {
  const { variant } = findEntry(languageFacts(language).survey)!;
  const { graph } = (await chartOf(variant.code))!;
  const left = new Set(marks);
  const places: { place: Drawn; shown: readonly string[] }[] = [];
  for (const { step, states } of screensOf(variant, graph))
    for (const state of ["", ...states]) {
      if (left.size === 0) return places;
      const data = screenData(variant, graph, { step, state, language, flags: "" }, settings);
      const html = renderToString(createElement(SurveyScreen, { data, words }));
      const shown = [...left].filter((mark) => html.includes(mark));
      for (const mark of shown) left.delete(mark);
      if (shown.length > 0)
        places.push({
          place: { heading: `${step} in ${variant.code}`, code: variant.code, query: { step, state } },
          shown,
        });
    }
  return places;
}

/**
 * The pages that show a part's words: a change is drawn on the first one that shows any of it which none before does.
 * @param words with a mark in place of each text of the part
 * @returns the page's heading, its look and the marks on it
 */
function pagesShowing(
  part: string,
  marks: readonly string[],
  words: PageWords,
  { about, testimonials }: Pick<Settings, "about" | "testimonials">,
): (Pick<Drawn, "heading" | "anchor"> & { look: string; shown: readonly string[] })[] {
  const { heading, looks } = pageOf(part);
  const shell = {
    ...noShell,
    about,
    testimonials,
    ownWords: { ...noOwnWords, messages: () => words.messages },
  };
  const found = new Set<string>();
  return looks.flatMap((look) => {
    const page = createElement(DrawnPage, { part, look, ...words });
    const html = renderToString(createElement(PageShell.Provider, { value: shell }, page));
    const shown = marks.filter((mark) => !found.has(mark) && html.includes(mark));
    for (const mark of shown) found.add(mark);
    return shown.length > 0 ? { heading, look, shown, anchor: anchorOf(html, shown[0]!) } : [];
  });
}

/** Stands in a letter for what each has of its own. */
const sample = {
  reference: "[reference]",
  sent: "[date and time]",
  button: "[button]",
  paragraphs: ["[the consent as it was shown]"],
};

/** What is sent to visitors, with something in place of what is each visitor's own. */
function sentTexts(messages: Messages, company: Settings["company"]): [heading: string, text: string][] {
  const { subject, text } = receiptLetter(messages, sample, company);
  return [
    ["Letter", `${subject}\n\n${text.trim()}`],
    ["Text message", codeMessage(messages, "123456", company.siteName)],
  ];
}

/**
 * What looks different after a change of a part, as far as it is drawn.
 * @returns also the names of the texts that are drawn nowhere
 */
export async function partPreviews(
  { language, step: part, before = {}, after = {} }: WordsChange,
  now: readonly OwnQuestion[],
  settings: Settings,
): Promise<{ previews: Preview[]; undrawn: string[] }> {
  const { company } = settings;
  const whose = { language, step: part, survey: "" };
  const then = ownWordsFrom(0, withQuestion(now, { ...whose, texts: after })).messages(language);
  const changed = shippedTexts(whose)!.filter(({ place }) => before[place] !== after[place]);
  const [was, is] = [ownWordsFrom(0, now).messages(language), then].map((all) => sentTexts(all, company));
  const sent = was!.flatMap(([heading, text], index): Preview[] => {
    const [, other] = is![index]!;
    return text === other ? [] : [{ key: heading, heading, before: text, after: other, isText: true }];
  });
  const previews = new Map(sent.map((each) => [each.key, each]));
  const draw = ({ heading, code, query, anchor }: Drawn) => {
    const at = anchor === undefined ? "" : `#${anchor}`;
    const shown = `/graphs/${code}/words?${new URLSearchParams({ ...query, part })}`;
    const words = new URLSearchParams({ words: JSON.stringify({ for: "", texts: after }) });
    previews.set(shown, { key: shown, heading, before: shown + at, after: `${shown}&${words}${at}` });
  };
  const left = changed.filter(({ keys, place }) => {
    const screen = onSurvey(part, keys, language);
    if (screen) draw(screen);
    return !screen && !(part === "letters" && isSent(place));
  });
  const marks = left.map((_, index) => markOf(index));
  const messages = left.reduce(
    (all, { keys }, index) =>
      replaced(all, [...partsOfSite.get(part)!.at, ...keys], markOf(index)) as Messages,
    then,
  );
  const onPages = pagesShowing(part, marks, { messages, language, company }, settings).map(
    ({ heading, look, shown, anchor }) => ({
      place: { heading, code: firstOf(language), query: { look }, anchor },
      shown,
    }),
  );
  const onScreens =
    part === "screens" ? await screensShowing(marks, messages.screens, language, settings) : [];
  const drawn = [...onPages, ...onScreens];
  for (const { place } of drawn) draw(place);
  const undrawn = left.filter((_, index) => !drawn.some(({ shown }) => shown.includes(markOf(index))));
  return { previews: [...previews.values()], undrawn: undrawn.map(labelOf) };
}

/** Whether a text of letters is in the letter itself, or the message; the others are on the page of thanks alone. */
const isSent = (place: string) => /^phoneCode$|\.(reference|sent|subject|change)$/.test(place);
