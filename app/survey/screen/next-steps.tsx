import { memo } from "react";
import styles from "./next-steps.module.css";

/** The panel beside the form (spec 2.4). */
export const NextSteps = memo(function NextSteps({ title, steps }: { title: string; steps: string[] }) {
  return (
    <section className={styles.panel} aria-labelledby="next-steps">
      <h2 className={styles.title} id="next-steps">
        {title}
      </h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
});
