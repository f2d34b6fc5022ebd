import type { Company } from "../../survey/screen/page-data.ts";
import { PhoneLink } from "../phone-link.tsx";
import { StartLink } from "../start-link.tsx";
import styles from "./closing.module.css";

/** The last word of the home page: begin, by questions or by telephone. */
export function Closing({ company }: { company: Company }) {
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <div className={styles.inner}>
        <div>
          <h2 id="closing">Find out in about two minutes</h2>
          <p>It is free, and you do not have to hire anyone. We cannot promise a match or a result.</p>
        </div>
        <p className={styles.actions}>
          <StartLink inverse>Start now</StartLink>
          <span>
            or call <PhoneLink phone={company.phone} />
          </span>
        </p>
      </div>
    </section>
  );
}
