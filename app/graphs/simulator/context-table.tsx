import styles from "../ui/tables.module.css";
import type { ContextValue } from "./context-values.ts";

/** What the chart knows; what the last move has changed says so. */
export function ContextTable({ values }: { values: readonly ContextValue[] }) {
  const sorted = [...values.filter(({ isNew }) => isNew), ...values.filter(({ isNew }) => !isNew)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="What the chart knows, scrollable">
      <table className={styles.table}>
        <caption>What the chart knows</caption>
        <thead>
          <tr>
            <th scope="col">Context</th>
            <th scope="col">Value</th>
            <th scope="col">By the last move</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ path, value, isNew }) => (
            <tr key={path} className={isNew ? styles.changed : undefined}>
              <th scope="row">{path}</th>
              <td>{value}</td>
              <td>{isNew ? "changed" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
