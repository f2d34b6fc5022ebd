import styles from "./link-cards.module.css";

export type LinkCard = { url: string; name: string; text: string };

/** Cards that lead to other pages; the whole card is the link's target. */
export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className={styles.cards}>
      {cards.map(({ url, name, text }) => (
        <li key={url}>
          <a href={url}>{name}</a>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
