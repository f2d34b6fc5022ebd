import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Tiles } from "../../console/ui/figures.tsx";
import { Field, ListLinks, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { listPage, pageOf } from "./feature.ts";
import styles from "./invoices-page.module.css";
import type { InvoicesData, Pressed } from "./load.ts";

type Props = InvoicesData & { viewer: Signed; done?: Pressed };

/** What is open, overdue, paid and still to be made out, and all invoices. */
export function InvoicesPage({ viewer, done, ...page }: Props) {
  const { chosen, tiles, rows, left, next, isSetUp } = page;
  const mayMake = isSetUp && viewer.mayPress === true;
  return (
    <ConsoleLayout viewer={viewer} title="Invoices" page={listPage}>
      <Said text={done?.text} isRefused />
      <LookAgain look={done?.look} back={listPage} />
      <Tiles label="Sums" tiles={tiles} />
      {!isSetUp && (
        <p>
          Invoices are made out once the section <code>invoices</code> of claimpath.yaml has your address;{" "}
          <code>claimpath settings</code> prints an example.
        </p>
      )}
      {left.length > 0 && (
        <section aria-labelledby="to-be-made-out">
          <h2 id="to-be-made-out">To be made out</h2>
          <ul className={parts.rows}>
            {left.map(({ buyer, shown, days, asked, amount, statement }) => (
              <li key={`${buyer} ${days}`} className={styles.row}>
                <span className={styles.what}>{shown}</span>
                <a className={styles.facts} href={statement}>
                  {days}
                </a>
                <span className={styles.amount}>{amount}</span>
                {mayMake && (
                  <PostForm action={listPage} className={styles.press}>
                    <input type="hidden" name="buyer" value={buyer} />
                    {Object.entries(asked).map(([name, value]) => (
                      <input key={name} type="hidden" name={name} value={value} />
                    ))}
                    <button type="submit" name="intent" value="make" className={parts.button}>
                      Make out
                      <span className="visually-hidden">{` the invoice of ${shown} for ${days}`}</span>
                    </button>
                  </PostForm>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <h2>{chosen ? `Invoices: ${chosen}` : "Invoices"}</h2>
      {chosen && (
        <p>
          <a href={listPage}>All invoices</a>
        </p>
      )}
      {rows.length === 0 ? (
        <p className={parts.empty}>
          {chosen
            ? `No invoice is ${chosen === "void" ? "taken back" : chosen}.`
            : "No invoice is made out yet."}
          {!chosen && left.length === 0 && " Close a month first, at the end of Sales."}
        </p>
      ) : (
        <ol className={parts.rows} aria-label="Invoices, newest first">
          {rows.map(({ number, buyer, amount, state, tone, facts }) => (
            <li key={number} className={styles.row}>
              <span className={styles.what}>
                <a href={pageOf(number)}>{number}</a> {buyer}
              </span>
              <span className={styles.facts}>{facts}</span>
              <span className={styles.amount}>{amount}</span>
              <span className={styles.press}>
                <span className={parts[tone]}>{state}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className={styles.more}>
        <ListLinks older="Older invoices" next={next} csv={undefined} />
      </p>
      {mayMake && <DaysForm {...page} done={done} />}
      {!viewer.mayPress && <OnlySees />}
    </ConsoleLayout>
  );
}

/** For days that are no whole month. */
function DaysForm({ buyers, zone, done }: Pick<Props, "buyers" | "zone" | "done">) {
  const { buyer = "", from = "", to = "" } = done?.given ?? {};
  return (
    <details className={parts.filter} open={Boolean(done?.text && from)}>
      <summary>Make out an invoice for other days</summary>
      <PostForm action={listPage} className={styles.form}>
        <div className={parts.fields}>
          <div>
            <label htmlFor="buyer">Buyer</label>
            <select id="buyer" name="buyer" defaultValue={buyer} required>
              {buyers.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Field id="from" name="from" label="From" type="date" defaultValue={from} />
        <Field id="to" name="to" label="To" type="date" defaultValue={to} />
        <p className={parts.soft}>Days of {zone}, all of them in closed months.</p>
        <div className={parts.buttons}>
          <button type="submit" name="intent" value="make" className={parts.button}>
            Make out
          </button>
        </div>
      </PostForm>
    </details>
  );
}
