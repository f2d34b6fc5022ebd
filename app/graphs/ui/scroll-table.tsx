import type { ReactNode } from "react";
import parts from "./parts.module.css";

type Props = {
  label: string;
  caption: ReactNode;
  heads: readonly string[];
  /** The first cell of a row is its header. */
  rows: readonly { key: string; cells: readonly ReactNode[]; isMarked?: boolean }[];
};

/** A table in a window that scrolls sideways. */
export function ScrollTable({ label, caption, heads, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={parts.scroll} tabIndex={0} aria-label={`${label}, scrollable`}>
      <table className={parts.table}>
        <caption>
          <span className={parts.caption}>{caption}</span>
        </caption>
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
          {rows.map(({ key, cells: [name, ...others], isMarked }) => (
            <tr key={key} className={isMarked ? parts.changed : undefined}>
              <th scope="row">{name}</th>
              {others.map((cell, index) => (
                <td key={heads[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
