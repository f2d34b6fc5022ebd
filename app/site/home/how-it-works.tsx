import styles from "./how-it-works.module.css";

const steps = [
  [
    "Answer a few questions",
    "When it happened, who was at fault, whether you were hurt. It takes about two minutes.",
  ],
  [
    "See if there is a match",
    "Your answers go through a qualification process. It matches you to a local legal professional if one takes cases like yours.",
  ],
  [
    "Talk, then decide",
    "The firm may call or text you for a free consultation. Whether you hire it is up to you.",
  ],
] as const;

export function HowItWorks() {
  return (
    <section className={styles.how} aria-labelledby="how-it-works">
      <h2 id="how-it-works">How it works</h2>
      <ol className={styles.steps}>
        {steps.map(([name, text]) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
