import type { ReactNode } from "react";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import type { ChangeRow as Change, OwnerRow, TermsData } from "./load.ts";
import styles from "./terms-page.module.css";

type Props = TermsData & { viewer: Signed };

/** What is agreed with everybody and how much is left of it, and where that is not what the file says. */
export function TermsPage({ viewer, receivers, affiliates, changes, yaml, fault }: Props) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Terms"
      page="/console/terms"
      lead="Changes here override the settings file within seconds. They apply to new leads only: sales in the books stay as they are."
    >
      <div className={styles.head}>
        <h2>Receivers</h2>
        {viewer.mayPress && (
          <p className={styles.links}>
            <a href="/console/terms/set-up" className={parts.button}>
              Add a receiver
            </a>
            <a href="/console/terms/order" className={parts.button}>
              Order
            </a>
            <a href="/console/terms/file" className={parts.button}>
              The file
            </a>
          </p>
        )}
      </div>
      <Owners rows={receivers} none="No receivers yet." />
      <h2>Affiliates</h2>
      <Owners
        rows={affiliates}
        none="No affiliates yet. One appears here with its first lead, or is named under affiliates in claimpath.yaml."
      />
      <form method="get" action="/console/terms" className={styles.other}>
        <Field id="affiliate" name="affiliate" label="Another affiliate’s id" fault={fault} maxLength={64} />
        <button type="submit" className={parts.button}>
          Open
        </button>
      </form>
      <h2>For the file</h2>
      {yaml === "" ? (
        <p className={parts.soft}>Nothing differs from it but pauses.</p>
      ) : (
        <>
          <p>
            Paste this into the file, or run <code>claimpath terms write</code> on the server. The terms count
            either way.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard */}
          <pre className={styles.yaml} tabIndex={0}>
            {yaml}
          </pre>
        </>
      )}
      <h2>Newest changes</h2>
      {changes.length === 0 ? (
        <p className={parts.empty}>Nothing was changed yet.</p>
      ) : (
        <ol className={parts.rows}>
          {changes.map((change) => (
            <ChangeRow key={change.number} {...change} link />
          ))}
        </ol>
      )}
    </ConsoleLayout>
  );
}

function Owners({ rows, none }: { rows: readonly OwnerRow[]; none: string }) {
  if (rows.length === 0) return <p className={parts.empty}>{none}</p>;
  return (
    <ul className={parts.rows}>
      {rows.map(({ name, href, mode, how, agreed }) => (
        <li key={name} className={styles.owner}>
          <a href={href}>
            <strong>{name}</strong>
          </a>
          {mode && <span className={mode === "live" ? parts.good : parts.quiet}>{mode}</span>}
          {how && <span className={parts.soft}>{how}</span>}
          {agreed.length === 0 && <span className={parts.soft}>without terms</span>}
          <ul className={styles.agreed}>
            {agreed.map(({ label, now, inFile, by, warns, used, pace }) => (
              <li key={label} className={used === undefined ? undefined : styles.cap}>
                {warns === "paused" ? (
                  <span className={parts.bad}>{label}</span>
                ) : (
                  <>
                    <span className={parts.soft}>{label}: </span>
                    {warns === "full" ? <span className={parts.bad}>{`${now}, full`}</span> : now}
                  </>
                )}
                {inFile !== undefined && <span className={parts.soft}>{`, in the file ${inFile}`}</span>}
                {pace && <span className={styles.pace}>{pace}</span>}
                {used !== undefined && <progress value={used} aria-label={`${label}, ${name}`} />}
                {by && <span className={styles.by}>{by}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

type ChangeRowProps = Change & { link?: boolean; children?: ReactNode };

/** A change: its term, the old and new values, the person and the reason. */
export function ChangeRow({
  number,
  what,
  href,
  from,
  to,
  by,
  reason,
  link = false,
  children,
}: ChangeRowProps) {
  return (
    <li className={styles.change}>
      <strong>{link ? <a href={href}>{what}</a> : what}</strong>
      <span>
        {from} → {to}
      </span>
      <span className={parts.soft}>
        Change {number} by {by}
      </span>
      {reason && <span className={styles.reason}>{reason}</span>}
      {children}
    </li>
  );
}
