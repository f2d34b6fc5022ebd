import { faqs } from "../articles/faqs.tsx";
import styles from "./questions.module.css";
import section from "./section.module.css";

/** Those that people ask before they begin. */
const shown = [
  "How long do I have to file a lawsuit?",
  "What if I was partly at fault?",
  "What does a lawyer cost?",
  "Do I have to talk to the other driver’s insurer?",
];

/** Some of the questions and answers, word for word as on their own page. */
export function Questions() {
  const all = faqs.sections.flatMap(({ questions = [] }) => questions);
  return (
    <section className={section.section} aria-labelledby="questions">
      <h2 id="questions">Common questions</h2>
      <div className={styles.questions}>
        {all
          .filter(({ question }) => shown.includes(question))
          .map(({ question, answer }) => (
            <details key={question}>
              <summary>{question}</summary>
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </details>
          ))}
      </div>
      <p className={styles.more}>
        <a href={faqs.path}>All questions and answers</a>
      </p>
    </section>
  );
}
