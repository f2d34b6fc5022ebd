import styles from "./checklist.module.css";

const advice = [
  "Get to a safe place and call 911 if anyone is hurt.",
  "See a doctor soon. Some injuries only show after a few days.",
  "Exchange names, plates and insurance details with the other driver.",
  "Take photos of the vehicles, the road and your injuries.",
  "Ask how to get a copy of the police report.",
  "Keep every bill and note the days of work you miss.",
];

/** What helps on the day of the crash. */
export function Checklist() {
  return (
    <section className={styles.checklist} aria-labelledby="after-a-crash">
      <h2 id="after-a-crash">What to do after a crash</h2>
      <ol>
        {advice.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      <p>
        This is general information, not legal advice. Every state sets a time limit for injury claims, so do
        not wait too long.
      </p>
    </section>
  );
}
