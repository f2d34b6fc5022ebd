import styles from "../../ui/messages.module.css";

/** Covers the page while the answers are sent. The region is there beforehand, so that its text is spoken. */
export function SendingOverlay({ shown, text }: { shown: boolean; text: string }) {
  return (
    <div role="status" data-overlay>
      {shown && (
        <div className={styles.overlay}>
          <span className={styles.spinner} />
          <p>{text}</p>
        </div>
      )}
    </div>
  );
}
