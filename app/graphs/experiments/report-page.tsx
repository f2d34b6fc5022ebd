import type { ReactNode } from "react";
import type { Experiment } from "../../../services/experiments/experiment.ts";
import type { Report } from "../../../services/experiments/types.ts";
import { NumberTable } from "../numbers/number-table.tsx";
import { say, type Table } from "../numbers/table.ts";
import { Facts } from "../ui/facts.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import panel from "../ui/panel.module.css";
import { dayInWords } from "./day-in-words.ts";
import { LiftChart } from "./lift-chart.tsx";
import styles from "./report-page.module.css";

type Props = {
  experiment: Experiment;
  report: Report;
  /** All its numbers, and the range of each arm's lift in words. */
  tables: readonly Table[];
  ranges: Record<string, string>;
  /** What is going on with it. */
  state: string;
  /** What there is to know before the verdict. */
  children?: ReactNode;
};

const metrics = { qualified: "Qualified leads", leads: "Leads" };
const countedBy = {
  views: "first views",
  visits: "visits with an answer, as first views are not known for all",
};

/** What an experiment shows so far: the verdict in words, then all that it rests on. */
export function ReportPage({ experiment, report, tables, ranges, state, children }: Props) {
  const { verdict, arms } = report;
  return (
    <GraphLayout title={`Experiment: ${experiment.id}`} lead={experiment.about}>
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
          <h2 id="lift-by-day">Lift, day by day</h2>
          {arms.map(
            ({ name, compared }) =>
              compared && <LiftChart key={name} arm={name} range={ranges[name]!} looks={compared.looks} />,
          )}
          {!report.days && <p>No whole day is over yet.</p>}
        </section>
        <section className={panel.panel} aria-labelledby="about">
          <h2 id="about">About it</h2>
          <Facts facts={[["State", state], ...factsOf(experiment, report)]} />
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
    ["Metric", `${metrics[metric]} of ${countedBy[report.countedBy]}`],
    ["Control", control],
    ["Surveys", paths.join(", ")],
    ["Of their visitors", say(share, "percent")],
    ["Runs", stop ? `${date(start)} to ${date(stop)}` : `since ${date(start)}`],
    ["Judged by", days ? `${days.count} whole days, up to ${dayInWords(days.last)}` : "no whole day yet"],
    ["Assigned by weights", assignment(sampleRatio)],
    ["Shown two arms", `${say(crossed, "count")} visits`],
  ];
  if (power) {
    facts.push(
      [
        `${report.countedBy === "views" ? "First views" : "Visits"} a day`,
        say(Math.round(power.perDay), "count"),
      ],
      ["Rate planned with", say(power.rate, "percent")],
    );
  }
  if (group) facts.push(["Excludes", `other experiments of ${group}`]);
  if (winner) facts.push(["Winner", `${winner}, which everybody is shown`]);
  return facts;
}

function assignment({ holds, p, days }: Report["sampleRatio"]): string {
  if (holds) return `as planned (p ${say(p, "p")})`;
  return days.length > 0
    ? `no, on ${days.map(dayInWords).join(", ")} (p in all ${say(p, "p")})`
    : `no (p ${say(p, "p")})`;
}
