import { ListLinks } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import styles from "./buyer-portal.module.css";
import { leadsPage } from "./feature.ts";
import { BuyerLayout, Months } from "./layout.tsx";
import type { LeadsData, Whose } from "./load.ts";

/** The leads that a buyer bought in a month. */
export function LeadsPage({ whose, month, rows, next }: LeadsData & { whose: Whose }) {
  return (
    <BuyerLayout whose={whose} title="Leads" page={leadsPage}>
      <Months month={month} />
      {rows.length === 0 ? (
        <p className={parts.empty}>{`You bought no lead in ${month.text}.`}</p>
      ) : (
        <ol className={parts.rows} aria-label="Leads, newest first">
          {rows.map(({ id, href, who, facts, amount, state, tone }) => (
            <li key={id} className={styles.row}>
              <a className={styles.what} href={href}>
                {who}
              </a>
              <span className={styles.facts}>{facts}</span>
              <span className={styles.amount}>{amount}</span>
              {state && (
                <span className={styles.state}>
                  <span className={parts[tone]}>{state}</span>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <p className={styles.more}>
        <ListLinks older="Older leads" next={next} csv={undefined} />
      </p>
    </BuyerLayout>
  );
}
