import type { Language } from "../../../machines/steps/step.ts";
import styles from "./link-cards.module.css";

export type LinkCard = { url: string; name: string; text: string };

type Props = {
  cards: readonly LinkCard[];
  /** The pages' language, where it is not that of the cards. */
  hrefLang?: Language;
};

/** Cards that lead to other pages; the whole card is the link's target. */
export function LinkCards({ cards, hrefLang }: Props) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ url, name, text }) => (
        <li key={url}>
          <a href={url} hrefLang={hrefLang}>
            {name}
          </a>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
