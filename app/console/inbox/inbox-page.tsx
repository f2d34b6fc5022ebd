import { useContext } from "react";
import { PageShell } from "../../ui/page-shell.tsx";
import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import parts from "../ui/parts.module.css";
import { Said } from "../ui/said.tsx";
import { FilterForm } from "./filter-form.tsx";
import type { InboxData, InboxRow } from "./inbox-data.ts";
import styles from "./inbox-page.module.css";

/** New leads first, masked; the newest page keeps itself up to date. */
export function InboxPage({
  viewer,
  rows,
  next,
  isFirstPage,
  refused,
  choices,
  csv,
}: InboxData & { viewer: Signed }) {
  const { consoleProof } = useContext(PageShell);
  return (
    <ConsoleLayout viewer={viewer} title="Inbox" page="/console">
      <FilterForm choices={choices} />
      <Said text={refused} isRefused />
      <div data-island={isFirstPage ? "inbox" : undefined} data-console-page={consoleProof}>
        {/* A page has the styles of the classes in it: here, of all that a lead may bring while it is open. */}
        <template>
          <i className={Object.values({ ...parts, ...styles }).join(" ")} />
        </template>
        <div data-newest>
          {rows.length === 0 ? (
            <p className={parts.empty}>
              {choices.isFiltered
                ? "No leads match this filter."
                : "No leads yet. New ones appear here by themselves."}
            </p>
          ) : (
            <ol className={parts.rows} aria-label="Leads, newest first">
              {rows.map((row) => (
                <Row key={row.id} {...row} />
              ))}
            </ol>
          )}
        </div>
        <p role="status" className="visually-hidden" data-arrived />
      </div>
      <p className={styles.more}>
        {next && (
          <a className={parts.button} href={next}>
            Older leads
          </a>
        )}
        {rows.length > 0 && (
          <>
            <a className={parts.button} href={`${csv}&for=spreadsheet`}>
              {viewer.role === "leads" ? "Download for a spreadsheet" : "Download for a spreadsheet, masked"}
            </a>
            <a className={parts.button} href={csv}>
              {viewer.role === "leads" ? "Download as CSV" : "Download as CSV, masked"}
            </a>
          </>
        )}
      </p>
    </ConsoleLayout>
  );
}

function Row({ id, time, who, from, state, verdict, isQualified, delivery, handledBy }: InboxRow) {
  return (
    <li className={`${styles.row} ${handledBy ? styles.handled : ""}`}>
      <a className={styles.who} href={`/console/leads/${id}`}>
        {who}
      </a>
      <span className={styles.where}>{[from, state].filter(Boolean).join(", ")}</span>
      <span className={styles.verdict}>
        {verdict && <span className={isQualified ? parts.good : parts.quiet}>{verdict}</span>}
      </span>
      <span className={styles.delivery}>
        <span className={parts[delivery.tone]}>{delivery.text}</span>
        {handledBy && <span className={parts.soft}> Handled by {handledBy}</span>}
      </span>
      <span className={styles.time}>{time}</span>
    </li>
  );
}
