import type { Company } from "../survey/page-data.ts";
import styles from "./call-link.module.css";

type Props = { phone: Company["phone"]; label: string };

/** "Click to Call" and the number as one telephone link. */
export function CallLink({ phone, label }: Props) {
  return (
    <a className={styles.call} href={`tel:${phone.dial}`} data-call-number>
      <span className={styles.label}>{label}</span> <span className={styles.number}>{phone.display}</span>
    </a>
  );
}
