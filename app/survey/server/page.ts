import type { AnswerErrors } from "../../../machines/fields/parse-answer.ts";
import { showsMeter } from "../../../machines/lead/thank-you.ts";
import { fill } from "../../../machines/messages/fill.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { Answers } from "../../../machines/rules/answers.ts";
import { shownFirms } from "../../../machines/rules/one-to-one.ts";
import { type Pixels, pixelsAt } from "../../../machines/site/page-scripts.ts";
import { questionNamed, stepNamed } from "../../../machines/steps/index.ts";
import type { EffectName } from "../../../machines/survey.ts";
import type { Variant } from "../../../machines/variant.ts";
import { approvedPhone } from "../../../machines/visit/facts.ts";
import { logOf } from "../../../machines/visit/log.ts";
import { stepsOf } from "../../../machines/visit/outline.ts";
import { sessionState } from "../../../machines/visit/session.ts";
import { shortestWay } from "../../../machines/visit/shortest-way.ts";
import { shownTrail } from "../../../machines/visit/shown-outcome.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { Settings } from "../../../services/settings/env.ts";
import type { ConsentSeals } from "../../../services/visits/shown-consent.ts";
import { noOwnWords } from "../../../services/words/own-words.ts";
import { timeSpanInWords } from "../../site/in-words.ts";
import { queryOf, type ScreenState, type SurveyPageData } from "../screen/page-data.ts";
import { soFar } from "../screen/so-far.ts";
import type { VisitNames } from "./caller.ts";
import { wordsOf } from "./localized-steps.ts";
import type { TurnedAway } from "./turned-away.ts";

export type PageParts = {
  entry: SurveyEntry;
  /** The form's visit; none on a first view, which is the same for all who arrive alike. */
  visit?: VisitNames;
  state: VisitState;
  step: string;
  /** The question that the visitor came from to change this one's answer. */
  until?: string | null;
  isExternalHost: boolean;
  /** Seals the consents of a page that can be answered. */
  consentSeals?: ConsentSeals;
  settings: Pick<
    Settings,
    "company" | "campaigns" | "pixels" | "clickWindow" | "pageScripts" | "callTracker"
  > &
    Partial<Pick<Settings, "about" | "ownWords">>;
  errors?: AnswerErrors;
  values?: Answers;
  notice?: ScreenState["notice"];
  /** What typed questions show before they are answered. */
  prefill?: Answers;
  /**
   * What was typed into a form of a visit that no longer exists; the forms on the way to its question carry it along.
   */
  typed?: Answers;
  /** Effects that the chart has had by coming to this page. */
  said?: readonly EffectName[];
  /** Why a screen turns its visitor away. */
  why?: TurnedAway;
};

/** The data of a survey page, with all that its island needs to continue without the server. */
export function surveyPage(parts: PageParts): SurveyPageData {
  const { entry, visit, state, step, until, settings } = parts;
  const { company } = settings;
  const { variant } = entry;
  const { language } = variant;
  const { flags } = state.input;
  const topic = topicOf(variant.flow);
  const arrival = visit?.arrival ?? state.visit.arrival;
  const query = visit ? queryOf(arrival) : {};
  const headline = settings.campaigns.get(arrival.query.affid ?? "")?.[language];
  const { context } = state.replay.snapshot;
  const within = settings.about?.firstCallWithin;
  const way = shortestWay(variant.machine, state.input);
  const { ownWords = noOwnWords } = settings;
  const around = ownWords.messages(language).pages;
  const firstCall = within && fill(around.flags.firstCall, { within: timeSpanInWords(within, language) });
  const shown = {
    flags,
    language,
    topic,
    first: state.path[0],
    about: variant.about,
    headline,
    firstCall,
    set: state.visit.arrival.arm?.words,
  };
  const words = wordsOf(variant, company, shown, ownWords);
  const steps = { ...words.steps };
  for (const { step, worded } of words.consents) {
    const seal = parts.consentSeals?.seal({ path: arrival.path, step, language, worded });
    if (seal) steps[step] = { ...steps[step]!, seal };
  }
  if (parts.why) steps[parts.why.step] = { ...steps[parts.why.step]!, why: parts.why.text };
  const drafts: Record<string, Answers> = {
    ...filledIn(variant, { ...parts.prefill, ...parts.typed }),
    ...state.visit.drafts,
  };
  return {
    survey: variant.code,
    language,
    visit: visit && { token: visit.token, id: visit.id, leadEvent: visit.leadEvent },
    hidden: {
      ...(visit && { visit: visit.token }),
      step,
      ...(parts.typed && { typed: JSON.stringify(parts.typed) }),
      ...(until && state.path.includes(until) && { until }),
    },
    steps,
    topic,
    nextSteps: words.nextSteps,
    company,
    progressStyle: flags?.progressBar === "v1" ? "bar" : variant.progressStyle,
    film: variant.film,
    entry: {
      path: entry.path,
      query,
      ...(!visit && { preset: { defaults: entry.defaults, keepsQuery: variant.keepsQuery } }),
    },
    input: state.input,
    effects: pageEffects({ entry, state, settings }, parts.said),
    ...(!state.ending && thirdParties(settings)),
    log: logOf(shownTrail(state.replay.taken, state, variant)),
    drafts,
    way,
    session: sessionState({
      machine: variant.machine,
      way,
      context,
      steps: state.path,
      currentStep: step,
      labelOf: (name) => steps[name]?.heading ?? questionNamed(name, variant.machine).name,
      sessionId: visit?.id ?? "",
      isExternalHost: parts.isExternalHost,
    }),
    screen: {
      waiting: null,
      canGoBack: state.path.indexOf(step) > 0 && !state.ending,
      values: parts.values ?? drafts[step] ?? {},
      errors: parts.errors ?? ownErrors(state, step),
      notice: parts.notice ?? null,
      noticeText: parts.notice && parts.notice !== "saveFailed" ? around.notices[parts.notice] : undefined,
      ...soFar(steps, state.path, step, context.checks.place, (name) => drafts[name]),
      buyers: context.checks.buyers && shownFirms(context.checks.buyers.selected),
    },
    phoneCode: flags?.verifyPhone ? around.phoneCode : undefined,
    verifiedPhone: approvedPhone(state.visit.facts),
    meter: showsMeter(variant, arrival.query)
      ? { words: around.compensation, estimate: state.visit.facts.compensation }
      : undefined,
  };
}

