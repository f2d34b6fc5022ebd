import { type ReactNode, useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import buttons from "../../ui/buttons.module.css";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { LinkCards } from "../articles/link-cards.tsx";
import prose from "../articles/prose.module.css";
import { fill } from "../content/pages.ts";
import type { ThankYouWords } from "../content/words.ts";
import { pageIn } from "../links.ts";
import { timeSpanInWords } from "../time-span.ts";
import styles from "./thank-you.module.css";

type Props = {
  company: Company;
  language: Language;
  words: ThankYouWords;
  callTime?: ReactNode;
  children?: ReactNode;
};

/**
 * Content of the thank-you pages: what to expect, what to do meanwhile, and where to turn if nobody calls. Shows nothing
 * about the visitor or the lead (ruling 18), but for the receipt that it is given and the time of a call.
 */
export function ThankYou({ company, language, words, callTime, children }: Props) {
  const { about } = useContext(PageShell);
  const { phone } = company;
  const { next, nobody, file, meanwhile, guides, change } = words;
  const within = about.firstCallWithin && timeSpanInWords(about.firstCallWithin, language);
  return (
    <div className={`${prose.prose} ${styles.page}`}>
      <h1 tabIndex={-1}>
        <span className={styles.tick} />
        {words.title}
      </h1>
      <p className={prose.lead}>{words.near}</p>
      {(within || about.callsComeFrom.length > 0) && (
        <p className={styles.expect} data-expected-call>
          {within && fill(words.firstCall, { within })}{" "}
          {about.callsComeFrom.length > 0 && (
            <>
              {words.callsFrom} <Numbers of={about.callsComeFrom} language={language} />.
            </>
          )}
        </p>
      )}
      <p className={styles.call}>
        <a className={buttons.primary} href={`tel:${phone.dial}`}>
          {fill(words.call, { number: phone.display })}
        </a>
      </p>
      {about.hours && <p className={styles.hours}>{about.hours[language]}</p>}
      {callTime}
      <h2>{next.title}</h2>
      <ol>
        {next.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h2>{meanwhile.title}</h2>
      <ul>
        {meanwhile.advice.map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <section className={styles.nobody} aria-labelledby="nobody">
        <h2 id="nobody">{fill(nobody.title, { within })}</h2>
        <p>
          {nobody.text} {nobody.noPromise}
        </p>
        <p>
          <a href={pageIn(language, "/where-to-turn/")}>{nobody.link}</a>
        </p>
      </section>
      {children}
      <section className={styles.file} aria-labelledby="file">
        <h2 id="file">{file.title}</h2>
        <p>{file.text}</p>
        <ul>
          {file.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </section>
      <h2>{guides.title}</h2>
      <LinkCards cards={guides.cards} hrefLang={language === "es" ? "en" : undefined} />
      <h2>{change.title}</h2>
      <p>
        {change.number} <a href={pageIn(language, "/contact/")}>{change.write}</a>. {change.withdraw}{" "}
        <a href={pageIn(language, "/do-not-sell-my-information/")}>{change.optOut}</a>.
      </p>
    </div>
  );
}

/** `(813) 555-0100 or (813) 555-0101`, each on one line. */
function Numbers({ of, language }: { of: Company["phone"][]; language: Language }) {
  const list = new Intl.ListFormat(language, { type: "disjunction" });
  return list.formatToParts(of.map(({ display }) => display)).map(({ type, value }) =>
    type === "element" ? (
      <span key={value} className={styles.number}>
        {value}
      </span>
    ) : (
      value
    ),
  );
}
