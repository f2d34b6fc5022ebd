import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { MadeChange } from "../../../services/features/words/changes.ts";
import { readTyped, whoseNamed } from "../../../services/features/words/check.ts";
import {
  askedIn,
  labelOf,
  languageName,
  type OwnQuestion,
  ownWordsFrom,
  questionOf,
  sameTexts,
  shippedTexts,
  textsUnder,
  type Whose,
  type WordsChange,
  withQuestion,
} from "../../../services/features/words/own-words.ts";
import { marksIn, partsOfSite } from "../../../services/features/words/parts.ts";
import { readReason, refusalOf } from "../../../services/features/words/presses.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { counted, freeWords } from "../../../services/operations/text.ts";
import { languageNamed, mainLanguage, shownLanguages } from "../../../services/words/languages.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { listPage } from "./feature.ts";
import { partPreviews } from "./load-previews.ts";

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

/** The result of a press: `faults` by field, `given` what was typed, `look` its effect, to confirm. */
export type Pressed = {
  look?: SecondLook;
  previews: readonly Preview[];
  text: string;
  faults: Partial<Record<string, string>>;
  given: Partial<Record<string, string>>;
};

const mostChanges = 50;
/** Of one press. */
const mostPreviews = 12;
/** Surveys that a screen's heading names, of those that all look so. */
const mostNamed = 3;
/** A frame's address has the words that it shows: longer ones are refused by servers. In characters. */
const longestAddress = 7_000;

const formName = (place: string) => `text ${place}`;

export const addressOf = ({ language, step, survey }: Whose) =>
  `${listPage}/${language}/${step}${survey === "" ? "" : `?survey=${survey}`}`;

const nameOf = (step: string) => partsOfSite.get(step)?.title ?? step;

const whoseText = ({ language, step, survey }: Whose) =>
  `${nameOf(step)} in ${languageName(language)}${survey === "" ? "" : `, survey ${survey} alone`}`;

export type ListData = Awaited<ReturnType<typeof listData>>;

/** The questions of a language, and what is said around them, as far as a search finds them; and the newest changes. */
export async function listData(query: URLSearchParams, isWhole: boolean, { services }: AppLoadContext) {
  const language = languageNamed(query.get("language")) ?? mainLanguage;
  const search = (query.get("search") ?? "").trim().slice(0, 100);
  const { questions: own } = await services.store.words.inForce();
  const inForce = ownWordsFrom(0, own);
  const changesIn = (name: string) =>
    own
      .filter((each) => each.language === language && each.step === name)
      .map(({ survey, texts }) => {
        const count = counted(Object.keys(texts).length, "text");
        return survey === ""
          ? { href: "", text: `${count} of your own` }
          : { href: addressOf({ language, step: name, survey }), text: `${count} in ${survey}` };
      });
  const questions = [...askedIn(language).values()].map(({ name, usual, surveys }) => {
    const said = surveys.map((code) =>
      inForce.of(code)(stepNamed(name, variants.get(code)?.machine)!, language),
    );
    return {
      name,
      href: addressOf({ language, step: name, survey: "" }),
      heading: inForce.of("")(usual, language).heading,
      about: `${name}, in ${surveys.join(", ")}`,
      changed: changesIn(name),
      found: [name, ...surveys, JSON.stringify(said)].join("\n").toLowerCase(),
    };
  });
  const around = [...partsOfSite.values()].map(({ name, title, about }) => {
    const whose = { language, step: name, survey: "" };
    const [texts, ours] = [shippedTexts(whose)!, ownOf(own, whose)];
    const said = texts.map(({ place, text }) => ours[place] ?? text);
    const found = [name, title, about, ...said].join("\n").toLowerCase();
    return { name, href: addressOf(whose), heading: title, about, changed: changesIn(name), found };
  });
  const shown = (rows: typeof around) =>
    rows.filter(({ found }) => found.includes(search.toLowerCase())).map(({ found, ...row }) => row);
  return {
    language,
    languages: shownLanguages().map((code) => ({ code, name: languageName(code) })),
    search,
    questions: shown(questions),
    around: shown(around),
    changes: changeRows(
      await services.store.words.history(mostChanges),
      isWhole,
      services.settings.siteTimeZone,
    ),
  };
}

/** `canUndo`: no later change was made over it. */
export type ChangeRow = {
  number: number;
  by: string;
  reason: string;
  what: readonly { key: string; href: string; of: string; place: string; from: string; to: string }[];
  more: string;
  canUndo: boolean;
};

const mostShown = 12;

