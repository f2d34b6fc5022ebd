import type { ReactNode, Ref } from "react";
import type { Wording } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Company } from "../../ui/company.ts";
import { ChoiceQuestion } from "./choice-question.tsx";
import type { LocalizedStep, ScreenState, SurveyPageData } from "./page-data.ts";
import { EndScreen, TypedQuestion } from "./parts.ts";

export type QuestionProps = {
  step: LocalizedStep;
  screen: ScreenState;
  /** Errors in words, by field name. */
  errors: Record<string, string>;
  /** The summary of them, where they are all of the date. */
  dateSummary?: ReactNode;
  words: Wording;
  language: Language;
  phone: Company["phone"];
  /** What its button waits for, where no overlay says so. */
  busy: ScreenState["waiting"];
  headingRef?: Ref<HTMLHeadingElement>;
  live: boolean;
  /** The page it is on. */
  page: Pick<SurveyPageData, "entry" | "steps"> & { session: Pick<SurveyPageData["session"], "currentStep"> };
  show?: (step: string, until?: string) => boolean;
};

/** One step of the survey, by its kind. */
export function Question(props: QuestionProps) {
  switch (props.step.kind) {
    case "choice":
    case "when":
      return <ChoiceQuestion {...props} />;
    case "end":
      return <EndScreen {...props} />;
    default:
      return <TypedQuestion {...props} />;
  }
}
