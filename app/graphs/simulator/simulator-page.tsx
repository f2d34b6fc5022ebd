import type { WordedField } from "../../survey/screen/page-data.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { titlesIn } from "../ui/title-of.ts";
import { GoalForm } from "./goal-form.tsx";
import { Next } from "./next.tsx";
import type { Refused } from "./own-answer-form.tsx";
import { SetupForm } from "./setup-form.tsx";
import type { SimulationData } from "./simulation-data.ts";
import styles from "./simulator-page.module.css";
import { ContextTable, LeadTable, SessionTable } from "./tables.tsx";
import type { TakeMeTo } from "./take-me-to.ts";
import { Timeline } from "./timeline.tsx";

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