function changeRows(history: readonly MadeChange[], isWhole: boolean, zone: string): ChangeRow[] {
  const last = new Map<string, number>();
  for (const { number, questions } of history)
    for (const each of questions) last.set(addressOf(each), Math.max(number, last.get(addressOf(each)) ?? 0));
  return history.map(({ number, at, person, reason, undoes, questions }) => {
    const what = questions.flatMap((each) =>
      differences(each).map((text) => ({ ...text, href: addressOf(each), of: whoseText(each) })),
    );
    return {
      number,
      by: `${printable(person) || "somebody"}, ${shownTime(at, zone)}`,
      reason: `${undoes === null ? "" : `Undoes change ${undoes}. `}${freeWords(reason, isWhole)}`,
      what: what.slice(0, mostShown).map((each) => ({ ...each, key: `${each.href} ${each.place}` })),
      more: what.length > mostShown ? `and ${counted(what.length - mostShown, "further text")}` : "",
      canUndo: questions.every((each) => last.get(addressOf(each)) === number),
    };
  });
}

/** Each text that a change changes: its name, and the words before and after. */
function differences({ before = {}, after = {}, ...whose }: WordsChange) {
  const editable = shippedTexts(whose) ?? [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((place) => before[place] !== after[place])
    .map((place) => {
      const text = editable.find((each) => each.place === place);
      const shipped = text?.text || "nothing";
      return {
        place: text ? labelOf(text) : place,
        from: before[place] ?? shipped,
        to: after[place] ?? shipped,
      };
    });
}

export type QuestionData = Awaited<ReturnType<typeof questionData>>;

/** @throws Response 404 where no survey asks such a question */
function whoseIn(params: { language?: string; step?: string }, survey: string): Whose {
  const whose = whoseNamed(params.language ?? "", params.step ?? "", survey);
  if ("fault" in whose) throw new Response(whose.fault, { status: 404 });
  return whose;
}

/** A question's words as they are and as they are shipped. @throws Response 404 */
export async function questionData(
  params: { language?: string; step?: string },
  query: URLSearchParams,
  { services }: AppLoadContext,
) {
  const whose = whoseIn(params, query.get("survey") ?? "");
  const { language, step, survey } = whose;
  const { revision, questions } = await services.store.words.inForce();
  const surveys = askedIn(language).get(step)?.surveys ?? [];
  const texts = ownOf(questions, whose);
  const isConsent = questionOf(whose)?.asksConsent === true;
  const part = partsOfSite.get(step);
  const askedBy = survey === "" ? `Asked in ${surveys.join(", ")}.` : `In survey ${survey} alone.`;
  return {
    address: addressOf(whose),
    title: part ? `${part.title} in ${languageName(language)}` : step,
    language,
    survey,
    seen: revision,
    isOwn: Object.keys(texts).length > 0,
    about: part?.about ?? askedBy,
    forAll: survey === "" ? "" : addressOf({ ...whose, survey: "" }),
    surveys:
      survey === "" && surveys.length > 1
        ? surveys.map((code) => ({ code, href: addressOf({ ...whose, survey: code }) }))
        : [],
    texts: textsUnder(whose, questions).map((text) => ({
      name: formName(text.place),
      label: labelOf(text),
      now: texts[text.place] ?? text.text,
      isLong: text.text.length > 40 || text.part === "sub-heading" || text.part === "hint",
      isOptional: text.text === "",
      hint: [
        texts[text.place] === undefined
          ? ""
          : `Otherwise it says ${text.text ? `“${text.text}”` : "nothing"}.`,
        marksIn(text.text).length > 0 ? `Keep ${keptMarks(text.text)}, which the site fills in.` : "",
        isConsent && text.part === "button"
          ? "The consent quotes it: a visitor who has read the old one is shown the new one before it counts."
          : "",
      ]
        .filter(Boolean)
        .join(" "),
    })),
  };
}

function keptMarks(text: string): string {
  const marks = [...new Set(marksIn(text))];
  return marks.includes("[[") ? "the braces, and both pairs of [[ ]]" : marks.join(" and ");
}

const ownOf = (all: readonly OwnQuestion[], { language, step, survey }: Whose) =>
  all.find((each) => each.language === language && each.step === step && each.survey === survey)?.texts ?? {};

const refused = (text: string, given: Pressed["given"] = {}, faults: Pressed["faults"] = {}): Pressed => ({
  text,
  given,
  faults,
  previews: [],
});

/**
 * Shows what other words of a question would look like, and takes them up when that is confirmed.
 * @returns undefined when done
 * @throws Response 404
 */
export async function pressedOnQuestion(
  params: { language?: string; step?: string },
  query: URLSearchParams,
  { intent = "", reason = "", seen = "", confirmed, ...typed }: PostedForm,
  { services }: AppLoadContext,
  person: string,
): Promise<Pressed | undefined> {
  const whose = whoseIn(params, query.get("survey") ?? "");
  const given = { ...typed, reason };
  if (intent !== "save" && intent !== "reset") return refused("You can’t do that here.", given);
  const places = Object.entries(typed).map(([name, text]) => [name.replace(/^text /, ""), text] as const);
  const { revision, questions } = await services.store.words.inForce();
  const read = readTyped(whose, intent === "reset" ? {} : Object.fromEntries(places), questions);
  const why = readReason(reason);
  const faults: Pressed["faults"] = "fault" in why ? { reason: why.fault } : {};
  if ("faults" in read)
    for (const [place, fault] of Object.entries(read.faults)) faults[formName(place)] = fault;
  if ("faults" in read || "fault" in why) return refused("", given, faults);
  const before = ownOf(questions, whose);
  if (sameTexts(before, read.texts)) return refused("The words are these already.", given);
  const newest = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
  const change: WordsChange = {
    ...whose,
    before: Object.keys(before).length > 0 ? before : undefined,
    after: Object.keys(read.texts).length > 0 ? read.texts : undefined,
  };
  const name = lookAt(whose, change.before, change.after, newest);
  if (confirmed !== name) {
    const fields = Object.entries(read.texts).map(([place, text]) => [formName(place), text] as const);
    const { previews, undrawn } = previewsOf([change], questions, services.settings.company);
    if (previews.some(({ after }) => after.length > longestAddress))
      return refused("Change fewer of its texts at once: the preview has no room for so many.", given);
    return {
      ...refused("", given),
      previews: previews.slice(0, mostPreviews),
      look: {
        ...lookOf([change], previews, undrawn),
        button: "Take it up",
        fields: { ...Object.fromEntries(fields), intent, reason, seen, confirmed: name },
      },
    };
  }
  try {
    await writeDown(services, person, "change", [change], why.reason);
    const done = await services.store.words.change(
      [change],
      { person, reason: why.reason },
      Math.min(newest, revision),
    );
    if (typeof done !== "number") throw refusalOf(done);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message, given);
    throw error;
  }
}

