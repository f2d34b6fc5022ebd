import type { Company } from "../survey/page-data.ts";
import styles from "./home.module.css";
import { defaultSurveyUrl } from "./links.ts";
import { PhoneLink } from "./phone-link.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";

const steps = [
  [
    "Answer a few questions",
    "When it happened, who was at fault, whether you were hurt. It takes about two minutes.",
  ],
  [
    "See if there is a match",
    "Your answers go through a qualification process. It matches you to a local legal professional if one takes cases like yours.",
  ],
  [
    "Talk, then decide",
    "The firm may call or text you for a free consultation. Whether you hire it is up to you.",
  ],
] as const;

const advice = [
  "Get to a safe place and call 911 if anyone is hurt.",
  "See a doctor soon. Some injuries only show after a few days.",
  "Exchange names, plates and insurance details with the other driver.",
  "Take photos of the vehicles, the road and your injuries.",
  "Ask how to get a copy of the police report.",
  "Keep every bill and note the days of work you miss.",
];

/** Content of the home page. */
export function Home({ company }: { company: Company }) {
  return (
    <>
      <div className={styles.hero}>
        <div>
          <h1 className={styles.title}>
            Hurt in a car accident? <span>Find out if a law firm near you can help.</span>
          </h1>
          <p className={styles.lead}>
            Answer a few short questions. If your answers fit, we match you with a local law firm that handles
            accident claims. It is free, and you decide what happens next.
          </p>
          <p className={styles.actions}>
            <a className={styles.start} href={defaultSurveyUrl}>
              Start now
            </a>
            <span>
              or call <PhoneLink phone={company.phone} />
            </span>
          </p>
        </div>
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
      </div>
      <WhyChooseUs />
      <section className={styles.advice} aria-labelledby="after-a-crash">
        <h2 id="after-a-crash">What to do after a crash</h2>
        <ul>
          {advice.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>
          This is general information, not legal advice. Every state sets a time limit for injury claims, so
          do not wait too long.
        </p>
        <p>
          <a className={styles.start} href={defaultSurveyUrl}>
            Start now
          </a>
        </p>
      </section>
    </>
  );
}
