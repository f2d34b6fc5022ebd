import type { WordedField } from "../../survey/screen/page-data.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { titlesIn } from "../ui/title-of.ts";
import { GoalForm } from "./goal-form.tsx";
import { Next } from "./next.tsx";
import type { Refused } from "./own-answer-form.tsx";
import { SetupForm } from "./setup-form.tsx";
import type { SimulationData } from "./simulation-data.ts";
import styles from "./simulator-page.module.css";
import type { TakeMeTo } from "./take-me-to.ts";
import { Timeline } from "./timeline.tsx";

/** The lead as it would be submitted now, beside the visitor's answers. */
function LeadTable({ lead: { verdict, fields } }: Pick<SimulationData, "lead">) {
  return (
    <ScrollTable
      label="The lead so far"
      caption={`The lead so far: ${verdict}`}
      heads={["Field", "Answer", "In the lead", "Set by rule"]}
      rows={fields.map(({ name, raw, value, rule }) => ({
        key: name,
        cells: [name, raw, value, rule],
        isMarked: rule !== "",
      }))}
    />
  );
}

/** The chart's context, values that the last event changed first. */
function ContextTable({ context }: Pick<SimulationData, "context">) {
  const sorted = [...context.filter(({ isNew }) => isNew), ...context.filter(({ isNew }) => !isNew)];
  return (
    <ScrollTable
      label="Context"
      caption="Context"
      heads={["Name", "Value", "Last event"]}
      rows={sorted.map(({ path, value, isNew }) => ({
        key: path,
        cells: [path, value, isNew ? "changed" : ""],
        isMarked: isNew,
      }))}
    />
  );
}

/** The session state that the survey's page would have here (spec 3.3); `?inspect` shows it beside the survey. */
function SessionTable({ session: { tracker, ...session } }: Pick<SimulationData, "session">) {
  const position = tracker.steps.find(({ active }) => active)?.number;
  const steps = tracker.steps.map(({ name, completed }) => (completed ? `${name} (completed)` : name));
  const values = { ...session, tracker: `${position} of ${tracker.total}: ${steps.join(", ")}` };
  return (
    <ScrollTable
      label="Session"
      caption="Session"
      heads={["Name", "Value"]}
      rows={Object.entries(values).map(([name, value]) => ({
        key: name,
        cells: [name, Array.isArray(value) ? value.join(", ") : String(value)],
      }))}
    />
  );
}

export type SimulatorProps = {
  chart: Chart;
  simulation: SimulationData;
  takeMeTo: TakeMeTo;
  /** Fields of the current question, localized. */
  fields: WordedField[];
  refused?: Refused;
  query: URLSearchParams;
};

/** The simulator: what can happen next, what has happened, and the lead so far. */
export function SimulatorPage({ chart, simulation, takeMeTo, fields, refused, query }: SimulatorProps) {
  const { view, layout, texts } = chart;
  const { code } = view;
  const { here, choices, passed } = simulation;
  const marks = marksOf({
    passed,
    here: [here.id],
    next: choices.flatMap(({ place }) => [`${here.id}->${place}`]),
    found: foundIn(query.get("find") ?? "", chart),
  });
  const titleOf = titlesIn(view);
  const drawing = { view, layout, marks, texts, query };
  return (
    <GraphLayout
      title={`Simulator of ${code}`}
      chart={{ code, page: "simulate", isSurvey: true }}
      lead="Runs the same statechart as the live survey. Choose what happens next. Nothing is stored: the URL of this page is the whole simulation."
    >
      <SetupForm code={code} simulation={simulation} query={query} />
      <div className={`${styles.columns} ${query.has("beside") ? styles.beside : ""}`}>
        <div>
          <Next {...{ simulation, fields, refused, titleOf }} />
          <Timeline {...{ simulation, titleOf }} />
          <GoalForm {...takeMeTo} query={query} />
        </div>
        <ChartFrame {...drawing} zoom={zoomIn(query)} />
      </div>
      <div className={styles.tables}>
        <LeadTable lead={simulation.lead} />
        <ContextTable context={simulation.context} />
        <SessionTable session={simulation.session} />
      </div>
    </GraphLayout>
  );
}
