import type { AnyRole } from "../../../services/console/roles.ts";
import { ConsoleLayout, roleWords, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import fields from "../../ui/fields.module.css";
import { fixedWords } from "./account-words.ts";
import styles from "./people-page.module.css";

type Colleague = {
  name: string;
  role: AnyRole;
  buyer?: string;
  hasFactor: boolean;
  until: string;
  isOwn: boolean;
};
/** The result of a form; `field`: the faulty one. `buyer`: of somebody who is invited. */
export type PeopleAnswer = {
  person: string;
  buyer?: string;
  code?: string;
  fault?: string;
  field?: "why" | "name" | "buyer";
};

type Props = {
  viewer: Signed;
  isFixed: boolean;
  /** The receivers whose people can be invited. */
  buyers: readonly string[];
  colleagues: readonly Colleague[];
  answer?: PeopleAnswer;
};

/** The people with a password here, and a form to help each of them; people of buyers are invited here. */
export function PeoplePage({ viewer, isFixed, buyers, colleagues, answer }: Props) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="People"
      page="/console/people"
      lead="Someone has lost their password or their authenticator app, or somebody else may have it. First, verify who they are: call them."
    >
      {answer?.code && <Code person={answer.person} buyer={answer.buyer} code={answer.code} />}
      {answer?.fault && !answer.field && <Said text={answer.fault} isRefused />}
      {isFixed && colleagues.length > 0 && <p className={parts.said}>{fixedWords}</p>}
      {colleagues.length === 0 && (
        <p className={parts.empty}>
          Nobody else has a password yet. Add a person on the server:{" "}
          <code>claimpath console add NAME --role leads-masked</code>
        </p>
      )}
      {colleagues.length > 0 && (
        <ul className={parts.rows}>
          {colleagues.map((colleague) => (
            <Row
              key={colleague.name}
              {...colleague}
              isFixed={isFixed}
              isThere={colleague.buyer === undefined || buyers.includes(colleague.buyer)}
              fault={answer?.field === "why" && answer.person === colleague.name ? answer.fault : undefined}
            />
          ))}
        </ul>
      )}
      {!isFixed && buyers.length > 0 && <Invitation buyers={buyers} answer={answer} />}
    </ConsoleLayout>
  );
}

function Code({ person, buyer, code }: { person: string; buyer?: string; code: string }) {
  return (
    <div className={parts.said} role="status">
      <p>
        {buyer
          ? `${person} is a person of ${buyer} now.`
          : `${person} can no longer sign in, and is signed out everywhere.`}{" "}
        Tell them this code, which is shown once, works once and stays valid for an hour:{" "}
        <strong>{code}</strong>
      </p>
      <p>They enter it at /console/renew, where they choose a new password and set up their app.</p>
    </div>
  );
}

function Invitation({ buyers, answer }: Pick<Props, "buyers" | "answer">) {
  const { field, fault, person, buyer } = answer?.field === "why" ? {} : (answer ?? {});
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite a person of a buyer</h2>
      <p className={parts.soft}>
        They see the leads that the buyer has from you, its sales, returns, invoices and terms, and nothing
        else of the console.
      </p>
      <PostForm className={parts.narrowForm} action="/console/people">
        <Field
          id="person"
          name="person"
          label="Their name here"
          hint="Lower-case letters, digits, dots and hyphens, such as mia.north."
          autoComplete="off"
          autoCapitalize="none"
          maxLength={40}
          defaultValue={fault && person}
          fault={field === "name" ? fault : undefined}
        />
        <div>
          <label htmlFor="buyer" className={fields.label}>
            Buyer
          </label>
          {field === "buyer" && (
            <p id="buyer-fault" role="alert" className={fields.error}>
              {fault}
            </p>
          )}
          <select
            id="buyer"
            name="buyer"
            className={`${fields.input} ${fields.select}`}
            defaultValue={buyer}
            aria-describedby={field === "buyer" ? "buyer-fault" : undefined}
          >
            {buyers.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" name="intent" value="invite" className={`${parts.button} ${parts.strong}`}>
          Invite and make a code
        </button>
      </PostForm>
    </section>
  );
}

function Row({
  name,
  role,
  buyer,
  isThere,
  hasFactor,
  until,
  isOwn,
  isFixed,
  fault,
}: Colleague & { isFixed: boolean; isThere: boolean; fault?: string }) {
  return (
    <li className={styles.person}>
      <p className={styles.who}>
        <strong>{name}</strong>
        <span className={parts.quiet}>{role === "buyer" ? `of ${buyer}` : roleWords[role]}</span>
        {isOwn && <span className={parts.good}>you</span>}
      </p>
      <p className={parts.soft}>
        {hasFactor ? "With an authenticator app." : "Without an authenticator app."}
        {until && ` Has a code for a new sign-in until ${until}.`}
        {!isThere && ` ${buyer} is no buyer any more, so they cannot sign in.`}
      </p>
      {isOwn && (
        <a className={styles.lost} href="/console/account">
          Change your own sign-in
        </a>
      )}
      {!isOwn && !isFixed && (
        <details className={styles.lost} open={fault !== undefined}>
          <summary>
            {buyer === undefined ? "New sign-in" : "New sign-in, or take off"}
            <span className="visually-hidden"> for {name}</span>
          </summary>
          <PostForm className={styles.form}>
            <input type="hidden" name="person" value={name} />
            <label htmlFor={`of-${name}`}>Why does {name} need a new sign-in?</label>
            {fault && (
              <p id={`why-${name}`} role="alert" className={fields.error}>
                {fault}
              </p>
            )}
            <input
              id={`of-${name}`}
              name="why"
              className={parts.area}
              maxLength={200}
              aria-describedby={fault ? `why-${name}` : undefined}
              aria-invalid={fault ? true : undefined}
              required
            />
            <button type="submit" className={`${parts.button} ${parts.danger}`}>
              End the sign-in and make a code
              <span className="visually-hidden"> for {name}</span>
            </button>
          </PostForm>
          {buyer !== undefined && (
            <PostForm className={styles.form}>
              <input type="hidden" name="person" value={name} />
              <button
                type="submit"
                name="intent"
                value="dismiss"
                className={`${parts.button} ${parts.danger}`}
              >
                Take {name} off
              </button>
            </PostForm>
          )}
        </details>
      )}
    </li>
  );
}
