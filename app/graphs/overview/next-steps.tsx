import styles from "./next-steps.module.css";

/** Something worth an analyst's time. */
export type NextStep = {
  /** What was found, in one sentence. */
  what: string;
  /** Its size in leads, money or visits. */
  size: string;
  /** How far it can be trusted. */
  certainty: string;
  links: { text: string; href: string }[];
};

export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  return (
    <section aria-labelledby="next" className={styles.next}>
      <h2 id="next">What to do next</h2>
      {steps.length === 0 ? (
        <p>Nothing stands out in these numbers.</p>
      ) : (
        <ol>
          {steps.map(({ what, size, certainty, links }) => (
            <li key={what}>
              <h3>{what}</h3>
              <p>
                <strong>{size}</strong> <span>{certainty}</span>
              </p>
              <ul>
                {links.map(({ text, href }) => (
                  <li key={href}>
                    <a href={href}>{text}</a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
