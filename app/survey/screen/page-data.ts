import type { ReactNode, Ref } from "react";
import type { Arrival, EntryDefaults } from "../../../machines/context/tracking.ts";
import type { ErrorKey } from "../../../machines/fields/parse-answer.ts";
import type {
  NamedFirms,
  NoticeKey,
  PhoneCodeWords,
  Topic,
  Wording,
} from "../../../machines/messages/wording.ts";
import type { AnswerField, Answers } from "../../../machines/rules/answers.ts";
import type { ClickWindowRule, ClickWindowSettings } from "../../../machines/rules/click-window.ts";
import type { CompensationEstimate } from "../../../machines/rules/compensation.ts";
import type { ShownFirm } from "../../../machines/rules/one-to-one.ts";
import type { CallTracker, PageScripts, Pixels } from "../../../machines/site/page-scripts.ts";
import type {
  Field,
  FieldWording,
  Language,
  Option,
  Step,
  StepWording,
} from "../../../machines/steps/step.ts";
import type { SurveyInput } from "../../../machines/survey.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import type { SessionState } from "../../../machines/visit/session.ts";
import type { ShortestWay } from "../../../machines/visit/shortest-way.ts";
import type { Messages } from "../../../services/words/messages.ts";
import type { Company } from "../../ui/company.ts";

export type WordedOption = Option & {
  label: string;
  drawing?: string;
  /** The next question's remark on it. */
  remark?: string;
};

/** A field with its words; a select field's options are worded too. */
export type WordedField = Omit<Field, "options" | "opens"> &
  Omit<FieldWording, "options"> & {
    options?: WordedOption[];
    /** Heading of the group that begins with this field. */
    opens?: string;
    /** The answer to it with which the field after it applies. */
    asks?: string;
  };

/** A step worded in the visitor's language. */
export type LocalizedStep = {
  name: string;
  kind: Step["kind"];
  stage?: Step["stage"];
  /** A line above the heading, where a page flag asks for one. */
  header?: string;
  heading: string;
  subHeading?: string;
  options: WordedOption[];
  fields: WordedField[];
  submit?: string;
  links?: StepWording["links"];
  /** Why the screen turns its visitor away; '' where the server knows, and the page had no lead yet. */
  why?: string;
  /** The paragraphs of the consent, which is stored with the lead as one text; buyers are named by `namingBuyers`. */
  consent?: readonly string[];
  /** What says of its element that it is in another language than the page, where that is a draft. */
  consentIn?: { lang?: Language; dir?: "ltr" | "rtl" };
  /** The form field by which the server recognizes the consent that it put into this page. */
  seal?: string;
};

/** An answer at the consent. `said`: its lines in words, where the server has them instead of the answers. */
export type CheckedAnswer = { step: string; answers: Answers; said?: readonly string[] };

/** What is on screen, besides the visit's place. */
export type ScreenState = {
  /** What the visitor waits for after a press: a check of the answers, or the submission of the lead. */
  waiting: "checking" | "sending" | null;
  /** What the visitor has typed or chosen on this step, now or on an earlier visit. */
  values: Answers;
  errors: { [field in AnswerField | "option"]?: ErrorKey };
  canGoBack: boolean;
  /** A helpful word on the answer before. */
  remark?: string;
  /** At the consent and at an end: the answers before it, in order. */
  toCheck?: CheckedAnswer[];
  /** Firms that the consent names. */
  buyers?: readonly ShownFirm[];
  /** A sentence above the question, worded in services/words. */
  notice: NoticeKey | null;
  /** Its text, where the page has it. */
  noticeText?: string;
};

