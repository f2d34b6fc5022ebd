import type { Hunk } from "../../../services/yaml/yaml-edit.ts";
import { LookAgain, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import fields from "../../ui/fields.module.css";
import styles from "./file-page.module.css";
import type { FilePressed, FileState } from "./load-file.ts";

/** Lines that become others, with where they are. */
export function Difference({ hunks }: { hunks: readonly Hunk[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <section className={styles.diff} tabIndex={0} aria-label="The difference">
      {hunks.map(({ line, out, in: into }) => (
        <pre key={line}>
          <span className={styles.line}>{`Line ${line}\n`}</span>
          {out.length > 0 && <del>{signed("- ", out)}</del>}
          {into.length > 0 && <ins>{signed("+ ", into)}</ins>}
        </pre>
      ))}
    </section>
  );
}

const signed = (sign: string, lines: readonly string[]) => lines.map((text) => `${sign}${text}\n`).join("");

/** What came of a press, its difference to confirm, or the text to paste. */
export function FileResult({
  done,
  state,
  back,
}: {
  done: FilePressed | undefined;
  state: FileState;
  back: string;
}) {
  const { text = "", faults = {}, look, diff, paste } = done ?? {};
  const isWrong = Object.keys(faults).some((field) => field !== "form");
  return (
    <>
      {!done && state.locked && (
        <p
          className={parts.soft}
        >{`${state.locked} A change made here is shown as a text to put in its place.`}</p>
      )}
      <Said text={text || (isWrong ? "Nothing was changed: see below." : undefined)} isRefused />
      <LookAgain look={look} back={back}>
        {diff && <Difference hunks={diff} />}
      </LookAgain>
      {paste !== undefined && (
        <>
          <Difference hunks={diff ?? []} />
          <label htmlFor="paste" className={fields.label}>
            {`The whole of ${state.path}`}
          </label>
          <textarea
            id="paste"
            readOnly
            rows={12}
            defaultValue={paste}
            className={`${parts.area} ${styles.paste}`}
          />
        </>
      )}
    </>
  );
}
