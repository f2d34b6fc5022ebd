import buttons from "../../ui/buttons.module.css";
import styles from "../sign-in/sign-in-page.module.css";
import { Field } from "../ui/field.tsx";
import { Said } from "../ui/said.tsx";
import type { AccountSaid } from "./account-words.ts";
import { NewPasswordField, type Offer, OfferFields } from "./form-parts.tsx";

type Props = { said?: AccountSaid; renewal?: { key: string; name: string; offer?: Offer } };

/** Where somebody with a code of a colleague sets a new password and second factor. */
export function RenewPage({ said, renewal }: Props) {
  return (
    <main className={styles.page}>
      <h1>{renewal ? `A new sign-in for ${renewal.name}` : "A new sign-in"}</h1>
      {said?.field === "form" && <Said text={said.words} isRefused />}
      <form method="post" action="/console/renew" className={styles.form}>
        {renewal ? (
          <>
            <input type="hidden" name="key" value={renewal.key} />
            <NewPasswordField of="renew" said={said} />
            {renewal.offer && <OfferFields offer={renewal.offer} said={said} />}
          </>
        ) : (
          <Field
            id="key"
            name="key"
            label="Code from your colleague"
            hint="It works once, for an hour."
            autoComplete="off"
            autoCapitalize="characters"
          />
        )}
        <button type="submit" name="intent" value={renewal ? "renew" : "open"} className={buttons.primary}>
          {renewal ? "Set and sign in" : "Continue"}
        </button>
      </form>
    </main>
  );
}
