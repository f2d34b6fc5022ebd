import type { ReactNode } from "react";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import parts from "../../console/ui/parts.module.css";
import type { LineRow as Row, StatementData } from "./load.ts";
import styles from "./sales-page.module.css";

/** What a buyer owes or an affiliate is owed, line by line, to print or to send. */
export function StatementPage({
  viewer,
  title,
  period,
  closed,
  terms,
  parts: sums,
  total,
  rows,
  back,
}: StatementData & { viewer: Signed }) {
  return (
    <ConsoleLayout viewer={viewer} title={title} page="/console/sales" lead={period}>
      <dl className={styles.facts}>
        {sums.map(({ text, amount }) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd className={parts.number}>{amount}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd className={parts.number}>
            <strong>{total}</strong>
          </dd>
        </div>
      </dl>
      <p className={`${parts.soft} ${styles.closed}`}>{closed}</p>
      {terms && (
        <p className={`${parts.soft} ${styles.closed}`}>{terms.replace(/^It/, "By today’s terms it")}</p>
      )}
      {rows.length === 0 ? (
        <p className={parts.empty}>The books have no line for it in this time.</p>
      ) : (
        <ol className={parts.rows} aria-label="Lines, oldest first">
          {rows.map((row) => (
            <LineRow key={row.id} {...row} />
          ))}
        </ol>
      )}
      <p className={`${styles.more} ${styles.noPrint}`}>
        <a className={parts.button} href={back}>
          Back to sales
        </a>
      </p>
    </ConsoleLayout>
  );
}

/** A line of the books; a sale links to its own page, and every line to its lead. */
export function LineRow({
  id,
  leadId,
  time,
  kind,
  buyer,
  from,
  amount,
  note,
  isBack,
  isSale,
  children,
}: Row & { children?: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        {isSale ? <a href={`/console/sales/lines/${id}`}>{kind}</a> : kind} {buyer}
      </span>
      <span className={styles.where}>
        <a href={`/console/leads/${leadId}`}>Lead …{leadId.slice(-6)}</a>
        {from && `, ${from}`}
      </span>
      <span className={styles.note}>
        {note && <span className={isBack ? parts.bad : parts.soft}>{note}</span>}
      </span>
      <span className={styles.amount}>{amount}</span>
      <span className={styles.time}>{time}</span>
      {children && <div className={styles.undo}>{children}</div>}
    </li>
  );
}
