import type { SurveyPageData } from "../screen/page-data.ts";

/**
 * A consent's page as everybody sees it who comes to it on the same way: what follows from the visitor's answers and
 * address is not taken over, so that the page can be kept for good.
 */
export function consentPage(page: SurveyPageData): SurveyPageData {
  const { survey, language, steps, topic, nextSteps, company, progressStyle, film } = page;
  const { entry, way, session, screen } = page;
  const { canGoBack, buyers } = screen;
  return {
    ...{ survey, language, steps, topic, nextSteps, company, progressStyle, film, way },
    entry: { path: entry.path, query: {} },
    hidden: {},
    // Only the flags are to be seen.
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
