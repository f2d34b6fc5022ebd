import type { Company } from "../../ui/company.ts";
import styles from "./call-link.module.css";

type Props = {
  phone: Company["phone"];
  label: string;
  /** Whether it is a bar of its own on a phone, where the row is full. */
  bar?: boolean;
};

/** "Click to Call" and the number as one telephone link. */
export function CallLink({ phone, label, bar }: Props) {
  return (
    <a
      className={bar ? `${styles.call} ${styles.bar}` : styles.call}
      href={`tel:${phone.dial}`}
      data-call-number
    >
      <span className={styles.label}>{label}</span> <span className={styles.number}>{phone.display}</span>
    </a>
  );
}
