import { LookAgain, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import fields from "../../ui/fields.module.css";
import styles from "./buyer-portal.module.css";
import { leadPage, leadsPage } from "./feature.ts";
import { BuyerLayout } from "./layout.tsx";
import type { LeadData, Pressed, Whose } from "./load.ts";

type Props = { whose: Whose; lead: LeadData; done?: Pressed };

/** A lead as its buyer was sent it, and what its buyer can say of it. */
export function LeadPage({ whose, lead, done }: Props) {
  const { id, title, place, isErased, stop, reach, state, tone, paid, asked, said } = lead;
  return (
    <BuyerLayout whose={whose} title={title} page={leadsPage} lead={place}>
      {!done?.field && <Said text={done?.text} isRefused={done?.isRefused} />}
      <LookAgain look={done?.look} back={leadPage(id)} />
      {stop && <p className={`${parts.said} ${parts.refused}`}>{stop}</p>}
      {isErased && (
        <p className={parts.said}>
          What was known of this person is erased here. If you were told to delete it, delete your copy, too.
        </p>
      )}
      {(reach.length > 0 || state) && (
        <p className={styles.reach}>
          {reach.map(({ text, href }) =>
            href ? (
              <a key={text} className={parts.button} href={href}>
                {text}
              </a>
            ) : (
              <span key={text}>{text}</span>
            ),
          )}
          {state && <span className={parts[tone]}>{state}</span>}
        </p>
      )}
      <div className={styles.columns}>
        <div>
          <Sent lead={lead} />
        </div>
        <div>
          <section className={styles.card} aria-labelledby="sale">
            <h2 id="sale">The sale</h2>
            <Facts rows={paid} />
          </section>
          <section className={styles.card} aria-labelledby="return">
            <h2 id="return">Return</h2>
            {asked.map((row) => (
              <p key={row.id}>
                {row.what} <span className={parts[row.tone]}>{row.said}</span>{" "}
                <span className={parts.soft}>{row.time}</span>
              </p>
            ))}
            <ReturnForm lead={lead} done={done} />
          </section>
          <section className={styles.card} aria-labelledby="outcome">
            <h2 id="outcome">What became of it</h2>
            {said.length > 0 && (
              <ul className={styles.said}>
                {said.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            <PostForm action={leadPage(id)} className={parts.buttons}>
              <button type="submit" name="intent" value="called" className={parts.button}>
                Called today
              </button>
              <button type="submit" name="intent" value="retained" className={parts.button}>
                Retained today
              </button>
              {!stop && (
                <button
                  type="submit"
                  name="intent"
                  value="do-not-call"
                  className={`${parts.button} ${parts.danger}`}
                >
                  They want no calls
                </button>
              )}
            </PostForm>
          </section>
        </div>
      </div>
      <p className={`${parts.soft} ${styles.id}`}>Lead {id}</p>
    </BuyerLayout>
  );
}

function Sent({ lead: { fields: sent, isErased } }: { lead: LeadData }) {
  return (
    <section className={styles.card} aria-labelledby="sent">
      <h2 id="sent">What you were sent</h2>
      {sent.length === 0 ? (
        <p className={parts.soft}>
          {isErased ? "Nothing of it is kept." : "Nothing that says who the person is was sent by this site."}
        </p>
      ) : (
        <Facts rows={sent} />
      )}
    </section>
  );
}

function Facts({ rows }: { rows: readonly (readonly string[])[] }) {
  return (
    <dl className={styles.dl}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReturnForm({ lead, done }: Pick<Props, "lead" | "done">) {
  const { id, whyNot, reasons, longestNote } = lead;
  if (whyNot) return <p className={parts.soft}>{whyNot}</p>;
  const { field, text, given } = done ?? {};
  const faultOf = (name: string) =>
    field === name && (
      <p id={`${name}-fault`} role="alert" className={fields.error}>
        {text}
      </p>
    );
  return (
    <PostForm action={leadPage(id)} className={styles.form}>
      <div>
        <label htmlFor="reason" className={fields.label}>
          Because
        </label>
        {faultOf("reason")}
        <select
          id="reason"
          name="reason"
          className={parts.area}
          required
          defaultValue={given?.reason ?? ""}
          aria-describedby={field === "reason" ? "reason-fault" : undefined}
        >
          <option value="">Choose</option>
          {reasons.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="note" className={fields.label}>
          What happened, in a line
        </label>
        {faultOf("note")}
        <input
          id="note"
          name="note"
          className={parts.area}
          maxLength={longestNote}
          defaultValue={given?.note}
          autoComplete="off"
          aria-describedby={field === "note" ? "note-fault" : undefined}
        />
      </div>
      <div className={parts.buttons}>
        <button type="submit" name="intent" value="return" className={parts.button}>
          Return this lead
        </button>
      </div>
    </PostForm>
  );
}