function thirdParties({ pageScripts, callTracker }: PageParts["settings"]) {
  const isAny = Object.keys(pageScripts).length > 0;
  return {
    ...(isAny && { scripts: pageScripts }),
    ...(callTracker && { callTracker }),
  };
}

/** What a survey is about, by the kind of lead that it makes. */
export function topicOf(flow: Required<Variant>["flow"]): Topic {
  return flow === "ticket" || flow === "benefits" ? flow : "accident";
}

/** A refusal stays on screen until it is answered, also after a reload. */
function ownErrors(state: VisitState, step: string): AnswerErrors {
  return state.replay.state === step ? state.replay.snapshot.context.errors : {};
}

/**
 * The chart's effects on coming to this screen: on arrival those of its start, and at the newest question those of the
 * answer before it. A browser without scripts gets each once, here.
 * @param arrives the survey's own address was opened, and not one of its questions
 */
export function saidOnTheWay(
  { replay: { stages }, path }: Pick<VisitState, "replay" | "path">,
  step: string,
  arrives: boolean,
): EffectName[] {
  if (arrives) return stages[0]!.effects;
  const before = stages.at(-2)?.effects.length ?? 0;
  return step === path.at(-1) ? stages.at(-1)!.effects.slice(before) : [];
}

type Page = {
  entry: SurveyEntry;
  state: Pick<VisitState, "ending">;
  settings: Pick<Settings, "pixels" | "clickWindow">;
};

/** The chart's effects as a page gets them. @param said those that have led to this page */
function pageEffects(
  { entry, state, settings }: Page,
  said: readonly EffectName[] = [],
): SurveyPageData["effects"] {
  const { clickWindow } = settings;
  // Once a survey has ended, nothing more is counted.
  const pixels = state.ending ? {} : pixelsAt(settings.pixels, entry.path);
  const opens = clickWindow.affiliateClickUrl || clickWindow.vw3OfferUrl;
  return {
    pixels,
    clickWindow: opens ? { ...clickWindow, rule: entry.variant.clickWindow } : null,
    images: said.flatMap((effect) => imageOf(effect, pixels) ?? []),
  };
}

/** The image that replaces an effect where no script runs; undefined where it has none. */
function imageOf(effect: EffectName, { loadTrackingPixel, loadSocialPixel }: Pixels): string | undefined {
  if (effect === "loadTrackingPixel") return loadTrackingPixel;
  if (effect !== "loadSocialPixel" || !loadSocialPixel?.meta) return undefined;
  const { id, image } = loadSocialPixel.meta;
  return `${image}?${new URLSearchParams({ id, ev: "PageView", noscript: "1" })}`;
}

/** What is known about a visitor in advance, by the question that will ask it. */
export function filledIn({ machine }: Variant, known: Answers): Record<string, Answers> {
  if (Object.keys(known).length === 0) return {};
  const names = stepsOf(machine, (name) => stepNamed(name) !== undefined);
  const drafts = names.map((name) => {
    const asked = stepNamed(name, machine)?.fields ?? [];
    const found = asked.flatMap((field) => (known[field.name] ? [[field.name, known[field.name]]] : []));
    return [name, Object.fromEntries(found) as Answers] as const;
  });
  return Object.fromEntries(drafts.filter(([, answers]) => Object.keys(answers).length > 0));
}
