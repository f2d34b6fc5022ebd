import { ListLinks } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import styles from "./buyer-portal.module.css";
import { salesPage } from "./feature.ts";
import { BuyerLayout, Months } from "./layout.tsx";
import type { SalesData, Whose } from "./load.ts";

/** What a buyer bought in a month and what went back, with the sums. */
export function SalesPage({ whose, month, sums, rows, next, csv }: SalesData & { whose: Whose }) {
  return (
    <BuyerLayout whose={whose} title="Sales" page={salesPage}>
      <Months month={month} />
      {rows.length === 0 ? (
        <p className={parts.empty}>{`Nothing was sold to you or went back in ${month.text}.`}</p>
      ) : (
        <>
          <dl className={styles.sums}>
            {sums.map(([name, amount]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
          </dl>
          <ol className={parts.rows} aria-label="Lines, newest first">
            {rows.map(({ id, href, lead, kind, time, amount, why }) => (
              <li key={id} className={styles.row}>
                <span className={styles.what}>
                  {kind} <a href={href}>{lead}</a>
                </span>
                <span className={styles.facts}>{[time, why].filter(Boolean).join(" · ")}</span>
                <span className={styles.amount}>{amount}</span>
              </li>
            ))}
          </ol>
          <p className={styles.more}>
            <ListLinks older="Older lines" next={next} csv={csv} />
          </p>
        </>
      )}
    </BuyerLayout>
  );
}
