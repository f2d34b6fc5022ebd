import type { Language } from "../../machines/steps/step.ts";
import { processFacts, testimonials, testimonialWords } from "../../machines/wording/testimonials.ts";
import type { Topic } from "../../machines/wording/wording.ts";
import styles from "./social-proof.module.css";

/**
 * One line under the header, where the page flag `socialProof` asks for it: the first real quote, or, while
 * there is none, the first fact about the process.
 */
export function SocialProof({ language, topic }: { language: Language; topic: Topic }) {
  const [quote] = testimonials.sample || topic !== "accident" ? [] : testimonials.quotes[language];
  const words = testimonialWords[language];
  const fact = processFacts[topic][0]![language];
  return (
    <aside className={styles.proof} aria-label={quote ? words.quotes : words.facts}>
      <p>
        <strong>{quote ? quote.name : `${fact.title}.`}</strong> {quote ? quote.text : fact.text}
      </p>
    </aside>
  );
}