/** The data of a survey page: the server renders it, and the island continues with it. */
export type SurveyPageData = {
  survey: string;
  language: Language;
  /** Identifies the visit; absent on a first view, whose first answer begins one. */
  visit?: { token: string; id: string; leadEvent: string };
  /** The visit was resumed. */
  isResumed?: boolean;
  /** The browser has lost what it knew of its visit: the tab may still have what was typed. */
  isLost?: boolean;
  /** The panel beside the form. */
  nextSteps: { title: string; steps: string[]; named?: NamedFirms };
  /** Posted back untouched. */
  hidden: Record<string, string>;
  /** Every step of this variant, by name. */
  steps: Record<string, LocalizedStep>;
  topic: Topic;
  company: Company;
  progressStyle: "dots" | "bar";
  /** The film in the header, by its id; '' for none. */
  film: string;
  /** Where the visitor came in. A first view is the same for everybody, and has only the path's presets. */
  entry: {
    path: string;
    query: Record<string, string>;
    preset?: { defaults: EntryDefaults; keepsQuery: boolean };
  };
  input: SurveyInput;
  /** What the chart's effects load and open; absent where not configured. */
  effects: {
    pixels: Pixels;
    clickWindow: (ClickWindowSettings & { rule: ClickWindowRule }) | null;
    /** The pixels that this very page is to load where no script runs. */
    images: string[];
  };
  /** The vendors' scripts, where some are configured and the survey has not ended. */
  scripts?: PageScripts;
  /** The call tracker that provides the page's number, likewise. */
  callTracker?: CallTracker;
  /** The answers that count so far, with the services' outcomes: the island continues this log. */
  log: LogEntry[];
  /** Every answer ever given, by step, to be shown again. */
  drafts: Record<string, Answers>;
  /** The way by which questions are counted. */
  way: ShortestWay;
  session: SessionState;
  screen: ScreenState;
  /** The words of the modal that verifies the phone number, where the visit has one. */
  phoneCode?: PhoneCodeWords;
  /** The ten digits of a number that was verified by a code. */
  verifiedPhone?: string;
  /** The compensation meter where the visit shows it, with the newest estimate. */
  meter?: { words: Messages["pages"]["compensation"]; estimate?: CompensationEstimate };
};

/** The data of a question of any kind. */
export type QuestionProps = {
  step: LocalizedStep;
  screen: ScreenState;
  /** Errors in words, by field name. */
  errors: Record<string, string>;
  /** Their summary, where all are about the date. */
  dateSummary?: ReactNode;
  /** The result of the last press, where a button sends the step. */
  notice?: ReactNode;
  words: Wording;
  language: Language;
  phone: Company["phone"];
  /** What its button waits for, without an overlay that says so. */
  busy: ScreenState["waiting"];
  headingRef?: Ref<HTMLHeadingElement>;
  live: boolean;
  page: Pick<SurveyPageData, "entry" | "steps" | "nextSteps"> & {
    session: Pick<SurveyPageData["session"], "currentStep">;
  };
  show?: (step: string, until?: string) => boolean;
};

/** True while the overlay covers the page; with nothing to wait for, it is behind the step on screen. */
export function isCovered({ session, screen }: Pick<SurveyPageData, "session" | "screen">): boolean {
  return session.showOverlay && screen.waiting !== null;
}

/** The page of a visitor who has opted out: no third party is loaded or opened, and no tracker's number is shown. */
export function withoutThirdParties(page: SurveyPageData): SurveyPageData {
  const { scripts, callTracker, ...own } = page;
  return { ...own, effects: { pixels: {}, clickWindow: null, images: [] } };
}

/**
 * A survey's address at one question, with the visit's own traffic parameters and nothing else.
 * @param until the question to return to once its answer is changed
 */
export function stepAddress(
  path: string,
  query: Record<string, string>,
  step: string,
  until?: string,
): string {
  return `${path}?${new URLSearchParams({ ...query, step, ...(until && { until }) })}`;
}

/** The query that a visit's addresses carry on: how the visitor came, with the click's id. */
export function queryOf({ click, query }: Pick<Arrival, "click" | "query">): Record<string, string> {
  return { ...(click && { _ef_transaction_id: click }), ...query };
}
