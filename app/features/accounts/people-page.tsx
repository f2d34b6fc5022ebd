import type { Role } from "../../../services/console/roles.ts";
import { ConsoleLayout, roleWords, type Signed } from "../../console/ui/console-layout.tsx";
import { PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import fields from "../../ui/fields.module.css";
import { fixedWords } from "./account-words.ts";
import styles from "./people-page.module.css";

type Colleague = { name: string; role: Role; hasFactor: boolean; until: string; isOwn: boolean };
/** The result of the form; `field`: the faulty one, for this person. */
export type PeopleAnswer = { person: string; code?: string; fault?: string; field?: string };

type Props = { viewer: Signed; isFixed: boolean; colleagues: readonly Colleague[]; answer?: PeopleAnswer };

/** The people with a password here, and a form to help each of them. */
export function PeoplePage({ viewer, isFixed, colleagues, answer }: Props) {
  return (
    <ConsoleLayout
      viewer={viewer}
      title="People"
      page="/console/people"
      lead="Someone has lost their password or their authenticator app, or somebody else may have it. First, verify who they are: call them."
    >
      {answer?.code && <Code person={answer.person} code={answer.code} />}
      {answer?.fault && !answer.field && <Said text={answer.fault} isRefused />}
      {isFixed && colleagues.length > 0 && <p className={parts.said}>{fixedWords}</p>}
      {colleagues.length === 0 && (
        <p className={parts.empty}>
          Nobody else has a password yet. Add a person on the server:{" "}
          <code>claimpath console add NAME --role leads-masked</code>
        </p>
      )}
      <ul className={parts.rows}>
        {colleagues.map((colleague) => (
          <Row
            key={colleague.name}
            {...colleague}
            isFixed={isFixed}
            fault={answer?.field && answer.person === colleague.name ? answer.fault : undefined}
          />
        ))}
      </ul>
    </ConsoleLayout>
  );
}

function Code({ person, code }: { person: string; code: string }) {
  return (
    <div className={parts.said} role="status">
      <p>
        {person} can no longer sign in, and is signed out everywhere. Tell them this code, which is shown
        once, works once and stays valid for an hour: <strong>{code}</strong>
      </p>
      <p>They enter it at /console/renew, where they choose a new password and set up their app.</p>
    </div>
  );
}

function Row({
  name,
  role,
  hasFactor,
  until,
  isOwn,
  isFixed,
  fault,
}: Colleague & { isFixed: boolean; fault?: string }) {
  return (
    <li className={styles.person}>
      <p className={styles.who}>
        <strong>{name}</strong>
        <span className={parts.quiet}>{roleWords[role]}</span>
        {isOwn && <span className={parts.good}>you</span>}
      </p>
      <p className={parts.soft}>
        {hasFactor ? "With an authenticator app." : "Without an authenticator app."}
        {until && ` Has a code for a new sign-in until ${until}.`}
      </p>
      {isOwn && (
        <a className={styles.lost} href="/console/account">
          Change your own sign-in
        </a>
      )}
      {!isOwn && !isFixed && (
        <details className={styles.lost} open={fault !== undefined}>
          <summary>
            New sign-in<span className="visually-hidden"> for {name}</span>
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
        </details>
      )}
    </li>
  );
}
