import type { OptOut } from "../../machines/visit/facts.ts";
import type { Company } from "../survey/page-data.ts";
import styles from "./do-not-sell.module.css";
import { DoNotSellForm, type DoNotSellFormProps } from "./do-not-sell-form.tsx";
import { PhoneLink } from "./phone-link.tsx";
import prose from "./prose.module.css";

type Props = DoNotSellFormProps & {
  company: Company;
  /** What was just asked for: `all` by the form, `browser` by the button below it. */
  done: "all" | "browser" | null;
  /** How this browser has opted out already. */
  optOut: OptOut | undefined;
};

/** The do-not-sell page: what an opt-out does, and the two ways to ask for it (specification 2.1). */
export function DoNotSell({ company, done, optOut, ...form }: Props) {
  return (
    <div className={prose.prose}>
      <h1>Do not sell or share my personal information</h1>
      {done ? (
        <Confirmation done={done} />
      ) : (
        <p className={prose.lead}>
          Tell us, and we stop. You need no account, it costs nothing, and we do not ask why.
        </p>
      )}
      {(optOut === "gpc" || (optOut && !done)) && (
        <p className={styles.state} data-opted-out={optOut}>
          {optOut === "gpc" && <strong>We honour your browser's Global Privacy Control signal. </strong>}
          This browser is opted out{optOut === "gpc" ? " without your doing anything here" : ""}.
        </p>
      )}
      {!done && <DoNotSellForm {...form} isOptedOut={optOut !== undefined} />}
      <h2>What happens then</h2>
      <ul>
        <li>
          What you sent us earlier under this email address or phone number goes to nobody any more. What a
          law firm already has, it has: please tell it yourself that you want no contact.
        </li>
        <li>
          In this browser our pages load no advertising or tracking scripts and no pixels of other companies,
          and they open no partner's window. That holds for a year, as long as you keep our cookie.
        </li>
        <li>
          If you later fill in a form here and agree to be called, that answer goes where your agreement says,
          and to nobody else.
        </li>
      </ul>
      <h2>Global Privacy Control</h2>
      <p>
        Some browsers can say this for you on every site. We honour that signal: a browser that sends it is
        opted out here without any form. It says nothing about who you are, so use the form too if you want
        what you sent us earlier to go to nobody.
      </p>
      <h2>Questions</h2>
      <p>
        Write to <a href={`mailto:${company.email}`}>{company.email}</a> or call{" "}
        <PhoneLink phone={company.phone} />. What we keep, and your other rights, is in our{" "}
        <a href="/privacy-policy/">privacy policy</a>.
      </p>
    </div>
  );
}

function Confirmation({ done }: { done: "all" | "browser" }) {
  return (
    <div className={styles.done} role="status" data-opt-out-done>
      <h2 className={styles.title}>Your choice is recorded</h2>
      {done === "all" ? (
        <p>
          We do not sell or share what belongs to the email address or phone number that you gave. This
          browser is opted out too. There is nothing else you need to do.
        </p>
      ) : (
        <p>This browser is opted out. There is nothing else you need to do.</p>
      )}
    </div>
  );
}
