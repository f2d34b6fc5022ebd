import styles from "../sign-in/sign-in-page.module.css";

/** For who is signed in and asks for a page, or presses a button, that their role does not include. */
export function RefusedPage() {
  return (
    <main className={styles.page}>
      <h1>Your role does not include this</h1>
      <p className={styles.words}>The person who added you to the console can give you another one.</p>
      <p className={styles.words}>
        <a href="/graphs/">Charts</a>
      </p>
      <p className={styles.words}>
        <a href="/console/sessions">Your sessions</a>
      </p>
    </main>
  );
}
