import { whenWasTheAccident } from "../../../machines/steps/accident.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";
import { wordsOfStep } from "../../../services/words/index.ts";
import { pageFeatures } from "../../features.ts";
import type { Company } from "../../ui/company.ts";
import { type LinkCard, LinkCards } from "../articles/prose.tsx";
import { articleAt } from "../content/pages.ts";
import { homeWords } from "../content/words.ts";
import { PhoneLink, StartLink } from "../layout/site-links.tsx";
import { surveyUrls } from "../links.ts";
import styles from "./home.module.css";
import { OwnFigures } from "./own-figures.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

const faqsPath = "/car-accident-lawsuits/faqs/";

type Props = { language: Language; company: Company };

/** Content of the home page. The banner and the questions are in English only, as the pages behind them. */
export function Home({ language, company, figures }: Props & { figures?: Figures }) {
  return (
    <>
      <Hero language={language} company={company} />
      <HowItWorks language={language} />
      {figures && <OwnFigures figures={figures} language={language} />}
      {language === "en" && <WhyChooseUs />}
      <Checklist language={language} />
      <Guides language={language} />
      {language === "en" && <Questions />}
      <Closing language={language} company={company} />
    </>
  );
}

/** What the site offers, and the two ways to start: by questions or by phone. */
function Hero({ language, company }: Props) {
  const { title, lead, start, orCall, assurances } = homeWords[language];
  return (
    <div className={styles.hero}>
      <div>
        <h1 className={styles.title}>
          {title.asks} <span>{title.offers}</span>
        </h1>
        <p className={styles.lead}>{lead}</p>
        <p className={styles.start}>
          <StartLink url={surveyUrls[language]}>{start}</StartLink>
        </p>
        <FirstQuestion language={language} />
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
  const { howItWorks, steps } = homeWords[language];
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
  const { afterCrash, advice, adviceNote } = homeWords[language];
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

const guides: Record<Language, readonly LinkCard[]> = {
  en: [
    {
      url: "/car-accident-lawsuits/filing-claim/",
      name: "Dealing with an insurance company",
      text: "Whose insurance pays, what papers to collect, and how to handle an adjuster.",
    },
    {
      url: "/car-accident-lawsuits/settlements/",
      name: "What could my claim cover?",
      text: "What a settlement pays for, what lowers it, and what to check before you sign.",
    },
    {
      url: "/car-accident-lawsuits/timeline/",
      name: "How long will it take?",
      text: "The stages of a claim, from the first day to the payment.",
    },
    {
      url: "/car-accident-laws/",
      name: "Deadlines and laws by state",
      text: "Deadlines and fault rules in every state, each with its statute.",
    },
    {
      url: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
      name: "Proving it wasn’t my fault",
      text: "The four things you have to prove, and how people prove them.",
    },
    ...pageFeatures.flatMap(({ onHome }) => onHome ?? []),
  ],
  es: [
    {
      url: "/es/where-to-turn/",
      name: "Dónde más buscar ayuda legal",
      text: "El colegio de abogados de cada estado y ayuda legal gratuita.",
    },
    {
      url: "/es/privacy-policy/",
      name: "Política de privacidad",
      text: "Qué hacemos con sus datos y quién los recibe.",
    },
    {
      url: "/es/do-not-sell-my-information/",
      name: "No vendan ni compartan mi información",
      text: "Pídanos que no le contacten más.",
    },
  ],
};

/** The pages to read, by what a visitor has on their mind. */
function Guides({ language }: Pick<Props, "language">) {
  return (
    <section className={styles.section} aria-labelledby="guides">
      <h2 id="guides">{homeWords[language].guides}</h2>
      <LinkCards cards={guides[language]} />
    </section>
  );
}

/** The questions that people ask before they begin. */
const shown = [
  "How long do I have to file a lawsuit?",
  "What if I was partly at fault?",
  "What does a lawyer cost?",
  "Do I have to talk to the other driver’s insurance company?",
];

/** Some of the questions and answers, word for word as on their own page. */
function Questions() {
  const all = articleAt(faqsPath).sections.flatMap(({ questions }) => questions);
  return (
    <section className={styles.section} aria-labelledby="questions">
      <h2 id="questions">Common questions</h2>
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
        <a href={faqsPath}>See all FAQs</a>
      </p>
    </section>
  );
}

/** The last word of the home page: begin, by questions or by telephone. */
function Closing({ language, company }: Props) {
  const { closing, closingText, start, orCall } = homeWords[language];
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <div className={styles.inner}>
        <div>
          <h2 id="closing">{closing}</h2>
          <p>{closingText}</p>
        </div>
        <p className={styles.actions}>
          <StartLink url={surveyUrls[language]}>{start}</StartLink>
          <span>
            {orCall} <PhoneLink phone={company.phone} />
          </span>
        </p>
      </div>
    </section>
  );
}

/** The first question of the survey that the site's buttons start: its answer begins the visit there. */
function FirstQuestion({ language }: { language: Language }) {
  const { name, options = [] } = whenWasTheAccident;
  const words = wordsOfStep(whenWasTheAccident, language);
  return (
    <form className={styles.form} method="post" action={surveyUrls[language]}>
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
