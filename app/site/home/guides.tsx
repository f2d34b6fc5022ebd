import { type LinkCard, LinkCards } from "../link-cards.tsx";
import styles from "./section.module.css";

const guides: readonly LinkCard[] = [
  {
    url: "/car-accident-lawsuits/filing-claim/",
    name: "I have to deal with an insurer",
    text: "Whose insurance to ask, which papers to collect, and how to talk with an adjuster.",
  },
  {
    url: "/car-accident-lawsuits/settlements/",
    name: "I wonder what my claim could pay for",
    text: "What a settlement covers, what lowers it, and what to check before you sign.",
  },
  {
    url: "/car-accident-lawsuits/timeline/",
    name: "I want to know how long it takes",
    text: "The stages of a claim, from the first day to the payment.",
  },
  {
    url: "/car-accident-laws/",
    name: "I need to know the deadline in my state",
    text: "Time limits and fault rules, with the statutes of Texas and California.",
  },
  {
    url: "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
    name: "I have to show it was not my fault",
    text: "The four things that are proven in a case, and how people prove them.",
  },
  {
    url: "/video-gallery/",
    name: "I would rather watch than read",
    text: "Three short films without sound, half a minute each.",
  },
];

/** The pages to read, by what a visitor has on their mind. */
export function Guides() {
  return (
    <section className={styles.section} aria-labelledby="guides">
      <h2 id="guides">What is on your mind?</h2>
      <LinkCards cards={guides} />
    </section>
  );
}
