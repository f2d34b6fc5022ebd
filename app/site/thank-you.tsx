import type { Company } from "../ui/company.ts";
import { PhoneLink } from "./phone-link.tsx";
import prose from "./prose.module.css";
import styles from "./thank-you.module.css";
import type { ThankYouWords } from "./thank-you-words.ts";

/** Content of the thank-you pages; shows nothing about the visitor or the lead (ruling 18). */
export function ThankYou({ company, words }: { company: Company; words: ThankYouWords }) {
  return (
    <div className={prose.prose}>
      <span className={styles.tick} />
      <h1 tabIndex={-1}>{words.title}</h1>
      <p className={prose.lead}>{words.received}</p>
      <section className={styles.next} aria-labelledby="next">
        <h2 id="next">{words.nextTitle}</h2>
        <ol>
          {words.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <h2>{words.meanwhileTitle}</h2>
      <ul>
        {words.meanwhile.map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <p>{words.noPromise}</p>
      <p>
        {words.questions} <PhoneLink phone={company.phone} />
      </p>
    </div>
  );
}
