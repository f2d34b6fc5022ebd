import { type ReactNode, useContext } from "react";
import type { Language } from "../../../machines/steps/step.ts";
import type { Receipt as ReceiptFacts } from "../../../services/visits/receipts.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import type { Messages } from "../../../services/words/messages.ts";
import buttons from "../../ui/buttons.module.css";
import type { Company } from "../../ui/company.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import prose from "../articles/prose.module.css";
import { LinkCards } from "../articles/prose.tsx";
import { fill } from "../content/markdown.ts";
import { timeSpanInWords } from "../in-words.ts";
import { PathLine } from "../layout/path-line.tsx";
import { callersCard, pageIn } from "../links.ts";
import { type ThankYouWords, useMessages } from "../messages.ts";
import styles from "./thank-you.module.css";

type Props = {
  company: Company;
  language: Language;
  words: ThankYouWords;
  /** What features add below what comes next. */
  cards?: ReactNode;
  /** Of the lead, where this browser has sent one. */
  receipt?: Pick<ReceiptFacts, "sent">;
  /** The receipt itself. */
  children?: ReactNode;
};

/**
 * Content of the thank-you pages: what to expect, what to do meanwhile, and where to turn if nobody calls. Shows nothing
 * about the visitor or the lead (ruling 18), but for the receipt and the cards that it is given.
 */
export function ThankYou({ company, language, words, cards, receipt, children }: Props) {
  const { about } = useContext(PageShell);
  const { letters } = useMessages(language);
  const { phone } = company;
  const { next, nobody, file, meanwhile, guides, change } = words;
  const within = about.firstCallWithin && timeSpanInWords(about.firstCallWithin, language);
  return (
    <div className={`${prose.prose} ${styles.page}`}>
      <h1 tabIndex={-1} className={styles.title}>
        <span className={styles.tick} />
        {words.title}
      </h1>
      <p className={prose.lead}>{words.near}</p>
      <div className={styles.acts}>
        {about.callsComeFrom.length > 0 && (
          <a className={buttons.primary} href={callersCard}>
            {words.keepNumber}
          </a>
        )}
        {receipt && <KeepReceipt words={letters.receipt} isFirst={about.callsComeFrom.length === 0} />}
      </div>
      <p className={styles.callUs}>
        <a href={`tel:${phone.dial}`}>{fill(words.call, { number: phone.display })}</a>
        {about.hours && <span className={styles.hours}>{inLanguage(about.hours, language)}</span>}
      </p>
      <h2 className="visually-hidden">{next.title}</h2>
      <div className={styles.path}>
        <PathLine
          places={[
            {
              name: "sent",
              isDone: true,
              text: (
                <>
                  {words.sent}
                  {receipt && <span className={styles.when}>{receipt.sent}</span>}
                </>
              ),
            },
            ...next.steps.map((step, index) => ({
              name: step,
              text: (
                <>
                  {step}
                  {index === 1 && (within || about.callsComeFrom.length > 0) && (
                    <span className={styles.expect} data-expected-call>
                      {within && fill(words.firstCall, { within })}{" "}
                      {about.callsComeFrom.length > 0 && (
                        <>
                          {words.callsFrom} <Numbers of={about.callsComeFrom} language={language} />.
                        </>
                      )}
                    </span>
                  )}
                </>
              ),
            })),
          ]}
        />
      </div>
      {cards}
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
      <LinkCards cards={guides.cards} language={language} />
      <h2>{change.title}</h2>
      <p>
        {change.number} <a href={pageIn(language, "/contact/")}>{change.write}</a>. {change.withdraw}{" "}
        <a href={pageIn(language, "/do-not-sell-my-information/")}>{change.optOut}</a>.
      </p>
      {children}
    </div>
  );
}

/**
 * Hands the receipt to another app, or copies it: what shows a page inside of another app can often print nothing. Seen
 * where scripts run.
 */
function KeepReceipt({ words, isFirst }: { words: Messages["letters"]["receipt"]; isFirst: boolean }) {
  return (
    <div className={styles.keepReceipt}>
      <button
        type="button"
        className={isFirst ? buttons.primary : buttons.secondary}
        data-keep-receipt={words.copied}
      >
        {words.keepIt}
      </button>
      <span role="status" />
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

/** A text whose telephone numbers stand on one line each. */
function UnbrokenNumbers({ children }: { children: string }) {
  return children.split(/(\(\d{3}\) \d{3}-\d{4})/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
      <span key={index} className={styles.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

export type ReceiptProps = {
  receipt: ReceiptFacts & { byMail: boolean };
  /** `sent` or `unsent`, once a letter was asked for. */
  mailed: string | null;
  language: Language;
  page: string;
};

/** What the visitor may keep, a card of the page of thanks (its style sheet has those): when it was sent, by what it is known, and what was agreed to. */
export function Receipt({ receipt, mailed, language, page }: ReceiptProps) {
  const words = useMessages(language).letters.receipt;
  const { reference, sent, button, paragraphs, byMail } = receipt;
  return (
    <section aria-labelledby="receipt" data-card data-receipt>
      <h2 id="receipt">{words.title}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{words.reference}</dt>
          <dd className={styles.reference}>{reference}</dd>
        </div>
        <div>
          <dt>{words.sent}</dt>
          <dd>{sent}</dd>
        </div>
      </dl>
      <p>{fill(words.agreed, { button })}</p>
      {/* As the form showed it: the spaces between its paragraphs are the stored text's. */}
      <blockquote className={styles.text}>
        {paragraphs.map((words, index) => (
          <span className={styles.part} key={words}>
            <UnbrokenNumbers>{index < paragraphs.length - 1 ? `${words} ` : words}</UnbrokenNumbers>
          </span>
        ))}
      </blockquote>
      <p className={styles.keep}>{words.keep}</p>
      <p role="status">{mailed && (mailed === "sent" ? words.emailed : words.notEmailed)}</p>
      {byMail && !mailed && (
        <form method="post" action="/receipt">
          <input type="hidden" name="page" value={page} />
          <input type="hidden" name="lang" value={language} />
          <button type="submit" className={buttons.secondary}>
            {words.email}
          </button>
        </form>
      )}
    </section>
  );
}
