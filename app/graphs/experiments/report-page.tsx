import type { ReactNode } from "react";
import type { Experiment } from "../../../services/experiments/experiment.ts";
import type { Report } from "../../../services/experiments/types.ts";
import { NumberTable } from "../tables/number-table.tsx";
import { say, type Table } from "../tables/table.ts";
import { Facts } from "../ui/facts.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import panel from "../ui/panel.module.css";
import { dayInWords } from "./day-in-words.ts";
import { LiftChart } from "./lift-chart.tsx";
import styles from "./report-page.module.css";

type Props = {
  experiment: Experiment;
  report: Report;
  /** Its numbers, and each arm's confidence interval in words. */
  tables: readonly Table[];
  ranges: Record<string, string>;
  state: string;
  /** Shown before the verdict. */
  children?: ReactNode;
};

const metrics = { qualified: "Qualified leads", leads: "Leads" };
const countedBy = {
  views: "first view",
  visits: "visit with an answer, as first views are not known for all visits",
};

export function ReportPage({ experiment, report, tables, ranges, state, children }: Props) {
  const { verdict, arms } = report;
  return (
    <GraphLayout title={`Experiment: ${experiment.id}`} section="experiments" lead={experiment.about}>
      {children}
      <section className={styles.verdict} data-verdict={verdict.kind} aria-labelledby="verdict">
        <h2 id="verdict">{verdict.title}</h2>
        <ul>
          {verdict.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <div className={styles.columns}>
        <section className={panel.panel} aria-labelledby="lift-by-day">
          <h2 id="lift-by-day">Lift over control, day by day</h2>
          {arms.map(
            ({ name, compared }) =>
              compared && <LiftChart key={name} arm={name} range={ranges[name]!} looks={compared.looks} />,
          )}
          {!report.days && <p>No full day of data yet.</p>}
        </section>
        <section className={panel.panel} aria-labelledby="about">
          <h2 id="about">Setup and data quality</h2>
          <Facts facts={[["Status", state], ...factsOf(experiment, report)]} />
        </section>
      </div>
      {tables.map((table) => (
        <NumberTable key={table.name} table={table} />
      ))}
    </GraphLayout>
  );
}

function factsOf(experiment: Experiment, report: Report) {
  const { days, sampleRatio, crossed, power } = report;
  const { metric, control, share, paths, start, stop, winner, group } = experiment;
  const date = (at: number) => new Date(at).toISOString().slice(0, 10);
  const facts: [string, string][] = [
    ["Primary metric", `${metrics[metric]} per ${countedBy[report.countedBy]}`],
    ["Control", control],
    ["Runs on", paths.join(", ")],
    ["Traffic in it", say(share, "percent")],
    ["Dates", stop ? `${date(start)} to ${date(stop)}` : `since ${date(start)}`],
    ["Data", days ? `${days.count} full days, through ${dayInWords(days.last)}` : "no full day yet"],
    ["Sample ratio", assignment(sampleRatio)],
    ["Crossovers", `${say(crossed, "count")} ${crossed === 1 ? "visit" : "visits"} saw two arms`],
  ];
  if (power) {
    facts.push(
      [
        `${report.countedBy === "views" ? "First views" : "Visits"} per day`,
        say(Math.round(power.perDay), "count"),
      ],
      ["Baseline rate", say(power.rate, "percent")],
    );
  }
  if (group) facts.push(["Mutually exclusive with", `other experiments in group ${group}`]);
  if (winner) facts.push(["Winner", `${winner}, now shown to everyone`]);
  return facts;
}

function assignment({ holds, p, days }: Report["sampleRatio"]): string {
  if (holds) return `as expected (p = ${say(p, "p")})`;
  return days.length > 0
    ? `mismatch on ${days.map(dayInWords).join(", ")} (overall p = ${say(p, "p")})`
    : `mismatch (p = ${say(p, "p")})`;
}
