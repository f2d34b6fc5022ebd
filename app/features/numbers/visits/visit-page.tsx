import type { ReactNode } from "react";
import type { DeviceClass } from "../../../../services/analytics/device.ts";
import type { Beside } from "../../../../services/features/numbers/visit-list.ts";
import type { Chart } from "../../../graphs/chart-of.ts";
import { marksOf } from "../../../graphs/drawing/marks.ts";
import { foundIn } from "../../../graphs/drawing/search.ts";
import { addressWith } from "../../../graphs/ui/address.ts";
import { ChartFrame, zoomIn } from "../../../graphs/ui/chart-frame.tsx";
import { Facts, Moment } from "../../../graphs/ui/facts.tsx";
import { GraphLayout, walkPages } from "../../../graphs/ui/graph-layout.tsx";
import parts from "../../../graphs/ui/parts.module.css";
import { ScrollTable } from "../../../graphs/ui/scroll-table.tsx";
import timeline from "../../../graphs/ui/timeline.module.css";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import styles from "../numbers.module.css";
import { listQuery } from "../query.ts";
import type { RecordedStep, RecordedVisit } from "./recorded-visit.ts";
import own from "./visits.module.css";

type Props = {
  code: string;
  steps: readonly RecordedStep[];
  /** Index of the selected step. */
  at: number;
  query: URLSearchParams;
  titleOf: (id: string) => string;
};

