import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import parts from "../ui/parts.module.css";
import { PostForm } from "../ui/post-form.tsx";
import { Said } from "../ui/said.tsx";
import styles from "./account-page.module.css";
import { type AccountSaid, fixedWords } from "./account-words.ts";
import { NewPasswordField, type Offer, OfferFields, ProofFields } from "./form-parts.tsx";

export type AccountIntent = "password" | "factor";

type Props = {
  viewer: Signed;
  /** Undefined for who has no password here. */
  own?: { hasFactor: boolean; offer: Offer };
  isFixed: boolean;
  /** The company's identity provider. */
  provider?: string;
  done?: AccountIntent;
  said?: AccountSaid & { intent: AccountIntent };
};

const doneWords: Record<AccountIntent, string> = {
  password: "Your password was changed. Your other sessions have ended.",
  factor: "Your authenticator app was changed. Your other sessions have ended.",
};

/** One's own password and authenticator app. */
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
      <PostForm className={styles.form} aria-labelledby="password">
        <ProofFields of="password" hasFactor={hasFactor} said={saidOf("password")} />
        <NewPasswordField of="password" said={saidOf("password")} />
        <button type="submit" name="intent" value="password" className={`${parts.button} ${parts.strong}`}>
          Change the password
        </button>
      </PostForm>
      <h2 id="factor">{hasFactor ? "Change your authenticator app" : "Add an authenticator app"}</h2>
      <PostForm className={styles.form} aria-labelledby="factor">
        <ProofFields of="factor" hasFactor={hasFactor} said={saidOf("factor")} />
        <OfferFields offer={offer} said={saidOf("factor")} />
        <button type="submit" name="intent" value="factor" className={`${parts.button} ${parts.strong}`}>
          Use the new key
        </button>
      </PostForm>
    </>
  );
}
