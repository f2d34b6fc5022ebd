import type { MouseEvent, Ref } from "react";
import { fill } from "../../machines/messages/fill.ts";
import fields from "./fields.module.css";
import styles from "./messages.module.css";

export type SummaryError = { id: string; text: string };

type Props = {
  title: string;
  errors: SummaryError[];
  /** The number of folded errors in words; without it none are folded. */
  more?: string;
  summaryRef?: Ref<HTMLDivElement>;
  live?: boolean;
};

/** A summary of more errors than this has the first three in view, so that the first field is not far below. */
const most = 6;

/** All errors of the screen with links to their fields. */
export function ErrorSummary({ title, errors, more, summaryRef, live }: Props) {
  const focus = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
    if (!live) return;
    // A fragment would add a history entry, and one Back would then seem to do nothing.
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  const linked = (errors: SummaryError[]) => (
    <ul className={styles.list}>
      {errors.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} onClick={(event) => focus(event, id)}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  const shown = more && errors.length > most ? 3 : errors.length;
  return (
    <div
      ref={summaryRef}
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: where no script gives it the focus, the browser does as the page opens
      autoFocus
      data-error-summary
    >
      {/* No heading: it is above the page's first. */}
      <p className={styles.title}>{title}</p>
      {linked(errors.slice(0, shown))}
      {shown < errors.length && (
        <details>
          <summary className={fields.summary}>{fill(more!, { count: errors.length - shown })}</summary>
          {linked(errors.slice(shown))}
        </details>
      )}
    </div>
  );
}
