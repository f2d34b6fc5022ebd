import { variants } from "../../../machines/registry.ts";
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
import { codeMessage } from "../../../services/providers/phone-code/index.ts";
import type { Settings } from "../../../services/settings/env.ts";
import { receiptLetter } from "../../../services/visits/receipts.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { topicOf } from "../../survey/server/page.ts";

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

/** A screen that shows a text: of a survey as a visitor comes there, or a page of thanks. */
type Drawn = { heading: string; code: string; query: Record<string, string> };

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

const firstOf = (language: Language) =>
  found(variants.values(), (each) => each.language === language)?.code ?? "";

/** What the page of thanks says in its tab, or where the company's settings have more to say. */
const bySettings = /^(head|keepNumber|firstCall|callsFrom)\b/;

/** Where a text of a part is drawn; undefined where that takes more than a page. */
function drawn(part: string, keys: readonly string[], language: Language): Drawn | undefined {
  if (part === "remarks") return withRemark(keys, language);
  if (part === "headers") return withHeader(keys, language);
  if (part.endsWith("thank-you") && !bySettings.test(keys.join(".")))
    return { heading: "Page of thanks", code: firstOf(language), query: {} };
  return undefined;
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
export function partPreviews(
  { language, step, before = {}, after = {} }: WordsChange,
  now: readonly OwnQuestion[],
  company: Settings["company"],
): { previews: Preview[]; undrawn: string[] } {
  const then = withQuestion(now, { language, step, survey: "", texts: after });
  const changed = (shippedTexts({ language, step, survey: "" }) ?? []).filter(
    ({ place }) => before[place] !== after[place],
  );
  const [was, is] = [now, then].map((all) => sentTexts(ownWordsFrom(0, all).messages(language), company));
  const sent = was!.flatMap(([heading, text], index): Preview[] => {
    const [, other] = is![index]!;
    return text === other ? [] : [{ key: heading, heading, before: text, after: other, isText: true }];
  });
  const previews = new Map(sent.map((each) => [each.key, each]));
  const undrawn = changed.filter((text) => {
    const place = drawn(step, text.keys, language);
    if (!place) return step !== "letters" || !isSent(text.place);
    const shown = `/graphs/${place.code}/words?${new URLSearchParams({ ...place.query, part: step })}`;
    const words = new URLSearchParams({ words: JSON.stringify({ for: "", texts: after }) });
    previews.set(shown, { key: shown, heading: place.heading, before: shown, after: `${shown}&${words}` });
    return false;
  });
  return { previews: [...previews.values()], undrawn: undrawn.map(labelOf) };
}

/** Whether a text of letters is in the letter itself, or the message; the others are on the page of thanks alone. */
const isSent = (place: string) => /^phoneCode$|\.(reference|sent|subject|change)$/.test(place);
