import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Field, LookAgain, OnlySees, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { listPage, pageOf } from "./feature.ts";
import styles from "./invoices-page.module.css";
import type { InvoiceData, Pressed } from "./load.ts";

type Props = InvoiceData & { viewer: Signed; done?: Pressed };

/** An invoice or credit note, to read, to print and to send; on paper it is only that. */
export function InvoicePage({ viewer, done, ...page }: Props) {
  const { number, heading, state, tone, known, history, statement } = page;
  return (
    <ConsoleLayout viewer={viewer} title={heading} page={listPage}>
      <div className={styles.noPrint}>
        <Said text={done?.text} isRefused />
        <LookAgain look={done?.look} back={pageOf(number)} />
        <p>
          <span className={parts[tone]}>{state}</span> <span className={parts.soft}>{known}</span>
        </p>
      </div>
      <Sheet {...page} addressOf={pageOf} />
      <div className={styles.noPrint}>
        <p className={parts.soft}>
          Print it, or save it as a PDF, with your browser. <a href={statement}>Its lines, one by one</a>
        </p>
        {viewer.mayPress ? <Presses {...page} done={done} /> : <OnlySees />}
        <h2>What became of it</h2>
        <ol className={parts.rows}>
          {history.map(({ time, text, remark }) => (
            <li key={`${time} ${text}`}>
              {text} <span className={parts.soft}>{time}</span>
              {remark && <div>{remark}</div>}
            </li>
          ))}
        </ol>
        <p className={styles.more}>
          <a className={parts.button} href={listPage}>
            All invoices
          </a>
        </p>
      </div>
    </ConsoleLayout>
  );
}

type SheetProps = Pick<
  InvoiceData,
  "from" | "to" | "facts" | "columns" | "rows" | "sums" | "payment" | "note" | "corrects" | "voidedBy"
> & {
  /** The address of another invoice or credit note. */
  addressOf: (number: string) => string;
};

/** The document, as it is printed. */
export function Sheet({
  from,
  to,
  facts,
  columns,
  rows,
  sums,
  payment,
  note,
  corrects,
  voidedBy,
  addressOf,
}: SheetProps) {
  return (
    <article className={styles.sheet}>
      {voidedBy && (
        <p className={parts.bad}>
          Taken back by <a href={addressOf(voidedBy)}>{voidedBy}</a>
        </p>
      )}
      <div className={styles.heads}>
        <Lines title="From" lines={from} />
        <Lines title="To" lines={to} />
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value === corrects ? <a href={addressOf(corrects)}>{value}</a> : value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(" ")}>
              {row.map((cell, at) => (
                <td key={columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(([name, amount]) => (
            <tr key={name}>
              <th scope="row" colSpan={3}>
                {name}
              </th>
              <td>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {payment.length > 0 && <Lines title="Payment" lines={payment} />}
      <p className={parts.soft}>{note}</p>
    </article>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h2>{title}</h2>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

/** What can be said of it now. */
function Presses({ may, today, longestNote, open, done }: Omit<Props, "viewer">) {
  const { intent, day, note, amount } = done?.given ?? {};
  const form = (name: "sent" | "paid" | "void", button: string, hint: string) => (
    <details open={intent === name && Boolean(done?.text)} className={parts.filter}>
      <summary>{hint}</summary>
      <PostForm className={styles.form}>
        {name !== "void" && (
          <Field
            id={`${name}-day`}
            name="day"
            label="On"
            type="date"
            max={today}
            defaultValue={(intent === name && day) || today}
          />
        )}
        {name === "paid" && may.part && (
          <Field
            id="paid-amount"
            name="amount"
            label="Dollars"
            hint={`Empty for all that is open: ${open}`}
            inputMode="decimal"
            autoComplete="off"
            required={false}
            defaultValue={intent === name ? amount : ""}
          />
        )}
        <Field
          id={`${name}-note`}
          name="note"
          label={name === "void" ? "Why, as the credit note says it" : "Note, without anybody’s name"}
          required={name === "void"}
          maxLength={longestNote}
          defaultValue={intent === name ? note : ""}
        />
        <div className={parts.buttons}>
          <button
            type="submit"
            name="intent"
            value={name}
            className={`${parts.button} ${name === "void" ? parts.danger : ""}`}
          >
            {button}
          </button>
        </div>
      </PostForm>
    </details>
  );
  return (
    <section aria-label="Say what became of it" className={styles.presses}>
      {may.letter && (
        <PostForm className={parts.buttons}>
          <button type="submit" name="intent" value="letter" className={`${parts.button} ${parts.strong}`}>
            Send by letter
          </button>
        </PostForm>
      )}
      {may.paid && form("paid", "Paid", "It is paid, or a part of it")}
      {may.unpaid && (
        <PostForm className={parts.buttons}>
          <button type="submit" name="intent" value="unpaid" className={parts.button}>
            The last payment did not come
          </button>
        </PostForm>
      )}
      {may.sent && form("sent", "Sent", "I sent it myself")}
      {may.void && form("void", "Take it back", "It is wrong: take it back with a credit note")}
    </section>
  );
}
