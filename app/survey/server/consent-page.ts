import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppLoadContext } from "@remix-run/node";
import { failure } from "../../../services/observe/log.ts";
import type { KeepPage } from "../../../services/visits/submission.ts";
import { surveyConsent } from "../../../services/words/survey-consent.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import { surveyPage } from "./page.ts";

/** More than variants, their ways and sets of firms make in a day. */
const mostKnown = 1_000;
/** Hashes of the pages that a site's store has, by what they show. */
const knownIn = new WeakMap<object, Map<string, Promise<string>>>();

/**
 * Renders the page of a consent's step when the consent arrives, as for a browser without scripts, and stores it once.
 * Most consents are given on a page that is known, and cost neither.
 * @returns undefined during development, when pages have no styles of their own
 */
export function consentPageKeeper({ services, render }: AppLoadContext): KeepPage | undefined {
  if (!render) return undefined;
  const { settings, consentSeals, store, log } = services;
  const known = knownIn.get(settings) ?? new Map<string, Promise<string>>();
  knownIn.set(settings, known);

  const keep = async (page: SurveyPageData) => {
    const html = await render(`${page.entry.path}?step=${page.session.currentStep}`, page);
    return store.consentPages.keep(selfContained(html));
  };

  return async (entry, state, { seal }) => {
    if (!consentSeals.isOwn(seal)) {
      return {
        none: "The visitor’s page was made by another release, or in other words, than the one that took the consent.",
      };
    }
    const { step } = surveyConsent(entry.variant, settings.company, {
      steps: state.path,
      ownWords: settings.ownWords,
      set: state.visit.arrival.arm?.words,
    });
    try {
      const page = consentPage(surveyPage({ entry, state, step, isExternalHost: false, settings }));
      const key = createHash("sha256").update(JSON.stringify(page)).digest("base64");
      const kept = known.get(key) ?? keep(page);
      if (known.size >= mostKnown) known.clear();
      known.set(key, kept);
      kept.catch(() => known.delete(key));
      return { sha256: await kept };
    } catch (error) {
      log("consent_page.failed", failure(error));
      return { none: "The page could not be made or stored when the consent arrived." };
    }
  };
}

/**
 * A consent's page as everybody sees it who arrives the same way: it contains nothing of the visitor's answers and
 * address, so that the page can be kept for good.
 */
function consentPage(page: SurveyPageData): SurveyPageData {
  const { survey, language, steps, topic, nextSteps, company, progressStyle, film } = page;
  const { entry, way, session, screen } = page;
  const { canGoBack, buyers } = screen;
  return {
    survey,
    language,
    steps,
    topic,
    nextSteps,
    company,
    progressStyle,
    film,
    way,
    entry: { path: entry.path, query: {} },
    hidden: {},
    // Only the flags are visible.
    input: { path: entry.path, flags: page.input.flags } as SurveyPageData["input"],
    effects: { pixels: {}, clickWindow: null, images: [] },
    log: [],
    drafts: {},
    session: {
      steps: session.steps,
      currentStep: session.currentStep,
      currentProgress: session.currentProgress,
      tracker: session.tracker,
      disableScroll: session.disableScroll,
      sessionId: "",
      isDisqualified: false,
      dqReason: "",
      injuryDate: "",
      inDuiFlow: false,
      isExternalHost: false,
      showOverlay: false,
    },
    screen: { waiting: null, values: {}, errors: {}, notice: null, canGoBack, buyers },
  };
}

/** Opened from a disk, the page runs nothing, loads nothing and sends nothing. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'";

const types: Record<string, string> = {
  woff2: "font/woff2",
  svg: "image/svg+xml",
  webp: "image/webp",
  avif: "image/avif",
  jpg: "image/jpeg",
  png: "image/png",
};

/**
 * A page of ours as one file: with its typeface and pictures in it, without scripts, hidden fields and references to
 * other files of the release. React escapes all text, so every tag and attribute found is a real one.
 */
function selfContained(html: string): string {
  return html
    .replaceAll(/<script\b.*?<\/script>|<noscript\b.*?<\/noscript>/gs, "")
    .replaceAll(/<link\b[^>]*>|<input type="hidden"[^>]*>| data-(?:variant|words)="[^"]*"/g, "")
    .replaceAll(/<style>.*?<\/style>/gs, (style) => style.replaceAll(/(?<=url\()\/[^)]+/g, inlined))
    .replaceAll(/(?<=<img [^>]*?src=")\/[^"]+/g, inlined)
    .replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${policy}"/>`);
}

/** A file of the build as an address that holds it. */
function inlined(path: string): string {
  const type = types[path.slice(path.lastIndexOf(".") + 1)];
  return `data:${type};base64,${readFileSync(join("build/client", path)).toString("base64")}`;
}