/** Shows what the undo of a change would bring back, and does it when that is confirmed. @returns undefined when done */
export async function pressedOnList(
  { intent = "", change: number = "", reason = "", confirmed }: PostedForm,
  { services }: AppLoadContext,
  person: string,
): Promise<Pressed | undefined> {
  if (intent !== "undo") return refused("You can’t do that here.");
  const field = `undo-${number}`;
  const refuse = (text: string) => refused(text, { [field]: reason }, { [field]: text });
  const why = readReason(reason);
  if ("fault" in why) return refuse(why.fault);
  const { words } = services.store;
  const made = /^\d{1,9}$/.test(number) ? await words.one(Number(number)) : undefined;
  if (!made) return refuse("There is no such change.");
  const back = made.questions.map((each) => ({ ...each, before: each.after, after: each.before }));
  const { questions } = await words.inForce();
  if (back.some((each) => !sameTexts(ownOf(questions, each), each.before)))
    return refuse(refusalOf({ refused: "stale" }).message);
  const name = lookAt(back);
  if (confirmed !== name) {
    const { previews, undrawn } = previewsOf(back, questions, services.settings.company);
    const look = lookOf(back, previews, undrawn);
    return {
      ...refused(""),
      previews: previews.slice(0, mostPreviews),
      look: { ...look, button: "Undo it", fields: { intent, change: number, reason, confirmed: name } },
    };
  }
  await writeDown(services, person, "undo", back, why.reason);
  const done = await words.undo(Number(number), { person, reason: why.reason });
  return typeof done === "number" ? undefined : refuse(refusalOf(done).message);
}

const writeDown = (
  { store }: AppLoadContext["services"],
  person: string,
  what: string,
  changes: readonly WordsChange[],
  reason: string,
) =>
  store.readings.add(person, `console words ${what}`, [], {
    about: changes.map(({ language, step, survey }) => [language, step, survey].join(" ").trim()).join(", "),
    reason,
  });

