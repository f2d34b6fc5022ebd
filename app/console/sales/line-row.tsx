import type { ReactNode } from "react";
import parts from "../ui/parts.module.css";
import type { LineRow as Row } from "./sales-data.ts";
import styles from "./sales-page.module.css";

/** One line of the books; a sale leads to its own page, and each to its lead. */
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
