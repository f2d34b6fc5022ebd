import type { Finding } from "../../../services/commands/doctor/finding.ts";
import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import parts from "../ui/parts.module.css";
import styles from "./health-page.module.css";

type Props = { viewer: Signed; findings: readonly Finding[]; log: string; at: string };

const kinds = [
  { verdict: "wrong", title: "To be mended", tone: parts.bad },
  { verdict: "note", title: "Worth knowing", tone: parts.quiet },
  { verdict: "ok", title: "In order", tone: parts.good },
] as const;

/** What the doctor says, the worst first. */
export function HealthPage({ viewer, findings, log, at }: Props) {
  const wrong = findings.filter(({ verdict }) => verdict === "wrong").length;
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Health"
      page="/console/health"
      lead={`${wrong === 0 ? "Nothing is wrong." : `${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.`} Looked at ${at}; load the page again to look again. Consent log: ${log}.`}
    >
      {kinds.map(({ verdict, title, tone }) => {
        const found = findings.filter((finding) => finding.verdict === verdict);
        if (found.length === 0) return null;
        return (
          <section key={verdict} aria-labelledby={verdict}>
            <h2 id={verdict}>
              {title} <span className={tone}>{found.length}</span>
            </h2>
            <ul className={`${parts.rows} ${styles.findings}`}>
              {found.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </section>
        );
      })}
    </ConsoleLayout>
  );
}
