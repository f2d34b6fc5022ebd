import type { ComponentProps } from "react";
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

type Common = { id: string; label: string; hint?: string | undefined; fault?: string | undefined };
type LongProps = Common & ComponentProps<"textarea">;
type SelectProps = Common & ComponentProps<"select"> & { choices: readonly (readonly [string, string])[] };

function Labelled({ id, label, hint, fault, children }: Common & { children: React.ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={fields.label}>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={fields.hint}>
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} role="alert" className={fields.error}>
          {fault}
        </p>
      )}
      {children}
    </div>
  );
}

const about = ({ id, hint, fault }: Common) => ({
  id,
  "aria-describedby": [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
  "aria-invalid": fault ? true : undefined,
});

/** A field of several lines. */
export function LongField({ id, label, hint, fault, ...textarea }: LongProps) {
  const common = { id, label, hint, fault };
  return (
    <Labelled {...common}>
      <textarea
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
        {...textarea}
        {...about(common)}
        className={`${fields.input} ${fields.textarea} ${styles.code}`}
      />
    </Labelled>
  );
}

/** One of some values. */
export function Select({ id, label, hint, fault, choices, ...select }: SelectProps) {
  const common = { id, label, hint, fault };
  return (
    <Labelled {...common}>
      <select {...select} {...about(common)} className={`${fields.input} ${fields.select}`}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
