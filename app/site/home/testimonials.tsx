import { type ReactNode, useContext } from "react";
import { fill } from "../../../machines/messages/fill.ts";
import type { Topic } from "../../../machines/messages/wording.ts";
import type { Language } from "../../../machines/steps/step.ts";
import type { Testimonial } from "../../../services/settings/company.ts";
import type { Messages } from "../../../services/words/messages.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { useMessages } from "../messages.ts";
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
  const { testimonials: words, samples: quoted, facts } = useMessages(language).pages;
  const isSample = samples && topic === "accident" && configured.length === 0;
  const quotes = isSample ? quoted.map((quote) => ({ ...quote, language })) : configured;
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
      cards={facts[topic].map((fact) => ({
        key: fact.title,
        card: <FactCard {...fact} />,
      }))}
    />
  );
}

/** The configured quotes that fit a page: those in its language, and about accidents, as all of them are. */
function useTestimonials(language: Language, topic: Topic): Testimonial[] {
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

type Pages = Messages["pages"];

function FactCard({ title, text }: Pages["facts"][Topic][number]) {
  return (
    <>
      <h3 className={styles.name}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </>
  );
}

type CarouselProps = {
  language: Language;
  /** Around the carousel, by what its cards are. */
  words: Pages["testimonials"]["quotes"];
  /** Shown above the cards. */
  notice?: string;
  /** The cards in order, each with its own key. */
  cards: { key: string; card: ReactNode }[];
};

/**
 * The carousel of spec 2.4: a row to scroll, which snaps by style sheet. Its buttons appear with its script
 * (carousel.ts).
 */
function CarouselSection({ language, words, notice, cards }: CarouselProps) {
  const { pause, play, position } = useMessages(language).pages.testimonials;
  const positionOf = (shown: string) => fill(position, { shown, total: cards.length });
  return (
    <section
      className={styles.section}
      aria-labelledby="testimonials"
      data-island="carousel"
      data-load="near"
    >
      <div className={styles.row}>
        <h2 className={styles.title} id="testimonials">
          {words.title}
        </h2>
        <button type="button" className={styles.toggle} data-carousel="toggle">
          <span className={styles.whileMoving}>{pause}</span>
          <span className={styles.whilePaused}>{play}</span>
        </button>
      </div>
      {notice && <p className={styles.sample}>{notice}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard too */}
      <ul className={styles.track} aria-labelledby="testimonials" tabIndex={0} data-carousel="track">
        {cards.map(({ key, card }) => (
          <li className={styles.card} key={key}>
            {card}
          </li>
        ))}
      </ul>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.previous}
          aria-label={words.previous}
          data-carousel="previous"
        />
        <p className={styles.position} data-carousel="position" data-pattern={positionOf("#")}>
          {positionOf("1")}
        </p>
        <button type="button" className={styles.next} aria-label={words.next} data-carousel="next" />
      </div>
    </section>
  );
}

/**
 * A line under the header, where the page flag `socialProof` asks for it: the first configured quote or, without any,
 * the first fact about the process.
 */
export function SocialProof({ language, topic }: { language: Language; topic: Topic }) {
  const [quote] = useTestimonials(language, topic);
  const { testimonials: words, facts } = useMessages(language).pages;
  const fact = facts[topic][0]!;
  return (
    <aside className={styles.proof} aria-label={quote ? words.quotes.title : words.facts.title}>
      <p>
        <strong>{quote ? quote.name : `${fact.title}.`}</strong> {quote ? quote.quote : fact.text}
      </p>
    </aside>
  );
}

/** The month of a statement, such as "March 2026" or "marzo de 2026". */
function monthOf(date: string, language: Language): string {
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
  return month.format(new Date(`${date}T00:00:00Z`));
}
