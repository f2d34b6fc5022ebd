import { whenWasTheAccident } from "../../../machines/steps/accident.ts";
import type { Language, StepWording } from "../../../machines/steps/step.ts";
import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";
import { wordsOfStep } from "../../../services/words/index.ts";
import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { pageFeatures } from "../../features.ts";
import type { Company } from "../../ui/company.ts";
import { LinkCards } from "../articles/prose.tsx";
import { articleAt } from "../content/pages.ts";
import { PhoneLink, StartLink } from "../layout/site-links.tsx";
import { surveyUrls } from "../links.ts";
import { useMessages } from "../messages.ts";
import styles from "./home.module.css";
import { OwnFigures } from "./own-figures.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

const faqsPath = "/car-accident-lawsuits/faqs/";

type Props = { language: Language; company: Company };

/** `asks`: the words of the first question, in its survey. */
type HomeProps = Props & { figures?: Figures; asks?: StepWording };

/** Content of the home page. The banner and the questions are only where the pages behind them are in the language. */
export function Home({ language, company, figures, asks }: HomeProps) {
  const { whyUs, questions } = useMessages(language).home;
  return (
    <>
      <Hero language={language} company={company} asks={asks} />
      <HowItWorks language={language} />
      {figures && <OwnFigures figures={figures} language={language} />}
      {whyUs && <WhyChooseUs {...whyUs} />}
      <Checklist language={language} />
      <Guides language={language} />
      {questions && <Questions {...questions} />}
      <Closing language={language} company={company} />
    </>
  );
}

/** What the site offers, and the two ways to start: by questions or by phone. */
function Hero({ language, company, asks }: HomeProps) {
  const { title, lead, start, orCall, assurances } = useMessages(language).home;
  return (
    <div className={styles.hero}>
      <div>
        <h1 className={styles.title}>
          {title.asks} <span>{title.offers}</span>
        </h1>
        <p className={styles.lead}>{lead}</p>
        <p className={styles.start}>
          <StartLink url={inLanguage(surveyUrls, language)}>{start}</StartLink>
        </p>
        <FirstQuestion language={language} words={asks ?? wordsOfStep(whenWasTheAccident, language)} />
        <p className={styles.call}>
          {orCall} <PhoneLink phone={company.phone} />
        </p>
        <ul className={styles.assurances}>
          {assurances.map((assurance) => (
            <li key={assurance}>{assurance}</li>
          ))}
        </ul>
      </div>
      <img
        className={styles.picture}
        src="/illustrations/road.svg"
        alt=""
        width="560"
        height="440"
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}

function HowItWorks({ language }: Pick<Props, "language">) {
  const { howItWorks, steps } = useMessages(language).home;
  return (
    <section className={styles.how} aria-labelledby="how-it-works">
      <h2 id="how-it-works">{howItWorks}</h2>
      <ol className={styles.steps}>
        {steps.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A checklist for the day of the crash. */
function Checklist({ language }: Pick<Props, "language">) {
  const { afterCrash, advice, adviceNote } = useMessages(language).home;
  return (
    <section className={styles.checklist} aria-labelledby="after-a-crash">
      <h2 id="after-a-crash">{afterCrash}</h2>
      <ol>
        {advice.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <p>{adviceNote}</p>
    </section>
  );
}

/** What features add leads to pages in the main language. */
const ofFeatures = pageFeatures.flatMap(({ onHome }) => onHome ?? []);

/** The pages to read, by what a visitor has on their mind. */
function Guides({ language }: Pick<Props, "language">) {
  const { guides, cards } = useMessages(language).home;
  const more = language === mainLanguage ? ofFeatures : [];
  return (
    <section className={styles.section} aria-labelledby="guides">
      <h2 id="guides">{guides}</h2>
      <LinkCards cards={[...cards, ...more]} language={language} />
    </section>
  );
}

type QuestionsWords = NonNullable<Messages["home"]["questions"]>;

/** Some of the questions and answers, word for word as on their own page. */
function Questions({ title, shown, all: rest }: QuestionsWords) {
  const all = articleAt(faqsPath).sections.flatMap(({ questions }) => questions);
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">{title}</h2>
      <div className={styles.questions}>
        {all
          .filter(({ question }) => shown.includes(question))
          .map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </details>
          ))}
      </div>
      <p className={styles.more}>
        <a href={faqsPath}>{rest}</a>
      </p>
    </section>
  );
}

/** The last word of the home page: begin, by questions or by telephone. */
function Closing({ language, company }: Props) {
  const { closing, closingText, start, orCall } = useMessages(language).home;
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <div className={styles.inner}>
        <div>
          <h2 id="closing">{closing}</h2>
          <p>{closingText}</p>
        </div>
        <p className={styles.actions}>
          <StartLink url={inLanguage(surveyUrls, language)}>{start}</StartLink>
          <span>
            {orCall} <PhoneLink phone={company.phone} />
          </span>
        </p>
      </div>
    </section>
  );
}

/** The first question of the survey that the site's buttons start: its answer begins the visit there. */
function FirstQuestion({ language, words }: { language: Language; words: StepWording }) {
  const { name, options = [] } = whenWasTheAccident;
  return (
    <form className={styles.form} method="post" action={inLanguage(surveyUrls, language)}>
      <input type="hidden" name="step" value={name} />
      <fieldset>
        <legend className={styles.question}>{words.heading}</legend>
        <div className={styles.answers}>
          {options.map(({ value }) => (
            <button key={value} type="submit" name="option" value={value} className={styles.answer}>
              {words.options?.[value]}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  );
}
