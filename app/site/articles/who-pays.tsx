import type { Company } from "../../ui/company.ts";
import styles from "./service.module.css";

/** Where the money comes from and what for, from left to right. */
export function WhoPays({ siteName }: Pick<Company, "siteName">) {
  return (
    <ol className={styles.pays}>
      <li>
        <strong>Law firms and partners</strong> pay for advertising and introductions.
      </li>
      <li>
        <strong>{siteName}</strong> runs this site with that money and introduces you.
      </li>
      <li>
        <strong>You</strong> pay us nothing, whether you hire someone or not.
      </li>
    </ol>
  );
}
