import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { MadeChange } from "../../../services/features/words/changes.ts";
import { readTyped, setNameFault } from "../../../services/features/words/check.ts";
import {
  askedIn,
  isSetName,
  keyOf,
  labelOf,
  languageName,
  type OwnQuestion,
  ownWordsFrom,
  questionOf,
  sameTexts,
  scopeOf,
  shippedTexts,
  textsUnder,
  type Whose,
  type WordsChange,
} from "../../../services/features/words/own-words.ts";
import { marksIn, partsOfSite } from "../../../services/features/words/parts.ts";
import { armLeftWithout, readReason, refusalOf } from "../../../services/features/words/presses.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { counted, freeWords } from "../../../services/operations/text.ts";
import { armsWithoutWords } from "../../../services/words/arm-words.ts";
import { languageNamed, mainLanguage, shownLanguages } from "../../../services/words/languages.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { listPage } from "./feature.ts";
import type { Preview } from "./load-previews.ts";
import { previewsOf, scopeAt, whoseIn } from "./load-screens.ts";

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
/** A frame's address has the words that it shows: longer ones are refused by servers. In characters. */
const longestAddress = 7_000;

const formName = (place: string) => `text ${place}`;

export function addressOf({ language, step, survey, set }: Whose): string {
  const scope = new URLSearchParams({ ...(set !== undefined && { set }), ...(survey !== "" && { survey }) });
  return `${listPage}/${language}/${step}${scope.size > 0 ? `?${scope}` : ""}`;
}

const nameOf = (step: string) => partsOfSite.get(step)?.title ?? step;

const whoseText = ({ language, step, survey, set }: Whose) =>
  [
    `${nameOf(step)} in ${languageName(language)}`,
    set === undefined ? "" : `set ${set}`,
    survey === "" ? "" : `survey ${survey} alone`,
  ]
    .filter(Boolean)
    .join(", ");

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
      .map(({ survey, set, texts }) => {
        const count = counted(Object.keys(texts).length, "text");
        const where = [set && `set ${set}`, survey && `survey ${survey}`].filter(Boolean).join(", ");
        return where === ""
          ? { href: "", text: `${count} of your own` }
          : { href: addressOf({ language, step: name, survey, set }), text: `${count} in ${where}` };
      });
  const inSets = (name: string) =>
    own
      .filter((each) => each.language === language && each.step === name && each.set !== undefined)
      .map((each) => `${scopeOf(each)} ${Object.values(each.texts).join(" ")}`);
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
      found: [name, ...surveys, JSON.stringify(said), ...inSets(name)].join("\n").toLowerCase(),
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
    sets: setRows(own, services.settings.arms.names),
    missing: armsWithoutWords(services.settings.arms.names, inForce),
    changes: changeRows(
      await services.store.words.history(mostChanges),
      isWhole,
      services.settings.siteTimeZone,
    ),
  };
}

/** A set of words for experiments: where it says something else, and which arms say it. */
export type SetRow = { name: string; href: string; says: string; arms: string };

function setRows(
  own: readonly OwnQuestion[],
  arms: AppLoadContext["services"]["settings"]["arms"]["names"],
): SetRow[] {
  return setsOf(own).map((name) => {
    const its = own.filter(({ set }) => set === name);
    const shownBy = arms.filter(({ words }) => words === name);
    const count = its.reduce((sum, { texts }) => sum + Object.keys(texts).length, 0);
    const questions = [...new Set(its.map(({ step }) => step))].join(", ");
    return {
      name,
      href: `${listPage}?${new URLSearchParams({ search: `set ${name}`, language: its[0]!.language })}`,
      says: `${counted(count, "text")}, in ${questions}`,
      arms: shownBy.length === 0 ? "no experiment’s arm" : shownBy.map(armText).join("; "),
    };
  });
}

const setsOf = (own: readonly OwnQuestion[]) => [...new Set(own.flatMap(({ set }) => set ?? []))].sort();

const armText = ({ experiment, name }: { experiment: string; name: string }) =>
  `arm ${name} of experiment ${experiment}`;

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

const ofSet = "only an experiment’s arm that names it says these words, over those of everybody.";

/** A question's words as they are and as they are shipped. @throws Response 404 */
export async function questionData(
  params: { language?: string; step?: string },
  query: URLSearchParams,
  { services }: AppLoadContext,
) {
  const { survey, set } = scopeAt(query);
  const isNamed = set === undefined || isSetName(set);
  const whose = whoseIn(params, { survey, set: isNamed ? set : undefined });
  const { language, step } = whose;
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
    set: whose.set ?? "",
    seen: revision,
    isOwn: Object.keys(texts).length > 0,
    about: part?.about ?? `${askedBy}${whose.set === undefined ? "" : ` Set ${whose.set}: ${ofSet}`}`,
    ups: [
      ...(survey === "" ? [] : [{ text: "In all surveys", href: addressOf({ ...whose, survey: "" }) }]),
      ...(whose.set === undefined
        ? []
        : [{ text: "Everybody’s words", href: addressOf({ ...whose, set: undefined }) }]),
    ],
    surveys:
      survey === "" && surveys.length > 1
        ? surveys.map((code) => ({ code, href: addressOf({ ...whose, survey: code }) }))
        : [],
    sets:
      whose.set === undefined && !part
        ? setsOf(questions).map((name) => ({ name, href: addressOf({ ...whose, set: name }) }))
        : null,
    typedSet: isNamed ? "" : set!,
    setFault: isNamed ? "" : `A set’s name ${setNameFault}.`,
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

const ownOf = (all: readonly OwnQuestion[], whose: Whose) =>
  all.find((each) => keyOf(each) === keyOf(whose))?.texts ?? {};

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
  const whose = whoseIn(params, scopeAt(query));
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
  const missed = armLeftWithout(questions, [change], services.settings.arms);
  if (missed) return refused(missed, given);
  const name = lookAt(whose, change.before, change.after, newest);
  if (confirmed !== name) {
    const fields = Object.entries(read.texts).map(([place, text]) => [formName(place), text] as const);
    const { previews, undrawn } = await previewsOf([change], questions, services.settings);
    if (previews.some(({ after }) => after.length > longestAddress))
      return refused("Change fewer of its texts at once: the preview has no room for so many.", given);
    return {
      ...refused("", given),
      previews: previews.slice(0, mostPreviews),
      look: {
        ...lookOf([change], previews, undrawn, services.settings.arms.names),
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
  const missed = armLeftWithout(questions, back, services.settings.arms);
  if (missed) return refuse(missed);
  const name = lookAt(back);
  if (confirmed !== name) {
    const { previews, undrawn } = await previewsOf(back, questions, services.settings);
    const look = lookOf(back, previews, undrawn, services.settings.arms.names);
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
    about: changes.map((change) => keyOf(change).trim()).join(", "),
    reason,
  });

function lookOf(
  changes: readonly WordsChange[],
  previews: readonly Preview[],
  undrawn: readonly string[],
  arms: AppLoadContext["services"]["settings"]["arms"]["names"],
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
      ...arms
        .filter(({ words }) => words !== undefined && changes.some(({ set }) => set === words))
        .map(
          (arm) =>
            `${armText(arm).replace(/^a/, "A")} says this set: what it has brought so far was brought in the old words.`,
        ),
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
