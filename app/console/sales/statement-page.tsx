import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import parts from "../ui/parts.module.css";
import { LineRow } from "./line-row.tsx";
import type { StatementData } from "./sales-data.ts";
import styles from "./sales-page.module.css";

/** What one buyer owes or one affiliate gets, to print or to send, line by line. */
export function StatementPage({
  viewer,
  title,
  period,
  closed,
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
