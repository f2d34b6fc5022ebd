import type { SessionState } from "../../../machines/session.ts";
import styles from "../ui/tables.module.css";

/** What the page of a visit that is here is told of it (spec 3.3); `?inspect` shows it beside the survey. */
export function SessionTable({ session }: { session: SessionState }) {
  const { tracker, ...values } = session;
  const position = tracker.steps.find(({ active }) => active)?.number;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="The session, scrollable">
      <table className={styles.table}>
        <caption>The session</caption>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(values).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{Array.isArray(value) ? value.join(", ") : String(value)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">tracker</th>
            <td>
              {position} of {tracker.total}:{" "}
              {tracker.steps
                .map(({ name, completed }) => (completed ? `${name} (completed)` : name))
                .join(", ")}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
