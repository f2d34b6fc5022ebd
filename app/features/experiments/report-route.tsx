import { data as answer, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { experimentsIn } from "../../../services/features/experiments/feature.ts";
import { type InForce, phaseAt } from "../../../services/features/experiments/in-force.ts";
import { dataIn, judged, stateOf } from "../../../services/features/experiments/judged.ts";
import type { ExperimentNumbers } from "../../../services/features/experiments/numbers.ts";
import { type Compared, type Report, rangeInWords } from "../../../services/features/experiments/types.ts";
import type { DataKind } from "../../../services/features/numbers/types.ts";
import { Facts } from "../../graphs/ui/facts.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { dayInWords, timeOf } from "../../graphs/ui/time-of.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import { Plot, plotSize } from "../numbers/plot.tsx";
import { NumberTable } from "../numbers/tables/number-table.tsx";
import { say, type Table } from "../numbers/tables/table.ts";
import styles from "./experiments.module.css";
import { reportTables } from "./report-tables.ts";
import { WhoseVisits } from "./whose-visits.tsx";

type Shown = {
  experiment: InForce;
  data: DataKind;
  state: string;
  share: number;
  /** Where people begin, widen and end it; undefined on a site without a console. */
  inConsole?: string;
  report: Report | null;
  tables: Table[];
  ranges: Record<string, string>;
  versions: ExperimentNumbers["versions"];
  /** Why there is no report, in a sentence. */
  unavailable?: string;
};

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { services } = args.context;
  const experiment = experimentsIn(services.settings).find(({ id }) => id === args.params.id);
  if (!experiment) throw notHere();
  const data = dataIn(args.request);
  const { report, numbers, unavailable } = await judged(services, experiment, data);
  const state = stateOf(experiment, Date.now());
  const versions = numbers?.versions ?? [];
  const tables = report ? reportTables(report) : [];
  const ranges = Object.fromEntries(
    (report?.arms ?? []).flatMap(({ name, compared }) =>
      compared ? [[name, rangeInWords(compared.lift)]] : [],
    ),
  );
  const { share } = phaseAt(experiment, Date.now());
  const inConsole = services.console.isOpen() ? `/console/experiments/${experiment.id}` : undefined;
  const about = { experiment, data, state, share, inConsole };
  const shown: Shown = { ...about, report, tables, ranges, versions, unavailable };
  return answer(shown, { status: report ? 200 : 503 });
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Experiment: ${params.id}`);

export default function ExperimentRoute() {
  const { experiment, data, state, share, inConsole, report, tables, ranges, versions, unavailable } =
    useLoaderData() as Shown;
  if (!report) {
    return (
      <GraphLayout title={`Experiment: ${experiment.id}`} section="experiments" lead={experiment.about}>
        <p role="alert">{unavailable}</p>
      </GraphLayout>
    );
  }
  return (
    <ReportPage
      experiment={experiment}
      report={report}
      tables={tables}
      ranges={ranges}
      state={state}
      share={share}
    >
      {inConsole && (
        <p>
          <a href={inConsole}>Begin, widen or end it in the console</a>
        </p>
      )}
      <WhoseVisits address={`/graphs/experiments/${experiment.id}`} data={data} />
      {versions.length > 1 && (
        <p role="alert">
          This experiment was changed while it ran: its visits were assigned under {versions.length}{" "}
          definitions ({versions.map(({ visits }) => visits.toLocaleString("en-US")).join(", ")} visits),
          which the numbers below mix. Start a new experiment under another id.
        </p>
      )}
    </ReportPage>
  );
}

type Props = {
  experiment: InForce;
  report: Report;
  /** Its numbers, and each arm's confidence interval in words. */
  tables: readonly Table[];
  ranges: Record<string, string>;
  state: string;
  /** Of the visitors to its paths, 0 to 1, as it is now. */
  share: number;
  /** Shown before the verdict. */
  children?: ReactNode;
};

const metrics = { qualified: "Qualified leads", leads: "Leads", sold: "Sold leads" };
const countedBy = {
  views: "first view",
  visits: "visit with an answer, as first views are not known for all visits",
};

export function ReportPage({ experiment, report, tables, ranges, state, share, children }: Props) {
  const { timeZone } = useContext(PageShell);
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
        <section className={parts.panel} aria-labelledby="lift-by-day">
          <h2 id="lift-by-day">Lift over control, day by day</h2>
          {arms.map(
            ({ name, compared }) =>
              compared && <LiftChart key={name} arm={name} range={ranges[name]!} looks={compared.looks} />,
          )}
          {!report.days && <p>No full day of data yet.</p>}
        </section>
        <section className={parts.panel} aria-labelledby="about">
          <h2 id="about">Setup and data quality</h2>
          <Facts facts={[["Status", state], ...factsOf(experiment, report, share, timeZone)]} />
        </section>
      </div>
      {tables.map((table) => (
        <NumberTable key={table.name} table={table} />
      ))}
    </GraphLayout>
  );
}

function factsOf(experiment: InForce, report: Report, share: number, timeZone: string) {
  const { days, sampleRatio, crossed, power } = report;
  const { metric, control, arms, paths, start, stop, winner, group, phases, soldAfter = 0 } = experiment;
  const date = (at: number) => timeOf(at, timeZone).slice(0, 10);
  const facts: [string, string][] = [
    ["Primary metric", `${metrics[metric]} per ${countedBy[report.countedBy]}`],
    ...(metric === "sold" ? [["Sold means", soldInWords(soldAfter)] as [string, string]] : []),
    ["Control", control],
    ...arms
      .filter(({ words }) => words !== undefined)
      .map(({ name, words }): [string, string] => [`Words of ${name}`, `the set ${words}`]),
    ["Runs on", paths.join(", ")],
    ["Traffic in it", say(share, "percent")],
    [
      "Dates",
      start === undefined ? "not begun" : stop ? `${date(start)} to ${date(stop)}` : `since ${date(start)}`,
    ],
    ...phases
      .slice(1)
      .map((phase): [string, string] => [`Since ${timeOf(phase.since, timeZone)}`, phaseInWords(phase)]),
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

const phaseInWords = ({ state, share, winner }: InForce["phases"][number]) => {
  if (state === "running") return `shown to ${say(share, "percent")} of visitors`;
  return state === "waiting" ? "not shown" : `ended; everyone sees ${winner ?? "the page without it"}`;
};

/** How late outcomes are counted, so that the verdict may be read every day all the same. */
function soldInWords(days: number): string {
  const when = days === 1 ? "1 full day" : `${days} full days`;
  return `bought, and not wholly given back, ${when} after the day of the visit. Younger visits do not count yet; what comes back later changes the revenue below and not the verdict`;
}

function assignment({ holds, p, days }: Report["sampleRatio"]): string {
  if (holds) return `as expected (p = ${say(p, "p")})`;
  return days.length > 0
    ? `mismatch on ${days.map(dayInWords).join(", ")} (overall p = ${say(p, "p")})`
    : `mismatch (p = ${say(p, "p")})`;
}

type Looks = Compared["looks"];

/** Lifts beyond twice this one's distance from 0 are cut: the first days allow nearly anything. */
const leastShown = 0.1;

/** An arm's lift and confidence sequence up to each day. @param range the latest, in words */
function LiftChart({ arm, range, looks }: { arm: string; range: string; looks: Looks }) {
  const last = looks.at(-1);
  if (!last) return null;
  const most = extentOf(looks);
  const x = (index: number) => plotSize * (looks.length === 1 ? 0.5 : index / (looks.length - 1));
  const y = (lift: number) => (plotSize * (most - Math.min(most, Math.max(-most, lift)))) / (2 * most);
  const points = (of: (look: Looks[number]) => number) =>
    looks.map((look, index) => `${x(index).toFixed(1)},${y(of(look)).toFixed(1)}`);
  const band = [...points(({ high }) => high ?? most), ...points(({ low }) => low).reverse()];
  return (
    <figure className={styles.figure}>
      <figcaption>
        {arm}: {range}
      </figcaption>
      <Plot
        ticks={[-2, -1, 0, 1, 2].map((halves) => ({
          at: (halves + 2) / 4,
          text: signed((halves * most) / 2),
          isZero: halves === 0,
        }))}
        labels={[
          { at: 0, text: dayInWords(looks[0]!.day) },
          ...(looks.length > 1 ? [{ at: 1, text: dayInWords(last.day) }] : []),
        ]}
      >
        <polygon points={band.join(" ")} />
        {looks.length === 1 ? (
          // A band or a line of one day would be invisible.
          <>
            <polyline points={band.join(" ")} />
            <path d={`M${points(({ estimate, low }) => estimate ?? low)[0]}h0.01`} />
          </>
        ) : (
          <polyline points={points(({ estimate, low }) => estimate ?? low).join(" ")} />
        )}
      </Plot>
    </figure>
  );
}

function signed(lift: number): string {
  return `${lift > 0 ? "+" : lift < 0 ? "−" : ""}${Math.round(Math.abs(100 * lift))}%`;
}

/** The extent of the axis: what the later half of the days needs, rounded up to a tenth. */
function extentOf(looks: Looks): number {
  const later = looks.slice(Math.floor(looks.length / 2));
  const ends = later.flatMap(({ low, high, estimate }) => [-low, high ?? 1, Math.abs(estimate ?? 0)]);
  return Math.ceil(10 * Math.min(2, Math.max(leastShown, ...ends))) / 10;
}
