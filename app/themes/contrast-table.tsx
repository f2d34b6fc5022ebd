import { contrast, pairs } from "../styles/contrast.ts";
import styles from "./gallery.module.css";
import type { Tokens } from "./tokens.ts";

/** The contrast of a theme's colours with their background, rounded down as WCAG counts. */
export function ContrastTable({ theme, tokens }: { theme: string; tokens: Tokens }) {
  return (
    <table className={styles.table}>
      <caption>Contrast of {theme}</caption>
      <thead>
        <tr>
          <th scope="col">Colour on ground</th>
          <th scope="col">Has</th>
          <th scope="col">Needs</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ colour, ground, least }) => {
          const has = contrast(tokens[colour]!, tokens[ground]!);
          return (
            <tr key={`${colour} ${ground} ${least}`} className={has < least ? styles.tooLow : undefined}>
              <th scope="row">
                {colour} on {ground}
              </th>
              <td>{(Math.floor(has * 10) / 10).toFixed(1)}</td>
              <td>{least}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
