import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { Choice, ListLinks } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { DayFields } from "../books/sales-page.tsx";
import type { ProfitData, Row } from "./load.ts";
import styles from "./profit-page.module.css";

/** What is left of the days that the address names once affiliates and ads are paid, by what it names. */
export function ProfitPage({ viewer, ...page }: ProfitData & { viewer: Signed }) {
  const { chosen, rows, all, lately, lacksCosts, csv } = page;
  return (
    <ConsoleLayout viewer={viewer} title="Profit" page="/console/profit">
      <ul className={styles.lately} aria-label="Lately">
        {lately.map(({ text, profit, href }) => (
          <li key={text}>
            <a href={href}>{text}</a>
            <strong>{profit}</strong>
          </li>
        ))}
      </ul>
      <FilterForm {...page} />
      {rows.length === 0 ? (
        <p className={parts.empty}>
          {`Nothing was sold, paid back or paid for from ${chosen.from} to ${chosen.to}. Leads for receivers in test mode are not counted.`}
        </p>
      ) : (
        <>
          <Rows by={chosen.by} rows={rows} all={all} />
          {lacksCosts && (
            <p className={parts.soft}>
              No cost of visits is known for these days, so none is taken off.{" "}
              <code>claimpath costs import</code> takes them in.
            </p>
          )}
          {["campaign", "ad set", "sub id"].includes(chosen.by) && (
            <p className={parts.soft}>
              What an affiliate, a campaign or an ad set cost as a whole stands in a row of its own, without
              what is below it.
            </p>
          )}
          {chosen.by === "buyer" && (
            <p className={parts.soft}>
              Visits are bought for no buyer in particular: no ad cost is taken off here.
            </p>
          )}
          <p className={styles.more}>
            <ListLinks older="" next={undefined} csv={csv} />
          </p>
        </>
      )}
    </ConsoleLayout>
  );
}

const heads = {
  day: "Day",
  affiliate: "Affiliate",
  campaign: "Affiliate, campaign",
  "ad set": "Affiliate, ad set",
  "sub id": "Affiliate, sub id",
  survey: "Survey",
  buyer: "Buyer",
};

/** Profit stands first, for a phone has room for no more; the rest is a swipe away. */
function Rows({ by, rows, all }: { by: keyof typeof heads; rows: readonly Row[]; all: Row }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no finger scrolls it with the keyboard.
    <section className={styles.rows} aria-label="Profit" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {[heads[by], "Profit", "Margin", "Sales", "Sold", "Given back", "Payout", "Ad cost"].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {[...(rows.length > 1 ? [all] : []), ...rows].map((row) => (
            <tr key={row.id} data-all={row === all || undefined}>
              <th scope="row">{row.href ? <a href={row.href}>{row.name}</a> : row.name}</th>
              <td data-loss={row.isLoss || undefined}>
                <strong>{row.profit}</strong>
              </td>
              <td>{row.margin}</td>
              <td>{row.sales}</td>
              <td>{row.sold}</td>
              <td>{row.back}</td>
              <td>{row.payout}</td>
              <td>{row.cost}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const same = (names: readonly string[]) => names.map((name) => [name, name] as const);

function FilterForm({ chosen, faults, zone, affiliates, surveys, kinds }: ProfitData) {
  const { by, affiliate, sub, survey } = chosen;
  return (
    <form method="get" action="/console/profit" className={parts.filter} aria-label="Filter">
      <DayFields chosen={chosen} faults={faults} zone={zone} />
      <details open={by !== "day" || affiliate !== "" || sub !== "" || survey !== ""}>
        <summary>By source, survey or buyer</summary>
        <div className={parts.fields}>
          <div>
            <label htmlFor="by">Rows of</label>
            <select id="by" name="by" defaultValue={by}>
              {kinds.map((each) => (
                <option key={each} value={each}>
                  {heads[each]}
                </option>
              ))}
            </select>
          </div>
          <Choice name="affiliate" label="Affiliate" values={same(affiliates)} chosen={affiliate} />
          <div>
            <label htmlFor="sub">{kinds.includes("campaign") ? "Source" : "Sub id"}</label>
            <input id="sub" name="sub" defaultValue={sub} />
          </div>
          <Choice name="survey" label="Survey" values={same(surveys)} chosen={survey} />
        </div>
      </details>
    </form>
  );
}
