import { processFacts, testimonialWords } from "../../../machines/messages/testimonials.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import styles from "./social-proof.module.css";
import { useTestimonials } from "./testimonials.tsx";

/**
 * One line under the header, where the page flag `socialProof` asks for it: the first configured quote, or, where
 * there is none, the first fact about the process.
 */
export function SocialProof({ language, topic }: { language: Language; topic: Topic }) {
  const [quote] = useTestimonials(language, topic);
  const words = testimonialWords[language];
  const fact = processFacts[topic][0]![language];
  return (
    <aside className={styles.proof} aria-label={quote ? words.quotes.title : words.facts.title}>
      <p>
        <strong>{quote ? quote.name : `${fact.title}.`}</strong> {quote ? quote.quote : fact.text}
      </p>
    </aside>
  );
}
