import type { ProviderRefusal } from "../../../services/console/identity-provider.ts";
import buttons from "../../ui/buttons.module.css";
import fields from "../../ui/fields.module.css";
import parts from "../ui/parts.module.css";
import styles from "./sign-in-page.module.css";

type Props = {
  hasPeople: boolean;
  /** The company's identity provider, and where the way to it begins. */
  provider?: { host: string; address: string };
  /** Help for a lost password or app; without it the page names the operator's command. */
  help?: { words: string; href: string; text: string };
  refused?: ProviderRefusal | "wrong";
};

const refusalWords: Record<NonNullable<Props["refused"]>, string> = {
  wrong: "Wrong name, password or code.",
  "too many": "Too many attempts. Try again at the top of the hour.",
  expired: "This sign-in has expired. Please start again.",
  refused: "Your identity provider did not confirm who you are. Please start again.",
  "no role": "Your account has no role here. Ask your identity provider’s administrators for one.",
  unreachable: "The identity provider cannot be reached at the moment.",
};

/** The console's sign-in. It asks for everything at once, so that no answer reveals which part was wrong. */
export function SignInPage({ hasPeople, provider, help, refused }: Props) {
  const field = { className: fields.input, "aria-describedby": refused ? "refused" : undefined };
  return (
    <main className={styles.page}>
      <h1>Claimpath console</h1>
      {!hasPeople && (
        <p className={parts.said}>
          Nobody has a password yet. Open the one-time link that the terminal printed at the start, or add
          yourself: <code>npm run claimpath -- console add your-name --role leads</code>
        </p>
      )}
      <form method="post" className={styles.form}>
        {refused && (
          <p id="refused" role="alert" className={fields.error}>
            {refusalWords[refused]}
          </p>
        )}
        <div>
          <label htmlFor="name" className={fields.label}>
            Name
          </label>
          <input {...field} id="name" name="name" autoComplete="username" autoCapitalize="none" required />
        </div>
        <div>
          <label htmlFor="password" className={fields.label}>
            Password
          </label>
          <input
            {...field}
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
        <div>
          <label htmlFor="code" className={fields.label}>
            Code from your app
          </label>
          <p id="code-hint" className={fields.hint}>
            Six digits; leave it empty if you have none.
          </p>
          <input
            {...field}
            aria-describedby={refused ? "refused code-hint" : "code-hint"}
            id="code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </div>
        <button type="submit" className={buttons.primary}>
          Sign in
        </button>
      </form>
      {hasPeople && (
        <p className={styles.words}>
          {help ? (
            <>
              {help.words} <a href={help.href}>{help.text}</a>.
            </>
          ) : (
            <>
              Forgot your password, or lost your app? Who runs the site gives you new ones:{" "}
              <code>claimpath console add your-name --role your-role</code>
            </>
          )}
        </p>
      )}
      {provider && (
        <p className={styles.words}>
          <a href={provider.address}>{`Sign in with ${provider.host}`}</a>
        </p>
      )}
    </main>
  );
}
