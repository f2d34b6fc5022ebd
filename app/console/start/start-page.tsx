import buttons from "../../ui/buttons.module.css";
import styles from "../sign-in/sign-in-page.module.css";
import parts from "../ui/parts.module.css";

/** Where the one-time link of the terminal leads. */
export function StartPage({ secret, isRefused }: { secret: string; isRefused: boolean }) {
  return (
    <main className={styles.page}>
      <h1>Claimpath console</h1>
      {isRefused ? (
        <p role="alert" className={`${parts.said} ${parts.refused}`}>
          This link has been used, or is older than half an hour. Start the site again for a new one.
        </p>
      ) : (
        <form method="post" action="/console/start" className={styles.form}>
          <p>
            This link works once and stays valid for half an hour. It opens the inbox in this browser only.
          </p>
          <input type="hidden" name="key" value={secret} />
          <button type="submit" className={buttons.primary}>
            Open the console
          </button>
        </form>
      )}
    </main>
  );
}
