import { ConsoleLayout, type Signed } from "../../console/ui/console-layout.tsx";
import { FigureTable } from "../../console/ui/figures.tsx";
import { Choice, ListLinks } from "../../console/ui/forms.tsx";
import parts from "../../console/ui/parts.module.css";
import { DayFields } from "../books/sales-page.tsx";
import { desk, numbersPage } from "./feature.ts";
import type { NumbersData, Row } from "./load-numbers.ts";
import own from "./returns-page.module.css";

/** How many of the sales of some days came back since, by what the address names. */
export function NumbersPage({ viewer, ...page }: NumbersData & { viewer: Signed }) {
  const { chosen, rows, all, since, csv } = page;
  const isAnswer = chosen.by === "answer";
  return (
    <ConsoleLayout viewer={viewer} title="Why leads come back" page={desk}>
      <p className={own.top}>
        <a href={desk}>What is to be decided</a>
      </p>
      <FilterForm {...page} />
      {rows.length === 0 ? (
        <p className={parts.empty}>
          {chosen.by === "reason"
            ? `Nothing that was sold from ${chosen.from} to ${chosen.to} came back.`
            : `Nothing was sold from ${chosen.from} to ${chosen.to}.`}
        </p>
      ) : (
        <>
          <Rows by={chosen.by} rows={isAnswer ? rows : [...(rows.length > 1 ? [all] : []), ...rows]} />
          <p className={parts.soft}>
            Counted are sales of these days, and how many of them came back until now. A credit returns
            nothing.
            {isAnswer &&
              ` A sale has a row for each answer of its lead, as the visitor gave it. Leads sold before ${since} are in none of these, nor are people who opted out.`}
          </p>
          <p className={`${parts.buttons} ${own.top}`}>
            <ListLinks older="" next={undefined} csv={csv} />
          </p>
        </>
      )}
    </ConsoleLayout>
  );
}

const heads = {
  reason: "Reason",
  affiliate: "Affiliate",
  "sub id": "Affiliate, sub id",
  survey: "Survey",
  buyer: "Buyer",
  answer: "Question and answer",
};

/** The share stands first, for a phone has room for no more. */
function Rows({ by, rows }: { by: keyof typeof heads; rows: readonly Row[] }) {
  const columns: readonly (readonly [string, keyof Row])[] = [
    [by === "reason" ? "Of all returns" : "Came back", "share"],
    ["Returned", "back"],
    ...(by === "reason" ? [] : ([["Sold", "sold"]] as const)),
    ...(by === "answer" ? [] : ([["Given back", "cents"]] as const)),
  ];
  return (
    <FigureTable
      label="Returns"
      heads={[heads[by], ...columns.map(([head]) => head)]}
      rows={rows.map((row) => ({
        key: row.name,
        isSum: row.name === "All",
        cells: [row.name, ...columns.map(([, column]) => row[column])],
      }))}
    />
  );
}

function FilterForm({ chosen, faults, zone, surveys, kinds }: NumbersData) {
  const { by, survey } = chosen;
  return (
    <form method="get" action={numbersPage} className={parts.filter} aria-label="Filter">
      <DayFields chosen={chosen} faults={faults} zone={zone} />
      <div className={`${parts.fields} ${own.top}`}>
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
        <Choice name="survey" label="Survey" values={surveys.map((code) => [code, code])} chosen={survey} />
      </div>
    </form>
  );
}
