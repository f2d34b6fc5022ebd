import type { Finding } from "../../../services/observe/finding.ts";
import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import { PostForm } from "../ui/forms.tsx";
import parts from "../ui/parts.module.css";
import styles from "./health-page.module.css";
import type { CallRow, HealthData } from "./load.ts";

const kinds = [
  { verdict: "wrong", title: "Needs attention", tone: parts.bad },
  { verdict: "note", title: "Worth knowing", tone: parts.quiet },
] as const;

/** A few figures, the doctor's findings, the worst first, and the state of outside services. */
export function HealthPage({
  viewer,
  findings,
  at,
  figures,
  calls,
  counted,
}: HealthData & { viewer: Signed }) {
  const of = (wanted: Finding["verdict"]) => findings.filter(({ verdict }) => verdict === wanted);
  const wrong = of("wrong").length;
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Health"
      page="/console/health"
      lead={wrong === 0 ? "Nothing is wrong." : `${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.`}
    >
      <PostForm className={styles.again}>
        <button type="submit" className={parts.button}>
          Refresh
        </button>
        <span className={parts.soft}>Looked at {at}. A look calls every outside service once.</span>
      </PostForm>
      <dl className={styles.figures}>
        {figures.map(({ name, value, isBad, href }) => (
          <div key={name} className={isBad ? styles.bad : undefined}>
            <dt>{name}</dt>
            <dd>{href ? <a href={href}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
      {kinds.map(({ verdict, title, tone }) => {
        const found = of(verdict);
        if (found.length === 0) return null;
        return (
          <section key={verdict} aria-labelledby={verdict}>
            <h2 id={verdict}>
              {title} <span className={tone}>{found.length}</span>
            </h2>
            <Findings findings={found} />
          </section>
        );
      })}
      <h2>Outside services and receivers</h2>
      <Calls calls={calls} />
      <p className={`${parts.soft} ${styles.counted}`}>{counted}</p>
      <details className={styles.well}>
        <summary>
          In order <span className={parts.good}>{of("ok").length}</span>
        </summary>
        <Findings findings={of("ok")} />
      </details>
    </ConsoleLayout>
  );
}

function Findings({ findings }: Pick<HealthData, "findings">) {
  return (
    <ul className={`${parts.rows} ${styles.findings}`}>
      {findings.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Calls({ calls }: { calls: readonly CallRow[] }) {
  if (calls.length === 0) return <p className={parts.empty}>None has been called yet.</p>;
  return (
    <ul className={`${parts.rows} ${styles.calls}`}>
      {calls.map(({ name, calls: count, failed, isBad, outcomes }) => (
        <li key={name}>
          <strong>{name}</strong>
          <span className={isBad ? parts.bad : parts.quiet}>{failed}</span>
          <span className={parts.number}>{count}</span>
          <span className={parts.soft}>{outcomes}</span>
        </li>
      ))}
    </ul>
  );
}
