import { Facts } from "../ui/facts.tsx";
import { Place } from "../ui/place.tsx";
import type { GuardCode } from "./guard-code.ts";
import styles from "./guards.module.css";

/** Source code of guards, with what they read and the limits they compare with. */
export function Guards({ guards, root }: { guards: readonly GuardCode[]; root?: string }) {
  return guards.map(({ name, file, line, source, comment, rules, reads, limits }) => (
    <section key={name} className={styles.guard} data-guard={name}>
      <h3>
        <code>{name}</code>
      </h3>
      {comment && <p>{comment}</p>}
      <pre>
        <code>{source}</code>
      </pre>
      {rules.map((rule) => (
        <details key={rule.name} open={rules.length === 1}>
          <summary>
            Rule <code>{rule.name}</code>
          </summary>
          <pre>
            <code>{rule.text}</code>
          </pre>
          <p className={styles.place}>
            <Place {...rule} root={root} />
          </p>
        </details>
      ))}
      <Facts facts={[["Reads", reads.join("\n") || "only the service’s result"]]} />
      {limits.length > 0 && (
        <ul className={styles.limits}>
          {limits.map((limit) => (
            <li key={limit.name}>
              <strong>{limit.value}</strong>: {limit.words} <Place {...limit} root={root} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.place}>
        <Place {...{ file, line, root }} />
      </p>
    </section>
  ));
}
