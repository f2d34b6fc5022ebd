import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Choice, ListLinks, LookAgain, PostForm, Said } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import type { Pressed, SalesData, SumRow } from "./load.ts";
import styles from "./sales-page.module.css";
import { LineRow } from "./statement-page.tsx";

type Props = SalesData & { viewer: Signed; done?: Pressed };

/** Sales, returns and debts for the days, buyer and affiliate in the address. */
export function SalesPage({
  viewer,
  perBuyer,
  perAffiliate,
  rows,
  next,
  csv,
  months,
  done,
  ...filter
}: Props) {
  const { from, to } = filter.chosen;
  return (
    <ConsoleLayout viewer={viewer} title="Sales" page="/console/sales">
      <Said text={done?.text} isRefused={done?.isRefused} />
      <LookAgain look={done?.look} back="/console/sales" />
      <FilterForm {...filter} />
      {rows.length === 0 ? (
        <p className={parts.empty}>
          {`No sales from ${from} to ${to}. Leads for receivers in test mode are not counted.`}
        </p>
      ) : (
        <>
          <Sums title="By buyer" total="Owed" statement="Statement" rows={perBuyer} />
          <Sums title="By affiliate" total="Payout" statement="Payout" rows={perAffiliate} />
          <h2>Lines</h2>
          <ol className={parts.rows} aria-label="Lines, newest first">
            {rows.map((row) => (
              <LineRow key={row.id} {...row} />
            ))}
          </ol>
          <p className={styles.more}>
            <ListLinks older="Older lines" next={next} csv={csv} />
          </p>
        </>
      )}
      <h2>Months</h2>
      <ul className={parts.rows}>
        {months.map(({ month, text, canClose, href }) => (
          <li key={month} className={styles.month}>
            <a href={href}>{month}</a>
            <span className={parts.soft}>{text}</span>
            {canClose && viewer.mayPress && <CloseForm month={month} />}
          </li>
        ))}
      </ul>
    </ConsoleLayout>
  );
}

function CloseForm({ month }: { month: string }) {
  return (
    <PostForm action="/console/sales">
      <input type="hidden" name="month" value={month} />
      <button type="submit" name="intent" value="close" className={parts.button}>
        Close<span className="visually-hidden"> {month}</span>
      </button>
    </PostForm>
  );
}

function Sums({
  title,
  total,
  statement,
  rows,
}: {
  title: string;
  total: string;
  statement: string;
  rows: readonly SumRow[];
}) {
  return (
    <section className={styles.sums}>
      <h2>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{title.slice(3, 4).toUpperCase() + title.slice(4)}</th>
            <th scope="col">Sales</th>
            <th scope="col">Price</th>
            <th scope="col">Returned</th>
            <th scope="col">Given back</th>
            <th scope="col">{total}</th>
            <th scope="col">
              <span className="visually-hidden">{statement}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <td>{row.name || "(none)"}</td>
              <td>{row.sales}</td>
              <td>{row.sold}</td>
              <td>{row.returned}</td>
              <td>{row.back}</td>
              <td>
                <strong>{row.total}</strong>
              </td>
              <td>
                <a href={row.statement}>
                  {statement}
                  <span className="visually-hidden"> {row.name}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const same = (names: readonly string[]) =>
  names.filter((name) => name !== "").map((name) => [name, name] as const);

function FilterForm({
  chosen,
  buyers,
  affiliates,
  kinds,
  faults,
  zone,
}: Pick<SalesData, "chosen" | "buyers" | "affiliates" | "kinds" | "faults" | "zone">) {
  const { buyer, affiliate, kind, returned, sub } = chosen;
  return (
    <form method="get" action="/console/sales" className={parts.filter} aria-label="Filter">
      <DayFields chosen={chosen} faults={faults} zone={zone} />
      <details open={[buyer, affiliate, kind, returned, sub].some(Boolean)}>
        <summary>Filter</summary>
        <div className={parts.fields}>
          <Choice name="buyer" label="Buyer" values={same(buyers)} chosen={buyer} />
          <Choice name="affiliate" label="Affiliate" values={same(affiliates)} chosen={affiliate} />
          <Choice name="kind" label="Kind" values={same(kinds)} chosen={kind} />
          <Choice
            name="returned"
            label="Returned"
            values={[
              ["yes", "yes, since"],
              ["no", "no"],
            ]}
            chosen={returned}
          />
          <div>
            <label htmlFor="sub">Sub id</label>
            <input id="sub" name="sub" defaultValue={sub} maxLength={64} />
          </div>
        </div>
      </details>
    </form>
  );
}

type DayFieldsProps = Record<"chosen" | "faults", Partial<Record<"from" | "to", string>>> & { zone: string };

/** The days that a form asks for, and its button. */
export function DayFields({ chosen, faults, zone }: DayFieldsProps) {
  return (
    <>
      <div className={`${parts.fields} ${styles.days}`}>
        {(["from", "to"] as const).map((name) => (
          <div key={name}>
            <label htmlFor={name}>{name === "from" ? "From" : "To"}</label>
            <input
              id={name}
              name={name}
              type="date"
              defaultValue={chosen[name]}
              aria-invalid={faults[name] ? true : undefined}
              aria-describedby={faults[name] ? `${name}-fault` : undefined}
            />
            {faults[name] && (
              <span id={`${name}-fault`} className={styles.fault}>
                {faults[name]}
              </span>
            )}
          </div>
        ))}
        <button type="submit" className={`${parts.button} ${parts.strong}`}>
          Show
        </button>
      </div>
      <p className={parts.soft}>Days of {zone}</p>
    </>
  );
}
