import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import type { OwnerData, Pressed } from "./load.ts";
import styles from "./terms-page.module.css";
import { ChangeRow } from "./terms-page.tsx";

type Props = OwnerData & { viewer: Signed; done?: Pressed };

/** The terms of one receiver or affiliate: the file's, those in force, and every change. */
export function OwnerPage({
  viewer,
  address,
  setUp,
  title,
  isPaused,
  pauseText,
  heldText,
  fields,
  seen,
  history,
  done,
}: Props) {
  const faults = done?.faults ?? {};
  const isWrong = Object.keys(faults).length > 0;
  return (
    <ConsoleLayout
      viewer={viewer}
      title={title}
      page="/console/terms"
      lead={
        <>
          <a href="/console/terms">All terms</a>
          {setUp !== "" && (
            <>
              {" · "}
              <a href={setUp}>How it is set up</a>
            </>
          )}
        </>
      }
    >
      <Said
        text={done?.text || (isWrong ? "Nothing was changed: see below." : undefined)}
        isRefused={done !== undefined}
      />
      <LookAgain look={done?.look} back={address} />
      {pauseText && (
        <p className={styles.paused}>
          <span className={parts.bad}>{pauseText}</span>
        </p>
      )}
      {heldText && <p className={parts.soft}>{heldText}</p>}
      {viewer.mayPress ? (
        <TermsForm fields={fields} seen={seen} isPaused={isPaused} done={done} />
      ) : (
        <TermsList fields={fields} />
      )}
      <h2>Changes</h2>
      {history.length === 0 ? (
        <p className={parts.empty}>Nothing was changed yet: all is as in the file.</p>
      ) : (
        <ol className={parts.rows}>
          {history.map((change) => (
            <ChangeRow key={change.number} {...change}>
              {change.canUndo && viewer.mayPress && (
                <details open={faults[`undo-${change.number}`] !== undefined} className={styles.details}>
                  <summary>
                    Undo<span className="visually-hidden"> change {change.number}</span>
                  </summary>
                  <PostForm className={styles.undo}>
                    <input type="hidden" name="change" value={change.number} />
                    <Field
                      id={`undo-${change.number}`}
                      name="reason"
                      label="Why it is undone"
                      maxLength={200}
                      defaultValue={done?.given[`undo-${change.number}`] ?? ""}
                      fault={faults[`undo-${change.number}`]}
                    />
                    <button type="submit" name="intent" value="undo" className={parts.button}>
                      Undo it
                    </button>
                  </PostForm>
                </details>
              )}
            </ChangeRow>
          ))}
        </ol>
      )}
    </ConsoleLayout>
  );
}

function TermsForm({ fields, seen, isPaused, done }: Pick<Props, "fields" | "seen" | "isPaused" | "done">) {
  const faults = done?.faults ?? {};
  return (
    <PostForm className={styles.terms}>
      {/* Enter in a field presses a form's first button: that saves. */}
      <button type="submit" name="intent" value="save" hidden />
      <input type="hidden" name="seen" value={seen} />
      <div className={styles.fields}>
        {fields.map(({ name, label, now, example, hint }) => (
          <Field
            key={name}
            id={name}
            name={name}
            label={label}
            hint={example + hint}
            defaultValue={done?.given[name] ?? now}
            required={false}
            autoComplete="off"
            maxLength={400}
            fault={faults[name]}
          />
        ))}
      </div>
      <Field
        id="reason"
        name="reason"
        label="Why, without a person’s name"
        defaultValue={done?.given.reason ?? ""}
        maxLength={200}
        fault={faults.reason}
      />
      <p className={parts.soft}>An empty field is no limit.</p>
      <div className={parts.buttons}>
        <button type="submit" name="intent" value="save" className={`${parts.button} ${parts.strong}`}>
          Save
        </button>
        <button type="submit" name="intent" value={isPaused ? "resume" : "pause"} className={parts.button}>
          {isPaused ? "Resume" : "Pause"}
        </button>
      </div>
    </PostForm>
  );
}

/** For people who may not change terms. */
function TermsList({ fields }: Pick<Props, "fields">) {
  return (
    <>
      <OnlySees />
      <ul className={parts.rows}>
        {fields.map(({ name, label, says, hint }) => (
          <li key={name}>
            <strong>{label}</strong> {says} <span className={parts.soft}>{hint}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