function lookOf(
  changes: readonly WordsChange[],
  previews: readonly Preview[],
  undrawn: readonly string[],
): Omit<SecondLook, "fields" | "button"> {
  const says = changes.flatMap((change) =>
    differences(change).map(
      ({ place, from, to }) =>
        `${changes.length > 1 ? `${nameOf(change.step)}: ` : ""}${place}: “${from}” becomes “${to}”${/[.?!]$/.test(to) ? "" : "."}`,
    ),
  );
  const consents = changes.filter(
    (change) => questionOf(change)?.asksConsent && change.before?.submit !== change.after?.submit,
  );
  return {
    says: [
      ...says.slice(0, mostShown),
      ...(says.length > mostShown ? [`And ${counted(says.length - mostShown, "further text")}.`] : []),
      ...(consents.length > 0
        ? [
            "The consent quotes this button: a visitor who has read the old words is shown the new ones before anything is sent.",
          ]
        : []),
      ...(undrawn.length > 0
        ? [`Not drawn here, so read the words above: ${listed.format(undrawn.slice(0, mostShown))}.`]
        : []),
      previews.length === 0 && undrawn.length === 0
        ? "No screen looks different with that."
        : "Each process of the site shows it within seconds; answers are kept as values, so that none becomes another.",
      ...(previews.length > mostPreviews
        ? [
            `${counted(previews.length, "screen")} look different, of which ${mostPreviews} are shown here; see the others on the pages of their questions.`,
          ]
        : []),
    ],
    warns: "",
  };
}

const listed = new Intl.ListFormat("en-US");

/** The screens that look different after changes, and what of them is drawn nowhere. */
function previewsOf(
  changes: readonly WordsChange[],
  now: readonly OwnQuestion[],
  company: AppLoadContext["services"]["settings"]["company"],
): { previews: Preview[]; undrawn: string[] } {
  const parts = changes.filter(({ step }) => partsOfSite.has(step));
  const around = parts.map((change) => partPreviews(change, now, company));
  return {
    previews: [
      ...questionPreviews(
        changes.filter((change) => !parts.includes(change)),
        now,
      ),
      ...around.flatMap(({ previews }) => previews),
    ],
    undrawn: around.flatMap(({ undrawn }) => undrawn),
  };
}

/** Those that look the same in several surveys are there once. */
function questionPreviews(changes: readonly WordsChange[], now: readonly OwnQuestion[]): Preview[] {
  const previews = new Map<string, { step: string; surveys: string[]; before: string; after: string }>();
  for (const change of changes) {
    const { language, step, survey, after: texts = {} } = change;
    const then = withQuestion(now, { language, step, survey, texts });
    const [before, after] = [ownWordsFrom(0, now), ownWordsFrom(0, then)];
    const codes = survey === "" ? (askedIn(language).get(step)?.surveys ?? []) : [survey];
    for (const code of codes) {
      const question = stepNamed(step, variants.get(code)?.machine)!;
      const [was, is] = [before, after].map((words) => JSON.stringify(words.of(code)(question, language)));
      if (was === is) continue;
      const key = `${step} ${was} ${is}`;
      const known = previews.get(key);
      if (known) known.surveys.push(code);
      else {
        const shown = `/graphs/${code}/words?${new URLSearchParams({ step })}`;
        const words = new URLSearchParams({ words: JSON.stringify({ for: survey, texts }) });
        previews.set(key, { step, surveys: [code], before: shown, after: `${shown}&${words}` });
      }
    }
  }
  return [...previews.entries()].map(([key, { step, surveys, ...shown }]) => {
    const named =
      surveys.length > mostNamed + 1
        ? `${surveys.slice(0, mostNamed).join(", ")} and ${surveys.length - mostNamed} more`
        : surveys.join(", ");
    return { key, heading: `${step} in ${named}`, ...shown };
  });
}

/** The words that a frame shows: those in force, with the draft in its address over them. @throws Response 404 */
export async function draftIn(
  { code, language }: { code: string; language: Language },
  query: URLSearchParams,
  { services }: AppLoadContext,
) {
  const part = query.get("part");
  const step = query.get("step") ?? "";
  const whose = part === null ? whoseIn({ language, step }, code) : whoseIn({ language, step: part }, "");
  const { questions } = await services.store.words.inForce();
  const draft = query.get("words");
  if (draft === null) return { part, step, language, ownWords: ownWordsFrom(0, questions) };
  const read = readDraft(draft);
  const own = read && { ...whose, survey: read.for };
  const typed =
    own && shippedTexts(own) && (read.for === "" || read.for === code)
      ? readTyped(own, read.texts, questions)
      : undefined;
  if (!own || !typed || "faults" in typed) throw noScreen();
  const then = withQuestion(questions, { ...own, texts: typed.texts });
  return { part, step, language, ownWords: ownWordsFrom(0, then) };
}

export const noScreen = () => new Response("There is no such screen.", { status: 404 });

/** What an address says, which anybody can write. */
function readDraft(text: string): { for: string; texts: Record<string, string> } | undefined {
  try {
    const { for: survey, texts } = JSON.parse(text);
    const isText = Object.values(texts as object).every((each) => typeof each === "string");
    return typeof survey === "string" && isText ? { for: survey, texts } : undefined;
  } catch {
    return undefined;
  }
}
