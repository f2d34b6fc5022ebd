import fields from "../../ui/fields.module.css";
import { ConsoleLayout, type Signed } from "../ui/console-layout.tsx";
import { PostForm, Said } from "../ui/forms.tsx";
import parts from "../ui/parts.module.css";
import type { Asked, ErasedPerson, FoundPerson, PrivacyAnswer, ReadingRow } from "./load.ts";
import styles from "./privacy-page.module.css";

type Props = { viewer: Signed; readings: readonly ReadingRow[]; answer?: PrivacyAnswer };

/** A person's data: to find, hand over and erase; and who has read personal data lately. */
export function PrivacyPage({ viewer, readings, answer }: Props) {
  const { asked, found, erased, fault } = answer ?? {};
  return (
    <ConsoleLayout
      viewer={viewer}
      title="Privacy requests"
      page="/console/privacy"
      lead="Someone asked to see or delete their data. First, verify who they are."
    >
      <Said text={fault} isRefused />
      {erased && <Erased {...erased} />}
      <FindForm asked={asked} />
      {found && <Found {...found} />}
      <h2>Who read personal data</h2>
      <Readings readings={readings} />
    </ConsoleLayout>
  );
}

function Readings({ readings }: Pick<Props, "readings">) {
  if (readings.length === 0) return <p className={parts.empty}>Nobody has yet.</p>;
  return (
    <>
      <ul className={parts.rows}>
        {readings.map(({ at, who, what }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one may read the same twice at one time
          <li key={index} className={styles.reading}>
            <strong>{who}</strong>
            <span>{what}</span>
            <span className={parts.soft}>{at}</span>
          </li>
        ))}
      </ul>
      <p className={`${parts.soft} ${styles.whole}`}>
        The newest {readings.length}. The whole log: <code>npm run claimpath -- audit-log</code>
      </p>
    </>
  );
}

function FindForm({ asked = { email: "", phone: "" } }: { asked?: Asked }) {
  return (
    <PostForm className={styles.find} aria-label="Find a person">
      <div>
        <label htmlFor="email" className={fields.label}>
          Email address
        </label>
        <input
          id="email"
          name="email"
          type="email"
          className={parts.area}
          autoComplete="off"
          defaultValue={asked.email}
        />
      </div>
      <div>
        <label htmlFor="phone" className={fields.label}>
          Phone number
        </label>
        <input
          id="phone"
          name="phone"
          type="tel"
          className={parts.area}
          autoComplete="off"
          defaultValue={asked.phone}
        />
      </div>
      <button type="submit" name="intent" value="find" className={`${parts.button} ${parts.strong}`}>
        Find
      </button>
      <p className={parts.soft}>One of the two is enough. Each search is written to the log below.</p>
    </PostForm>
  );
}

function Found({ asked, held, consents, leads, history }: FoundPerson) {
  return (
    <>
      <h2>Data we hold about this person</h2>
      <ul className={parts.rows}>
        <li>{held.join(", ")}</li>
        {leads.map(({ id, text, receivers }) => (
          <li key={id}>
            <a href={`/console/leads/${id}`}>{text}</a>
            {receivers && <p className={parts.soft}>{receivers}</p>}
          </li>
        ))}
        {history.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <PostForm action="/console/privacy/copy" className={styles.copy}>
        <Hidden {...asked} />
        <button type="submit" className={parts.button}>
          Download all of it as JSON
        </button>
      </PostForm>
      <PostForm className={styles.erase} aria-labelledby="erase">
        <h3 id="erase">Erase this person</h3>
        <p>
          Leads, visits, messages and notes are erased at once and cannot be brought back. Everybody who
          received them is told to delete them, and nothing is sent to this person again. {consents}
        </p>
        <Hidden {...asked} />
        <label htmlFor="confirmation" className={fields.label}>
          Type the word erase to confirm
        </label>
        <input
          id="confirmation"
          name="confirmation"
          className={parts.area}
          autoComplete="off"
          autoCapitalize="none"
          required
        />
        <button type="submit" name="intent" value="erase" className={`${parts.button} ${parts.danger}`}>
          Erase this person
        </button>
      </PostForm>
    </>
  );
}

/** The person, passed on to the next post. */
function Hidden({ email, phone }: Asked) {
  return (
    <>
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="phone" value={phone} />
    </>
  );
}

function Erased({ consents, receivers, forwarded, isScrubbed }: ErasedPerson) {
  return (
    <>
      <Said text={`Erased and added to the suppression list. ${consents}`} />
      {!isScrubbed && (
        <Said
          isRefused
          text="The database's log file still contains what was erased: erase the person once more, or restart the site."
        />
      )}
      {(receivers.length > 0 || forwarded.length > 0) && (
        <ul className={`${parts.rows} ${styles.told}`}>
          {receivers.map((name) => (
            <li key={name}>
              {name} will be told to delete what it has: see <a href="/console/deliveries">Deliveries</a>.
            </li>
          ))}
          {forwarded.map((id) => (
            <li key={id}>
              progress-save has answers that became no lead: ask its operator to delete session {id}.
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