/** A visit's timeline; an entry selects its moment. */
function VisitSteps({ code, steps, at, query, titleOf }: Props) {
  const href = (index: number) =>
    index >= 0 && index < steps.length
      ? `${addressWith(query, { step: String(index + 1) })}#steps`
      : undefined;
  const [back, forward] = [href(at - 1), href(at + 1)];
  const now = steps[at]!;
  return (
    <section className={`${parts.panel} ${timeline.timeline}`} aria-labelledby="steps">
      <div className={timeline.head}>
        <h2 id="steps">Steps</h2>
        <p className={timeline.steps}>
          <a href={back} aria-label={back && "One step back"}>
            Back
          </a>
          <a href={forward} aria-label={forward && "One step forward"}>
            Forward
          </a>
        </p>
      </div>
      {walkPages.map(({ goOn }) => {
        const { href, text } = goOn(code, now.walk, `step ${at + 1}`);
        return (
          <p key={href}>
            <a href={href}>{text}</a>
          </p>
        );
      })}
      <ol className={timeline.moves}>
        {steps.map(({ at: moment, words, place, isUnmatched }, index) => (
          <li key={href(index)} className={index > at ? timeline.ahead : undefined}>
            <small>{sinceStart(moment - steps[0]!.at)}</small>{" "}
            <a href={href(index)} aria-current={index === at ? "step" : undefined}>
              {words}
            </a>{" "}
            {isUnmatched ? <strong>not accepted by today’s chart</strong> : `→ ${titleOf(place)}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Minutes and seconds. */
function sinceStart(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export type VisitFound = RecordedVisit & {
  chart: Chart;
  id: string;
  /** Verdict on its lead, as stored; null if it has none. */
  verdict: { qualified: boolean; dqReason: string } | null;
  path: string;
  device: DeviceClass;
  /** Chart versions: the one of its last entry, and today's. */
  version: { recorded: string; today: string };
  beside: Beside;
};
export type VisitShown = { chart: Chart; id: null } | VisitFound;

export function VisitPage({ query, ...shown }: VisitShown & { query: URLSearchParams }) {
  const { code } = shown.chart.view;
  return (
    <GraphLayout
      title={`A visit of ${code}`}
      chart={{ code, page: "visits", isSurvey: true }}
      asked={listQuery(query).toString()}
      lead="One visit, step by step. What the visitor typed is not shown; where it is walked again, placeholders replace it."
    >
      {shown.id === null ? (
        <p role="alert" className={styles.alert}>
          This visit does not exist. If it ever did, it was erased at the visitor’s request or because of its
          age.
        </p>
      ) : (
        <Recorded {...shown} query={query} />
      )}
    </GraphLayout>
  );
}

function Recorded(props: VisitFound & { query: URLSearchParams }) {
  const { chart, id, steps, lead, replaced, verdict, beside, query } = props;
  const { view, layout, texts } = chart;
  const asked = listQuery(query);
  const at = stepIn(query, steps.length);
  const titleOf = titlesIn(view);
  const now = steps[at]!;
  const marks = marksOf({
    passed: now.passed,
    here: [now.place],
    found: foundIn(query.get("find") ?? "", chart),
  });
  const visitAt = (other: string) => `/graphs/${view.code}/visits/${other}?${asked}`;
  return (
    <>
      <nav aria-label="Visits" className={own.links}>
        {beside.newer && <a href={visitAt(beside.newer)}>Newer visit</a>}
        {beside.older && <a href={visitAt(beside.older)}>Older visit</a>}
        <a href={`/graphs/${view.code}/visits?${asked}`}>All of these visits</a>
      </nav>
      <Warnings {...props} titleOf={titleOf} />
      <div className={styles.columns}>
        <ChartFrame
          view={view}
          layout={layout}
          marks={marks}
          texts={texts}
          query={query}
          zoom={zoomIn(query)}
        />
        <div>
          <section className={parts.panel} aria-labelledby="facts">
            <h2 id="facts">The visit</h2>
            <Facts facts={factsOf(props)} />
            {walkPages.map(({ keep }) => {
              const { href, text } = keep(view.code, props.walk);
              return (
                <p key={href}>
                  <a href={href} download>
                    {text}
                  </a>
                </p>
              );
            })}
          </section>
          <VisitSteps steps={steps} at={at} query={query} titleOf={titleOf} code={view.code} />
        </div>
      </div>
      <div className={own.lead}>
        <ScrollTable
          label="The lead"
          caption={`The lead: ${verdictInWords(verdict)}`}
          heads={["Field", "Answer", "In the lead", "Set by rule"]}
          rows={lead.fields.map(({ name, raw, value, rule }) => ({
            key: name,
            cells: [name, raw, value, rule],
            isMarked: rule !== "",
          }))}
        />
      </div>
      {replaced.length > 0 && <p className={own.note}>Typed, so not shown: {replaced.join(", ")}.</p>}
      <p className={own.note}>Visit {id}</p>
    </>
  );
}

/** Index of the selected step: the last one unless the URL names one. */
function stepIn(query: URLSearchParams, count: number): number {
  const asked = Number(query.get("step") ?? count);
  return Number.isInteger(asked) && asked >= 1 && asked <= count ? asked - 1 : count - 1;
}

function factsOf({ steps, verdict, path, device }: VisitFound): [string, ReactNode][] {
  const [first, last] = [steps[0]!, steps.at(-1)!];
  return [
    ["Started", <Moment key="started" at={first.at} />],
    ["Duration", `${((last.at - first.at) / 1000).toFixed(1)} s`],
    ["Lead", verdictInWords(verdict)],
    ["Path", path],
    ["Device", device],
  ];
}

function verdictInWords(verdict: VisitFound["verdict"]): string {
  if (!verdict) return "none";
  const { qualified, dqReason } = verdict;
  return qualified ? "qualified" : `disqualified${dqReason && ` (${dqReason})`}`;
}

type WarningsProps = VisitFound & { titleOf: (id: string) => string };

/** Where a replay differs from what happened. */
function Warnings({ version, steps, elsewhere, verdict, lead, titleOf }: WarningsProps) {
  const parting = steps.findIndex(({ isUnmatched }) => isUnmatched);
  const last = titleOf(steps.at(-1)!.place);
  const isOlder = version.recorded !== version.today;
  const judged = verdict && !elsewhere && verdict.dqReason !== lead.dqReason;
  const warnings = [
    isOlder &&
      `Recorded under chart version ${version.recorded}; today’s is ${version.today}. ` +
        (parting < 0 ? `Today’s chart accepts every answer and ends at “${last}”.` : ""),
    parting >= 0 &&
      `Today’s chart diverges from the recording at step ${parting + 1}: it does not accept the answer at “${titleOf(steps[parting]!.place)}”.`,
    elsewhere !== null &&
      `Walked again it ends at “${titleOf(elsewhere)}”, because placeholders replace what was typed.`,
    judged &&
      `Walked again the lead would be ${verdictInWords(lead)}, by today’s rules and with placeholders for what was typed.`,
  ].filter(Boolean);
  return warnings.map((text) => (
    <p key={String(text)} className={styles.simulated}>
      {text}
    </p>
  ));
}
