import type { Company } from "../../survey/screen/page-data.ts";
import { PhoneLink } from "../phone-link.tsx";
import { StartLink } from "../start-link.tsx";
import styles from "./hero.module.css";

const assurances = ["Free to use", "About two minutes", "You decide what comes next"];

/** What this is, and the two ways to begin: by questions or by telephone. */
export function Hero({ company }: { company: Company }) {
  return (
    <div className={styles.hero}>
      <div>
        <h1 className={styles.title}>
          Hurt in a car accident? <span>Find out if a law firm near you can help.</span>
        </h1>
        <p className={styles.lead}>
          Answer a few short questions. If your answers fit, we match you with a local law firm that handles
          accident claims.
        </p>
        <p className={styles.actions}>
          <StartLink>Start now</StartLink>
          <span>
            or call <PhoneLink phone={company.phone} />
          </span>
        </p>
        <ul className={styles.assurances}>
          {assurances.map((assurance) => (
            <li key={assurance}>{assurance}</li>
          ))}
        </ul>
      </div>
      <img
        className={styles.picture}
        src="/illustrations/road.svg"
        alt=""
        width="560"
        height="440"
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}
