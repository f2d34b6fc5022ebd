import type { Located } from "../../server/developing/located.ts";
import { Place } from "../ui/place.tsx";
import styles from "./findings.module.css";

type Props = { findings: readonly Located[]; root?: string };

/** In development: a chart's problems, with source positions and fixes. */
export function Findings({ findings, root }: Props) {
  return (
    <section className={styles.findings} aria-labelledby="findings-title" data-findings>
      <h2 id="findings-title">
        {findings.length === 1 ? "This chart has a problem" : `This chart has ${findings.length} problems`}
      </h2>
      <ul>
        {findings.map(({ message, remedy, file, line }) => (
          <li key={message}>
            <strong>{message}</strong> {remedy} <Place {...{ file, line, root }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
