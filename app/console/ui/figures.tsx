import type { ReactNode } from "react";
import styles from "./figures.module.css";
import parts from "./parts.module.css";

type TilesProps = {
  label: string;
  tiles: readonly { text: string; href: string; amount: string; count?: number }[];
};

/** Sums side by side, each with its name, which leads to what it is of. */
export function Tiles({ label, tiles }: TilesProps) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {tiles.map(({ text, href, amount, count }) => (
        <li key={text}>
          <a href={href}>{text}</a>
          <strong>{amount}</strong>
          {count !== undefined && <span className={parts.soft}>{count}</span>}
        </li>
      ))}
    </ul>
  );
}

type FigureTableProps = {
  label: string;
  heads: readonly string[];
  /** The first cell says whose figures a row has. */
  rows: readonly { key: string | number; cells: readonly ReactNode[]; isSum?: boolean }[];
};

/** Figures in columns. What matters most stands first, for a phone has room for no more; the rest is a swipe away. */
export function FigureTable({ label, heads, rows }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no finger scrolls it with the keyboard.
    <section className={styles.figures} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures], isSum }) => (
            <tr key={key} data-sum={isSum || undefined}>
              <th scope="row">{name}</th>
              {figures.map((figure, index) => (
                <td key={heads[index + 1]}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
