import type { PageFlags } from "../../machines/rules/page-flags.ts";
import type { ProgressTracker } from "../../machines/visit/session.ts";
import { messagesIn } from "../../services/words/index.ts";
import { mainLanguage } from "../../services/words/languages.ts";
import { SurveyHeader } from "../site/layout/headers.tsx";
import type { LocalizedStep, ScreenState, WordedField } from "../survey/screen/page-data.ts";
import { Progress } from "../survey/screen/progress.tsx";
import question from "../survey/screen/question.module.css";
import { Question } from "../survey/screen/question.tsx";
import { SecurityNote } from "../survey/screen/question-form.tsx";
import { QuestionHeading } from "../survey/screen/question-heading.tsx";
import { ConsentLinks, ConsentText } from "../survey/screen/typed-question.tsx";
import buttons from "../ui/buttons.module.css";
import type { Company } from "../ui/company.ts";
import messages from "../ui/messages.module.css";
import { TextField } from "../ui/text-field.tsx";
import styles from "./gallery.module.css";

/** The survey whose parts an example shows, with its flags. */
export type Shown = {
  company: Company;
  flags: PageFlags;
  /** Its localized questions by name. */
  steps: Record<string, LocalizedStep>;
  /** Names the example: no two fields of the page have the same name. */
  id: string;
};

const { screens: words, pages } = messagesIn(mainLanguage);
const screen: ScreenState = { waiting: null, canGoBack: true, values: {}, errors: {}, notice: null };
/** The third of eight steps. */
const tracker: ProgressTracker = {
  total: 8,
  part: 1,
  steps: Array.from({ length: 8 }, (_, index) => ({
    number: index + 1,
    name: "",
    label: "",
    completed: index < 2,
    active: index === 2,
  })),
};

export function Header({ company }: Shown) {
  return <SurveyHeader company={company} language={mainLanguage} />;
}

/** A survey at its third question. */
function ProgressAs({ look }: { look: "dots" | "bar" }) {
  const session = { steps: [], currentStep: "", currentProgress: 38, tracker };
  const data = {
    language: mainLanguage,
    topic: "accident",
    steps: {},
    progressStyle: look,
    session,
  } as const;
  return <Progress data={data} words={words} />;
}

export function Bar() {
  return <ProgressAs look="bar" />;
}

/** A question with its answers, the second of them chosen. */
export function Choice({ step, company }: { step: LocalizedStep; company: Company }) {
  const values = step.options[1]!.records;
  return (
    <Question
      screen={{ ...screen, values }}
      errors={{}}
      busy={null}
      live={false}
      language={mainLanguage}
      phone={company.phone}
      page={{
        entry: { path: "/survey/c", query: {} },
        steps: {},
        nextSteps: { title: "", steps: [] },
        session: { currentStep: step.name },
      }}
      step={step}
      words={words}
    />
  );
}

/** The line that a flag puts above a question. */
export function LineAbove({ step }: { step: LocalizedStep }) {
  return (
    <>
      <p className={question.header}>{step.header}</p>
      <QuestionHeading text={step.heading} />
    </>
  );
}

/** The button that sends a form. */
export function Submit({ step }: { step: LocalizedStep }) {
  return (
    <button type="button" className={`${buttons.primary} ${buttons.alone}`}>
      {step.submit}
    </button>
  );
}

export function Guarantee() {
  return <SecurityNote topic="accident" words={words} />;
}

/** Answers to choose from, and a button to continue. */
export function Buttons({ company, steps }: Shown) {
  return (
    <>
      <Choice step={steps.HasLawyer!} company={company} />
      <Submit step={steps.NameAndEmail!} />
    </>
  );
}

/** Something of everything that a survey's screens have. */
export function Screen(shown: Shown) {
  const { steps, company } = shown;
  const last = steps.PhoneAndZip!;
  const typed = (step: LocalizedStep, name: WordedField["name"]) => {
    const { kind, label, hint } = step.fields.find((field) => field.name === name)!;
    return { name: `${shown.id}-${name}`, kind: kind as "email" | "phone", label, hint };
  };
  return (
    <>
      <Header {...shown} />
      <div className={styles.screen}>
        <ProgressAs look="dots" />
        <Bar />
        <p className={messages.notice}>{pages.notices.answersExpired}</p>
        <Choice step={steps.HasLawyer!} company={company} />
        <div className={styles.fields}>
          <TextField {...typed(last, "phone")} value="(213) 555-0123" />
          <TextField {...typed(steps.NameAndEmail!, "email")} value="ana@" error={words.errors.email} />
        </div>
        <ConsentText worded={last.consent!} />
        <Submit step={last} />
        <ConsentLinks links={words.links} />
        <Guarantee />
      </div>
    </>
  );
}
