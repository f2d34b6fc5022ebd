import { Field } from "../ui/field.tsx";
import styles from "./account-page.module.css";
import type { AccountSaid } from "./account-words.ts";

/** A key for an authenticator app that nobody has yet. */
export type Offer = { key: string; address: string; sealed: string };

/** Who they are now, asked again before anything is changed. */
export function ProofFields({ of, hasFactor, said }: { of: string; hasFactor: boolean; said?: AccountSaid }) {
  return (
    <>
      <Field
        id={`${of}-password`}
        name="password"
        label="Your password now"
        type="password"
        autoComplete="current-password"
        fault={said?.field === "who" ? said.words : undefined}
      />
      {hasFactor && (
        <Field
          id={`${of}-code`}
          name="code"
          label="Code from your app now"
          hint="Six digits that you have not used yet."
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </>
  );
}

export function NewPasswordField({ of, said }: { of: string; said?: AccountSaid }) {
  return (
    <Field
      id={`${of}-wanted`}
      name="wanted"
      label="New password"
      hint="At least 12 characters; several words are easy to remember."
      type="password"
      autoComplete="new-password"
      fault={said?.field === "wanted" ? said.words : undefined}
    />
  );
}

/** The new key, and the code that proves that the app has it. */
export function OfferFields({ offer, said }: { offer: Offer; said?: AccountSaid }) {
  return (
    <>
      <p>
        Put this key into your authenticator app, or <a href={offer.address}>open the app with it</a>:
      </p>
      <p>
        <code className={styles.key}>{offer.key.replace(/.{4}(?=.)/g, "$& ")}</code>
      </p>
      <input type="hidden" name="offer" value={offer.sealed} />
      <Field
        id="new-code"
        name="newCode"
        label="Code that the new key shows"
        hint="Six digits. The key counts from then on."
        inputMode="numeric"
        autoComplete="off"
        fault={said?.field === "newCode" ? said.words : undefined}
      />
    </>
  );
}
