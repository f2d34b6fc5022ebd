import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import fields from "../../ui/fields.module.css";
import type { Pressed } from "./load.ts";
import type { SaleData } from "./load-sale.ts";
import styles from "./sales-page.module.css";
import { LineRow } from "./statement-page.tsx";

type Props = { viewer: Signed; sale: SaleData; done?: Pressed };

/** A sale, what followed from it, and the forms to return or credit it. */
export function SalePage({ viewer, sale, done }: Props) {
  return (
    <ConsoleLayout viewer={viewer} title="Sale" page="/console/sales" lead={sale.what}>
      {!done?.field && <Said text={done?.text ?? sale.booked} isRefused={done?.isRefused} />}
      <LookAgain look={done?.look} back={`/console/sales/lines/${sale.id}`} />
      <dl className={styles.facts}>
        {sale.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Lead</dt>
          <dd>
            <a href={`/console/leads/${sale.leadId}`}>{sale.leadId}</a>
          </dd>
        </div>
      </dl>
      <h2>Return or credit</h2>
      <p>{sale.terms}</p>
      <p className={styles.more}>
        {sale.histories.map(({ text, href }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </p>
      {!sale.isOpen && <p className={parts.soft}>Nothing is left of it.</p>}
      {!viewer.mayPress && <OnlySees />}
      {sale.isOpen && viewer.mayPress && <GiveBack sale={sale} done={done} />}
      {sale.reported.length > 0 && (
        <>
          <h2>Reported by the buyer</h2>
          <ul>
            {sale.reported.map(({ id, day, text, contradiction, isCut }) => (
              <li key={id}>
                {day}: <span className={isCut ? parts.bad : undefined}>{text}</span>
                {contradiction && <strong>{`. But ${contradiction}.`}</strong>}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>In the books</h2>
      <ol className={parts.rows}>
        {sale.lines.map(({ by, canUndo, ...line }) => (
          <LineRow key={line.id} {...line} isSale={false}>
            {canUndo && viewer.mayPress && (
              <PostForm className={styles.give}>
                <input type="hidden" name="line" value={line.id} />
                <Field
                  id={`why-${line.id}`}
                  name="reason"
                  label={`Booked by ${by}. Why it is undone`}
                  maxLength={200}
                  fault={done?.field === line.id ? done.text : undefined}
                />
                <button type="submit" name="intent" value="undo" className={parts.button}>
                  Undo
                </button>
              </PostForm>
            )}
          </LineRow>
        ))}
      </ol>
    </ConsoleLayout>
  );
}

function GiveBack({ sale, done }: Omit<Props, "viewer">) {
  const { amount = sale.left, because = "", reason = "" } = done?.given ?? {};
  const faultOf = (field: string) => (done?.field === field ? done.text : undefined);
  return (
    <PostForm className={styles.give}>
      {/* Enter in a field presses a form's first button: it is not to return a lead. */}
      <button type="submit" disabled hidden />
      <div>
        <label htmlFor="because" className={fields.label}>
          Why it comes back
        </label>
        {faultOf("because") && (
          <p role="alert" className={fields.error}>
            {faultOf("because")}
          </p>
        )}
        <select id="because" name="because" className={fields.input} defaultValue={because}>
          <option value="">in your own words alone</option>
          {sale.reasons.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <Field
        id="reason"
        name="reason"
        label="In your own words, without the person's name"
        defaultValue={reason}
        maxLength={200}
        required={false}
        fault={faultOf("reason")}
      />
      {sale.left && (
        <Field
          id="amount"
          name="amount"
          label="Dollars to credit"
          inputMode="decimal"
          defaultValue={amount || sale.left}
          required={false}
          fault={faultOf("amount")}
        />
      )}
      <div className={parts.buttons}>
        <button type="submit" name="intent" value="return" className={`${parts.button} ${parts.danger}`}>
          Return the lead
        </button>
        {sale.left && (
          <button type="submit" name="intent" value="credit" className={parts.button}>
            Credit these dollars
          </button>
        )}
      </div>
    </PostForm>
  );
}
