import type { Chart } from "../../graphs/chart-of.ts";
import { marksOf } from "../../graphs/drawing/marks.ts";
import { foundIn } from "../../graphs/drawing/search.ts";
import { ChartFrame, zoomIn } from "../../graphs/ui/chart-frame.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { HiddenFields } from "../../graphs/ui/hidden-fields.tsx";
import parts from "../../graphs/ui/parts.module.css";
import { ScrollTable } from "../../graphs/ui/scroll-table.tsx";
import timelineStyles from "../../graphs/ui/timeline.module.css";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import type { WordedField } from "../../survey/screen/page-data.ts";
import { GoalForm, Next, type Refused } from "./next.tsx";
import type { SimulationData } from "./simulation-data.ts";
import styles from "./simulator.module.css";
import type { TakeMeTo } from "./take-me-to.ts";

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

type SimulatorProps = {
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
      lead="Choose what happens next. Nothing is stored: this page’s address is the whole simulation."
    >
      <SetupForm code={code} simulation={simulation} query={query} />
      <div className={`${styles.columns} ${query.has("beside") ? styles.beside : ""}`}>
        <div>
          <Next simulation={simulation} fields={fields} refused={refused} titleOf={titleOf} />
          <Timeline simulation={simulation} titleOf={titleOf} />
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

type TimelineProps = { simulation: SimulationData; titleOf: (id: string) => string };

/** The events so far and, after going back, those ahead; each links to its moment. */
function Timeline({ simulation: { timeline, at, left }, titleOf }: TimelineProps) {
  const entries = timeline.map((entry, index) => ({ ...entry, index })).reverse();
  const [back, forward] = [timeline[at - 1], timeline[at + 1]];
  return (
    <section className={`${parts.panel} ${timelineStyles.timeline}`} aria-labelledby="timeline">
      <div className={timelineStyles.head}>
        <h2 id="timeline">Timeline</h2>
        <p className={timelineStyles.steps}>
          <a href={back?.href} aria-label={back && "One event back"}>
            Back
          </a>
          <a href={forward?.href} aria-label={forward && "One event forward"}>
            Forward
          </a>
        </p>
      </div>
      {/* Newest first, so that the current entry is in view however long the list is. */}
      <ol className={timelineStyles.moves} start={timeline.length - 1} reversed>
        {entries.map(({ words, place, href, actions, index }) => (
          <li key={href} className={index > at ? timelineStyles.ahead : undefined}>
            <a href={href} aria-current={index === at ? "step" : undefined}>
              {words}
            </a>{" "}
            → {titleOf(place)}
            {actions.length > 0 && <small> ({[...new Set(actions)].join(", ")})</small>}
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p role="alert" className={styles.left}>
          The URL has {left === 1 ? "one more event" : `${left} more events`} that this chart does not accept
          here.
        </p>
      )}
    </section>
  );
}

type SetupProps = { code: string; simulation: SimulationData; query: URLSearchParams };

/** The form for the simulated visitor's arrival. Later events are kept as far as the chart still accepts them. */
function SetupForm({ code, simulation: { setup, paths, address }, query }: SetupProps) {
  const { path, query: parameters, region, today, dateOfBirthStates, noDefaultBuyersStates } = setup;
  return (
    <>
      <details className={styles.setup}>
        <summary>
          Arrival: {path}
          {parameters && `?${parameters}`} on {today}
        </summary>
        <form className={`${styles.setupForm} ${parts.controls}`}>
          <Field name="path" label="Path" value={path} list="paths" />
          <datalist id="paths">
            {paths.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Field name="query" label="Query string" value={parameters} hint="affid=7&flags=combinedLastStep" />
          <Field name="today" label="Visitor’s local date" value={today} hint="2026-11-21" />
          <Field name="region" label="Visitor’s US state" value={region} hint="CA" />
          <Field
            name="dateOfBirthStates"
            label="States that ask for the date of birth"
            value={dateOfBirthStates.join()}
          />
          <Field
            name="noDefaultBuyersStates"
            label="States without default buyers"
            value={noDefaultBuyersStates.join()}
          />
          <HiddenFields fields={[...query].filter(([name]) => name === "do")} />
          <button type="submit">Apply</button>
        </form>
      </details>
      <ul className={styles.links}>
        <li>
          <a href={`/graphs/${code}/simulate`}>Start over</a>
        </li>
        <li>
          <a href={address}>Link to this simulation</a>
        </li>
        <li>
          <a href={`/graphs/${code}/exported-case${address.replace(/#.*/, "")}`} download>
            Export as a test
          </a>
        </li>
      </ul>
    </>
  );
}

type FieldProps = { name: string; label: string; value: string; hint?: string; list?: string };

function Field({ name, label, value, hint, list }: FieldProps) {
  return (
    <div>
      <label htmlFor={`setup-${name}`}>{label}</label>
      <input
        id={`setup-${name}`}
        name={name}
        defaultValue={value}
        placeholder={hint}
        list={list}
        autoComplete="off"
      />
    </div>
  );
}
