import type { ScreenState, SurveyPageData } from "../../../app/survey/screen/page-data.ts";
import { localize } from "../../../app/survey/server/localized-steps.ts";
import { track } from "../../../machines/context/tracking.ts";
import { type StepName, steps } from "../../../machines/steps/index.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { ProgressTracker, SessionState } from "../../../machines/visit/session.ts";
import { messagesIn } from "../../../services/words/index.ts";

export const company = {
  siteName: "Example Site",
  phone: { dial: "+18775550123", display: "(877) 555-0123" },
  email: "help@example.com",
  address: "1 Example Street",
};

/** How far the visitor of `pageAt` is: at the third of so many steps. */
export function trackerOf(total = 9): ProgressTracker {
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  return {
    total,
    part: 1,
    steps: numbers.map((number) => ({
      number,
      name: `Step${number}`,
      label: `Question ${number}?`,
      completed: number < 3,
      active: number === Math.min(3, total),
    })),
  };
}

/** Page data standing at a step, with whatever else of the screen and the session matters to a test. */
export function pageAt(
  step: StepName,
  screen: Partial<ScreenState> = {},
  session: Partial<SessionState> = {},
  language: Language = "en",
): SurveyPageData {
  const { pages, consent } = messagesIn(language);
  return {
    survey: "c",
    language,
    visit: { token: "token", id: "visit", leadEvent: "" },
    hidden: { visit: "token" },
    steps: { [step]: localize(steps[step], language, company) },
    topic: "accident",
    nextSteps: {
      title: "What happens next",
      steps: ["You answer.", "A firm may call."],
      named: { ...pages.nextSteps.named, naming: consent.naming },
    },
    company,
    progressStyle: "dots",
    film: "",
    entry: { path: "/survey/c", query: {} },
    input: {
      path: "/survey/c",
      tracking: track({ path: "/survey/c", query: {}, referer: "" }, {}),
      today: { year: 2026, month: 11, day: 20 },
    },
    effects: { pixels: {}, clickWindow: null, images: [] },
    log: [],
    drafts: {},
    way: { steps: [], left: {}, next: {} },
    session: {
      steps: ["WhenWasTheAccident", step],
      currentStep: step,
      currentProgress: 30,
      tracker: trackerOf(),
      isDisqualified: false,
      dqReason: "",
      injuryDate: "",
      sessionId: "visit",
      inDuiFlow: false,
      isExternalHost: false,
      showOverlay: false,
      disableScroll: false,
      ...session,
    },
    screen: {
      waiting: null,
      values: {},
      errors: {},
      canGoBack: true,
      notice: null,
      ...screen,
    },
  };
}
