import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { FigureTable, Tiles } from "../../console/ui/figures.tsx";
import { Choice, ListLinks } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { DayFields } from "../books/sales-page.tsx";
import type { ProfitData, Row } from "./load.ts";
import styles from "./profit-page.module.css";

/** What is left of the days that the address names once affiliates and ads are paid, by what it names. */
export function ProfitPage({ viewer, ...page }: ProfitData & { viewer: Signed }) {
  const { chosen, rows, all, lately, lacksCosts, isOfSources, csv } = page;
  return (
    <ConsoleLayout viewer={viewer} title="Profit" page="/console/profit">
      <Tiles label="Lately" tiles={lately} />
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
          {isOfSources && (
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

function Rows({ by, rows, all }: { by: keyof typeof heads; rows: readonly Row[]; all: Row }) {
  const shown = [...(rows.length > 1 ? [all] : []), ...rows];
  return (
    <FigureTable
      label="Profit"
      heads={[heads[by], "Profit", "Margin", "Sales", "Sold", "Given back", "Payout", "Ad cost"]}
      rows={shown.map(({ id, name, href, profit, isLoss, margin, sales, sold, back, payout, cost }) => ({
        key: id,
        isSum: id === all.id,
        cells: [
          href ? (
            <a key="name" href={href}>
              {name}
            </a>
          ) : (
            name
          ),
          <strong key="profit" className={isLoss ? styles.loss : undefined}>
            {profit}
          </strong>,
          margin,
          sales,
          sold,
          back,
          payout,
          cost,
        ],
      }))}
    />
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
