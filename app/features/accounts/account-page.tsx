import signIn from "../../console/sign-in/sign-in-page.module.css";
import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import buttons from "../../ui/buttons.module.css";
import { type AccountSaid, fixedWords } from "./account-words.ts";

export type AccountIntent = "password" | "factor";

type Props = {
  viewer: Signed;
  /** Undefined for a person without a password here. */
  own?: { hasFactor: boolean; offer: Offer };
  isFixed: boolean;
  provider?: string;
  done?: AccountIntent;
  said?: AccountSaid & { intent: AccountIntent };
};

const doneWords: Record<AccountIntent, string> = {
  password: "Your password was changed. Your other sessions have ended.",
  factor: "Your authenticator app was changed. Your other sessions have ended.",
};

/** A person's own password and authenticator app. */
export function AccountPage({ viewer, own, isFixed, provider, done, said }: Props) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Account"
      page="/console/account"
      lead="A change ends all your other sessions, and is in the audit log."
    >
      <Said text={done && doneWords[done]} />
      {said?.field === "form" && <Said text={said.words} isRefused />}
      <Forms own={own} isFixed={isFixed} provider={provider} said={said} />
    </ConsoleLayout>
  );
}

function Forms({ own, isFixed, provider, said }: Pick<Props, "own" | "isFixed" | "provider" | "said">) {
  if (!own)
    return (
      <p className={parts.said}>
        {provider
          ? `You sign in with ${provider}: your password and second factor are changed there.`
          : "You have no password here: you came by the link of the first start."}
      </p>
    );
  if (isFixed) return <p className={parts.said}>{fixedWords}</p>;
  const { hasFactor, offer } = own;
  const saidOf = (intent: AccountIntent) => (said?.intent === intent ? said : undefined);
  return (
    <>
      <h2 id="password">Change your password</h2>
      <PostForm className={parts.narrowForm} aria-labelledby="password">
        <ProofFields of="password" hasFactor={hasFactor} said={saidOf("password")} />
        <NewPasswordField of="password" said={saidOf("password")} />
        <button type="submit" name="intent" value="password" className={`${parts.button} ${parts.strong}`}>
          Change the password
        </button>
      </PostForm>
      <h2 id="factor">{hasFactor ? "Change your authenticator app" : "Add an authenticator app"}</h2>
      <PostForm className={parts.narrowForm} aria-labelledby="factor">
        <ProofFields of="factor" hasFactor={hasFactor} said={saidOf("factor")} />
        <OfferFields offer={offer} said={saidOf("factor")} />
        <button type="submit" name="intent" value="factor" className={`${parts.button} ${parts.strong}`}>
          Use the new key
        </button>
      </PostForm>
    </>
  );
}

type RenewProps = { said?: AccountSaid; renewal?: { key: string; name: string; offer?: Offer } };

/** Where a person with a colleague's code sets a new password and second factor. */
export function RenewPage({ said, renewal }: RenewProps) {
  return (
    <main className={signIn.page}>
      <h1>{renewal ? `A new sign-in for ${renewal.name}` : "A new sign-in"}</h1>
      {said?.field === "form" && <Said text={said.words} isRefused />}
      <form method="post" action="/console/renew" className={signIn.form}>
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

/** An unused key for an authenticator app. */
type Offer = { key: string; address: string; sealed: string };

/** The current password and code, required before any change. */
function ProofFields({ of, hasFactor, said }: { of: string; hasFactor: boolean; said?: AccountSaid }) {
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

function NewPasswordField({ of, said }: { of: string; said?: AccountSaid }) {
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
function OfferFields({ offer, said }: { offer: Offer; said?: AccountSaid }) {
  return (
    <>
      <p>
        Put this key into your authenticator app, or <a href={offer.address}>open the app with it</a>:
      </p>
      <p>
        <code className={parts.key}>{offer.key.replace(/.{4}(?=.)/g, "$& ")}</code>
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
