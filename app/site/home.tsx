import type { OwnFigures as Figures } from "../../services/visits/own-figures.ts";
import type { Company } from "../ui/company.ts";
import { faqs } from "./articles/faqs.tsx";
import { FirstQuestion } from "./first-question.tsx";
import hero from "./hero.module.css";
import styles from "./home.module.css";
import { type LinkCard, LinkCards } from "./link-cards.tsx";
import { OwnFigures } from "./own-figures.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { StartLink } from "./start-link.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

/** Content of the home page. */
export function Home({ company, figures }: { company: Company; figures?: Figures }) {
  return (
    <>
      <Hero company={company} />
      <HowItWorks />
      {figures && <OwnFigures figures={figures} language="en" />}
      <WhyChooseUs />
      <Checklist />
      <Guides />
      <Questions />
      <Closing company={company} />
    </>
  );
}

const assurances = ["Free to use", "About two minutes", "You decide what comes next"];

/** What this is, and the two ways to begin: by questions or by telephone. */
function Hero({ company }: { company: Company }) {
  return (
    <div className={hero.hero}>
      <div>
        <h1 className={hero.title}>
          Hurt in a car accident? <span>See if a law firm near you can help.</span>
        </h1>
        <p className={hero.lead}>
          Answer a few short questions. If a law firm near you takes cases like yours, we introduce you.
        </p>
        <FirstQuestion />
        <p className={hero.call}>
          or call <PhoneLink phone={company.phone} />
        </p>
        <ul className={hero.assurances}>
          {assurances.map((assurance) => (
            <li key={assurance}>{assurance}</li>
          ))}
        </ul>
      </div>
      <img
        className={hero.picture}
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

const steps = [
  [
    "Answer a few questions",
    "When it happened, who was at fault and whether you were hurt. It takes about two minutes.",
  ],
  [
    "See if there’s a match",
    "Your answers go through a qualification process. It matches you to a local legal professional who takes cases like yours, if there is one.",
  ],
  [
    "Ask, then decide",
    "The firm may call or text you. The first consultation is free, and whether you hire the firm is up to you.",
  ],
] as const;

function HowItWorks() {
  return (
    <section className={styles.how} aria-labelledby="how-it-works">
      <h2 id="how-it-works">How it works</h2>
      <ol className={styles.steps}>
        {steps.map(([name, text]) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const advice = [
  "Get to a safe place and call 911 if anyone is hurt.",
  "See a doctor soon. Some injuries show up only after a few days.",
  "Exchange names, license plates and insurance details with the other driver.",
  "Take photos of the vehicles, the road and your injuries.",
  "Ask how to get a copy of the police report.",
  "Keep every bill, and write down the days of work you miss.",
];

/** What helps on the day of the crash. */
function Checklist() {
  return (
    <section className={styles.checklist} aria-labelledby="after-a-crash">
      <h2 id="after-a-crash">What to do after a crash</h2>
      <ol>
        {advice.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <p>
        This is general information, not legal advice. Every state sets a deadline for injury claims, so don’t
        wait too long.
      </p>
    </section>
  );
}

const guides: readonly LinkCard[] = [
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
  {
    url: "/video-gallery/",
    name: "Rather watch?",
    text: "Three 30-second videos, no sound needed.",
  },
];

/** The pages to read, by what a visitor has on their mind. */
function Guides() {
  return (
    <section className={styles.section} aria-labelledby="guides">
      <h2 id="guides">What do you need help with?</h2>
      <LinkCards cards={guides} />
    </section>
  );
}

/** Those that people ask before they begin. */
const shown = [
  "How long do I have to file a lawsuit?",
  "What if I was partly at fault?",
  "What does a lawyer cost?",
  "Do I have to talk to the other driver’s insurance company?",
];

/** Some of the questions and answers, word for word as on their own page. */
function Questions() {
  const all = faqs.sections.flatMap(({ questions = [] }) => questions);
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
        <a href={faqs.path}>See all FAQs</a>
      </p>
    </section>
  );
}

/** The last word of the home page: begin, by questions or by telephone. */
function Closing({ company }: { company: Company }) {
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <div className={styles.inner}>
        <div>
          <h2 id="closing">Find out in about two minutes</h2>
          <p>It’s free, and you don’t have to hire anyone. We cannot promise a match or a result.</p>
        </div>
        <p className={styles.actions}>
          <StartLink>Start now</StartLink>
          <span>
            or call <PhoneLink phone={company.phone} />
          </span>
        </p>
      </div>
    </section>
  );
}
