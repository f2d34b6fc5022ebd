import type { LocalizedStep, ScreenState, SurveyPageData } from "../../../app/survey/screen/page-data.ts";
import { track } from "../../../machines/lead/tracking.ts";
import type { SessionState } from "../../../machines/session.ts";
import type { ProgressTracker } from "../../../machines/tracker.ts";

const blank = { options: [], fields: [] };

const steps: LocalizedStep[] = [
  {
    ...blank,
    name: "AtFault",
    kind: "choice",
    heading: "Were you at fault?",
    options: [
      { value: "no", records: { at_Fault: "no" }, label: "No" },
      {
        value: "partially",
        records: { at_Fault: "yes", partial_fault: "yes" },
        label: "Partly",
        look: "link",
      },
    ],
  },
  {
    ...blank,
    name: "WhenWasTheAccident",
    kind: "when",
    heading: "When was it?",
    options: [
      { value: "Over 2 Years", records: { accident_date_button: "Over 2 Years" }, label: "Over 2 years ago" },
    ],
    fields: [
      { name: "injury_month", kind: "month", label: "Month" },
      { name: "injury_day", kind: "day", label: "Day" },
      { name: "injury_year", kind: "year", label: "Year" },
    ],
  },
  {
    ...blank,
    name: "IncidentDescription",
    kind: "description",
    heading: "What happened?",
    fields: [{ name: "case_description", kind: "description", label: "Your description" }],
  },
  {
    ...blank,
    name: "PhoneAndZip",
    kind: "contact",
    heading: "How can we reach you?",
    consent: "I agree to be called.",
    submit: "Send",
    fields: [
      { name: "phone", kind: "phone", label: "Phone", hint: "10 digits" },
      { name: "zip_code", kind: "zip", label: "ZIP code" },
    ],
  },
];

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

/** Page data standing at `step`, with whatever else of the screen and the session matters to a test. */
export function pageAt(
  step: string,
  screen: Partial<ScreenState> = {},
  session: Partial<SessionState> = {},
): SurveyPageData {
  return {
    survey: "c",
    language: "en",
    visit: { token: "token", id: "visit", leadEvent: "" },
    hidden: { visit: "token" },
    steps: Object.fromEntries(steps.map((localized) => [localized.name, localized])),
    topic: "accident",
    nextSteps: { title: "What happens next", steps: ["You answer.", "A firm may call."] },
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
