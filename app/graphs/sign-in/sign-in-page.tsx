import buttons from "../../ui/buttons.module.css";
import fields from "../../ui/fields.module.css";
import styles from "./sign-in-page.module.css";

/** Where developers and analysts sign in. @param byName address of the console's sign-in, where people have names */
export function SignInPage({ isRefused, byName }: { isRefused: boolean; byName?: string }) {
  return (
    <main className={styles.page}>
      <h1>Sign in</h1>
      <form method="post" className={styles.form}>
        <label htmlFor="token" className={fields.label}>
          Token
        </label>
        {isRefused && (
          <p id="token-error" role="alert" className={fields.error}>
            This is not the token.
          </p>
        )}
        <input
          className={fields.input}
          id="token"
          name="token"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? "token-error" : undefined}
        />
        <button type="submit" className={buttons.primary}>
          Sign in
        </button>
      </form>
      {byName && (
        <p>
          <a href={byName}>Sign in with your name instead</a>
        </p>
      )}
    </main>
  );
}
