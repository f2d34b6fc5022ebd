import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { readTyped, whoseNamed } from "../../../services/features/words/check.ts";
import {
  askedIn,
  type OwnQuestion,
  ownWordsFrom,
  shippedTexts,
  type Whose,
  type WordsChange,
  withQuestion,
} from "../../../services/features/words/own-words.ts";
import { partsOfSite } from "../../../services/features/words/parts.ts";
import { type Preview, partPreviews } from "./load-previews.ts";

/** Surveys that a screen's heading names, of those that all look so. */
const mostNamed = 3;

/** @throws Response 404 where no survey asks such a question */
export function whoseIn(
  params: { language?: string; step?: string },
  scope: Pick<Whose, "survey" | "set">,
): Whose {
  const whose = whoseNamed(params.language ?? "", params.step ?? "", scope);
  if ("fault" in whose) throw new Response(whose.fault, { status: 404 });
  return whose;
}

/** Where words are said, as an address has it. */
export const scopeAt = (query: URLSearchParams) => ({
  survey: query.get("survey") ?? "",
  set: query.get("set") || undefined,
});

/** The screens that look different after changes, and what of them is drawn nowhere. */
export async function previewsOf(
  changes: readonly WordsChange[],
  now: readonly OwnQuestion[],
  settings: AppLoadContext["services"]["settings"],
): Promise<{ previews: Preview[]; undrawn: string[] }> {
  const parts = changes.filter(({ step }) => partsOfSite.has(step));
  const around = await Promise.all(parts.map((change) => partPreviews(change, now, settings)));
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
    const { language, step, survey, set, after: texts = {} } = change;
    const then = withQuestion(now, { language, step, survey, set, texts });
    const [before, after] = [ownWordsFrom(0, now), ownWordsFrom(0, then)];
    const codes = survey === "" ? (askedIn(language).get(step)?.surveys ?? []) : [survey];
    for (const code of codes) {
      const question = stepNamed(step, variants.get(code)?.machine)!;
      const [was, is] = [before, after].map((words) =>
        JSON.stringify(words.of(code, set)(question, language)),
      );
      if (was === is) continue;
      const key = `${step} ${was} ${is}`;
      const known = previews.get(key);
      if (known) known.surveys.push(code);
      else {
        const shown = `/graphs/${code}/words?${new URLSearchParams({ step, ...(set !== undefined && { set }) })}`;
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
    const heading = `${step} in ${named}`;
    return { key, heading, ...shown };
  });
}

/**
 * The words that a frame shows: those in force, of everybody or of a set, with the draft in its address over them.
 * @throws Response 404
 */
export async function draftIn(
  { code, language }: { code: string; language: Language },
  query: URLSearchParams,
  { services }: AppLoadContext,
) {
  const part = query.get("part");
  const step = query.get("step") ?? "";
  const { set } = scopeAt(query);
  const whose =
    part === null
      ? whoseIn({ language, step }, { survey: code, set })
      : whoseIn({ language, step: part }, { survey: "" });
  const { questions } = await services.store.words.inForce();
  const draft = query.get("words");
  if (draft === null) return { part, step, language, set, ownWords: ownWordsFrom(0, questions) };
  const read = readDraft(draft);
  const own = read && { ...whose, survey: read.for };
  const typed =
    own && shippedTexts(own) && (read.for === "" || read.for === code)
      ? readTyped(own, read.texts, questions)
      : undefined;
  if (!own || !typed || "faults" in typed) throw noScreen();
  const then = withQuestion(questions, { ...own, texts: typed.texts });
  return { part, step, language, set, ownWords: ownWordsFrom(0, then) };
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
