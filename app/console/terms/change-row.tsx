import type { ReactNode } from "react";
import parts from "../ui/parts.module.css";
import type { ChangeRow as Change } from "./terms-data.ts";
import styles from "./terms-page.module.css";

type Props = Change & { link?: boolean; children?: ReactNode };

/** One change: of what, from what to what, by whom and why. */
export function ChangeRow({ number, what, href, from, to, by, reason, link = false, children }: Props) {
  return (
    <li className={styles.change}>
      <strong>{link ? <a href={href}>{what}</a> : what}</strong>
      <span>
        {from} → {to}
      </span>
      <span className={parts.soft}>
        Change {number} by {by}
      </span>
      {reason && <span className={styles.reason}>{reason}</span>}
      {children}
    </li>
  );
}
