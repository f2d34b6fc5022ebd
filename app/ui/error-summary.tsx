import type { MouseEvent, Ref } from "react";
import styles from "./messages.module.css";

export type SummaryError = { id: string; text: string };

type Props = { title: string; errors: SummaryError[]; summaryRef?: Ref<HTMLDivElement>; live?: boolean };

/** All errors of the screen with links to their fields. */
export function ErrorSummary({ title, errors, summaryRef, live }: Props) {
  const focus = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
    if (!live) return;
    // A fragment would add a history entry, and one Back would then seem to do nothing.
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
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
      <ul className={styles.list}>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => focus(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
