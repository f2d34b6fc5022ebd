import { type Receipt as ReceiptFacts, receiptWords } from "../../../machines/messages/receipt.ts";
import type { Language } from "../../../machines/steps/step.ts";
import buttons from "../../ui/buttons.module.css";
import styles from "./receipt.module.css";

export type ReceiptProps = {
  receipt: ReceiptFacts & { byMail: boolean };
  /** `sent` or `unsent`, once a letter was asked for. */
  mailed: string | null;
  language: Language;
  /** Path of the page that it is on. */
  page: string;
};

/** What the visitor may keep, a card of the page of thanks (its style sheet has those): when it was sent, by what it is known, and what was agreed to. */
export function Receipt({ receipt, mailed, language, page }: ReceiptProps) {
  const words = receiptWords[language];
  const { reference, sent, button, paragraphs, byMail } = receipt;
  return (
    <section aria-labelledby="receipt" data-receipt>
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
      <p>{words.agreed(button)}</p>
      {/* As the form showed it: the spaces between its paragraphs are the stored text's. */}
      <blockquote className={styles.text}>
        {paragraphs.map((words, index) => (
          <span className={styles.part} key={words}>
            {index < paragraphs.length - 1 ? `${words} ` : words}
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
