import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, ListLinks, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { desk, numbersPage } from "./feature.ts";
import type { DecidedRow, DeskData, Pressed, RequestRow } from "./load.ts";
import styles from "./returns-page.module.css";

type Props = DeskData & { viewer: Signed; done?: Pressed };

/** What buyers ask to return, each with what its lead says of that, and what was decided. */
export function ReturnsPage({ viewer, count, rows, decided, next, asks, done }: Props) {
  return (
    <ConsoleLayout viewer={viewer} title="Returns" page={desk}>
      {!done?.field && <Said text={done?.text} isRefused={done?.isRefused} />}
      <LookAgain look={done?.look} back={desk} />
      <p className={styles.top}>
        <a href={numbersPage}>Why leads come back, in numbers</a>
      </p>
      {rows.length === 0 ? (
        <p className={parts.empty}>
          {asks.length > 0
            ? `Nothing is to be decided. Returns of ${asks.join(", ")} wait here.`
            : "Returns of all buyers count at once. With returns: asked in a buyer’s part of destinations they wait here."}
        </p>
      ) : (
        <Waiting viewer={viewer} count={count} rows={rows} next={next} done={done} />
      )}
      {decided.length > 0 && (
        <>
          <h2>Decided lately</h2>
          <ul className={parts.rows}>
            {decided.map((row) => (
              <Decided key={row.id} {...row} isPressing={viewer.mayPress} />
            ))}
          </ul>
        </>
      )}
    </ConsoleLayout>
  );
}

function Waiting({
  viewer,
  count,
  rows,
  next,
  done,
}: Pick<Props, "viewer" | "count" | "rows" | "next" | "done">) {
  const list = (
    <ol className={parts.rows} aria-label="Asked for, the longest waiting first">
      {rows.map((row) => (
        <Request
          key={row.id}
          {...row}
          isPressing={viewer.mayPress}
          isTicked={done?.given?.ids.includes(row.id) ?? false}
        />
      ))}
    </ol>
  );
  const older = next && (
    <p className={styles.top}>
      <ListLinks older="The ones behind these" next={next} csv={undefined} />
    </p>
  );
  return (
    <>
      <h2>{`To decide: ${count}`}</h2>
      {viewer.mayPress ? (
        <PostForm action={desk}>
          {/* Enter in the field presses a form's first button: it is to decide nothing. */}
          <button type="submit" disabled hidden />
          {list}
          <div className={styles.decide}>
            <Field
              id="word"
              name="word"
              label="A word to the buyer"
              hint="Without the person’s name. A refusal needs one."
              maxLength={200}
              required={false}
              defaultValue={done?.given?.word}
              fault={done?.field === "word" ? done.text : undefined}
            />
            <div className={parts.buttons}>
              <button type="submit" name="intent" value="grant" className={`${parts.button} ${parts.danger}`}>
                Grant what is ticked
              </button>
              <button type="submit" name="intent" value="refuse" className={parts.button}>
                Refuse what is ticked
              </button>
            </div>
          </div>
        </PostForm>
      ) : (
        <>
          <OnlySees />
          {list}
        </>
      )}
      {older}
    </>
  );
}

function Request({ isPressing, isTicked, ...row }: RequestRow & { isPressing?: boolean; isTicked: boolean }) {
  const {
    id,
    buyer,
    who,
    leadId,
    wants,
    reason,
    note,
    answers,
    claim,
    isInTerms,
    isSuspicious,
    sale,
    times,
    isLate,
  } = row;
  const head = (
    <span>
      <strong>{buyer}</strong> {`asks for ${wants}, ${reason}`}
    </span>
  );
  return (
    <li className={styles.request}>
      {isPressing ? (
        <label className={styles.tick}>
          <input type="checkbox" name={`request-${id}`} defaultChecked={isTicked} />
          {head}
        </label>
      ) : (
        head
      )}
      {note && <p className={styles.note}>“{note}”</p>}
      {answers.map((answer) => (
        <p key={answer}>{answer}</p>
      ))}
      {claim && <ClaimLine {...claim} />}
      {isInTerms === false && <p className={parts.soft}>The buyer’s terms have no condition on that.</p>}
      {isSuspicious && <p className={parts.soft}>Perhaps made by a program.</p>}
      <p className={parts.soft}>{isLate ? <span className={parts.bad}>{times}</span> : times}</p>
      <p className={styles.links}>
        <a href={`/console/leads/${leadId}`}>{who}</a>
        {sale && (
          <a href={sale}>
            The sale<span className="visually-hidden"> of {who}</span>
          </a>
        )}
      </p>
    </li>
  );
}

/** Whether the lead's own answers, as they were given, speak against the buyer. */
function ClaimLine({ verdict, words }: NonNullable<RequestRow["claim"]>) {
  if (verdict === "denied")
    return (
      <p>
        <strong className={parts.bad}>{`But ${words}`}</strong>
      </p>
    );
  if (verdict === "confirmed")
    return (
      <p>
        <strong className={parts.good}>{`So it is: ${words}`}</strong>
      </p>
    );
  return (
    <p className={parts.soft}>
      {verdict === "not ours" ? "This cannot be judged by us." : `Neither denied nor confirmed: ${words}.`}
    </p>
  );
}

function Decided({ isPressing, ...row }: DecidedRow & { isPressing?: boolean }) {
  const { id, buyer, leadId, wants, reason, said, verdict } = row;
  return (
    <li className={styles.request}>
      <span>
        <strong>{buyer}</strong> {`asked for ${wants}: ${reason}`}
      </span>
      <span>
        <span className={verdict === "granted" ? parts.good : parts.bad}>{said}</span>
      </span>
      <div className={styles.links}>
        <a href={`/console/leads/${leadId}`}>
          The lead<span className="visually-hidden"> that {buyer} asked to return</span>
        </a>
        {isPressing && (
          <PostForm action={desk}>
            <input type="hidden" name={`request-${id}`} value="on" />
            <button type="submit" name="intent" value="undo" className={parts.button}>
              Decide again
            </button>
          </PostForm>
        )}
      </div>
    </li>
  );
}
