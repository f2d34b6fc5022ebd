import { useContext } from "react";
import {
  type Fact,
  monthOf,
  processFacts,
  sampleTestimonials,
  type Testimonial,
  testimonialWords,
} from "../../../machines/messages/testimonials.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { CarouselSection } from "./carousel-section.tsx";
import styles from "./testimonials.module.css";

type Props = {
  language: Language;
  topic: Topic;
  /** Whether sample quotes may be shown: never to visitors. */
  samples?: boolean;
};

/** Configured quotes where there are some, else facts about the process. */
export function Testimonials({ language, topic, samples = import.meta.env.DEV }: Props) {
  const configured = useTestimonials(language, topic);
  const words = testimonialWords[language];
  const isSample = samples && topic === "accident" && configured.length === 0;
  const quotes = isSample ? sampleTestimonials.filter((quote) => quote.language === language) : configured;
  return quotes.length > 0 ? (
    <CarouselSection
      language={language}
      words={words.quotes}
      notice={isSample ? words.sample : undefined}
      cards={quotes.map((quote) => ({ key: quote.quote, card: <QuoteCard {...quote} /> }))}
    />
  ) : (
    <CarouselSection
      language={language}
      words={words.facts}
      cards={processFacts[topic].map(({ [language]: fact }) => ({
        key: fact.title,
        card: <FactCard {...fact} />,
      }))}
    />
  );
}

/** The configured quotes that fit a page: those in its language, and about accidents, as all of them are. */
export function useTestimonials(language: Language, topic: Topic): Testimonial[] {
  const { testimonials } = useContext(PageShell);
  return topic === "accident" ? testimonials.filter((quote) => quote.language === language) : [];
}

function QuoteCard({ quote, name, place, date, language }: Testimonial) {
  return (
    <figure className={styles.quote}>
      <blockquote className={styles.text}>{quote}</blockquote>
      <figcaption>
        <span className={styles.name}>{name}</span>
        <span className={styles.from}>
          {place}, {monthOf(date, language)}
        </span>
      </figcaption>
    </figure>
  );
}

function FactCard({ title, text }: Fact) {
  return (
    <>
      <h3 className={styles.name}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </>
  );
}
