import parts from "../../console/ui/parts.module.css";
import { Sheet } from "../invoices/invoice-page.tsx";
import sheet from "../invoices/invoices-page.module.css";
import styles from "./buyer-portal.module.css";
import { invoicePage, invoicesPage, returnsPage, termsPage } from "./feature.ts";
import { BuyerLayout } from "./layout.tsx";
import type { ReturnsData, TermsData, Whose } from "./load.ts";
import type { InvoiceData, InvoicesData } from "./load-invoices.ts";

/** What a buyer asked to return, with the answers. */
export function ReturnsPage({ whose, rows, isAsked }: ReturnsData & { whose: Whose }) {
  return (
    <BuyerLayout
      whose={whose}
      title="Returns"
      page={returnsPage}
      lead={isAsked ? undefined : "Your returns count at once: they are among your sales."}
    >
      {rows.length === 0 ? (
        <p className={`${parts.empty} ${styles.list}`}>
          You have asked for no return. Each lead’s own page has a form for it.
        </p>
      ) : (
        <ol className={`${parts.rows} ${styles.list}`} aria-label="What you asked for, what waits first">
          {rows.map(({ id, href, who, time, what, said, tone }) => (
            <li key={id} className={styles.row}>
              <a className={styles.what} href={href}>
                {who}
              </a>
              <span className={styles.facts}>{`${what} · ${time}`}</span>
              <span className={styles.answer}>
                <span className={parts[tone]}>{said}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </BuyerLayout>
  );
}

/** What was made out to a buyer. */
export function InvoicesPage({ whose, rows }: InvoicesData & { whose: Whose }) {
  return (
    <BuyerLayout whose={whose} title="Invoices" page={invoicesPage}>
      {rows.length === 0 ? (
        <p className={`${parts.empty} ${styles.list}`}>No invoice is made out to you yet.</p>
      ) : (
        <ol className={`${parts.rows} ${styles.list}`} aria-label="Invoices, newest first">
          {rows.map(({ number, href, amount, state, tone, known }) => (
            <li key={number} className={styles.row}>
              <a className={styles.what} href={href}>
                {number}
              </a>
              <span className={styles.facts}>{known}</span>
              <span className={styles.amount}>{amount}</span>
              <span className={styles.state}>
                <span className={parts[tone]}>{state}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </BuyerLayout>
  );
}

/** An invoice or credit note; on paper it is only that. */
export function InvoicePage({ whose, ...page }: InvoiceData & { whose: Whose }) {
  const { heading, state, tone, known, number } = page;
  return (
    <BuyerLayout whose={whose} title={heading} page={invoicesPage}>
      <p className={sheet.noPrint}>
        <span className={parts[tone]}>{state}</span> <span className={parts.soft}>{known}</span>
      </p>
      <Sheet {...page} addressOf={invoicePage} />
      <div className={sheet.noPrint}>
        <p className={parts.soft}>Print {number}, or save it as a PDF, with your browser.</p>
        <p className={styles.more}>
          <a className={parts.button} href={invoicesPage}>
            All invoices
          </a>
        </p>
      </div>
    </BuyerLayout>
  );
}

/** What is agreed with a buyer, to read. */
export function TermsPage({ whose, rows, isPaused, zone }: TermsData & { whose: Whose }) {
  return (
    <BuyerLayout
      whose={whose}
      title="Terms"
      page={termsPage}
      lead={`What is agreed with ${whose.house}, who can change it. Days and hours are those of ${zone}.`}
    >
      {isPaused && <p className={parts.said}>You are paused: no leads are sent to you for now.</p>}
      <section className={styles.card} aria-label="Agreed">
        <dl className={styles.dl}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </BuyerLayout>
  );
}
