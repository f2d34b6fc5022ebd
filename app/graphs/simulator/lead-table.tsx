import styles from "../ui/tables.module.css";
import type { SimulationData } from "./simulation-data.ts";

/** The lead as it would now be posted, beside what the visitor answered. */
export function LeadTable({ lead: { qualified, dqReason, fields } }: Pick<SimulationData, "lead">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="The lead so far, scrollable">
      <table className={styles.table}>
        <caption>
          The lead so far: {qualified ? "qualified" : `disqualified${dqReason && ` (${dqReason})`}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Answered</th>
            <th scope="col">In the lead</th>
            <th scope="col">By the rule</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, raw, value, rule }) => (
            <tr key={name} className={rule ? styles.changed : undefined}>
              <th scope="row">{name}</th>
              <td>{raw}</td>
              <td>{value}</td>
              <td>{rule}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
