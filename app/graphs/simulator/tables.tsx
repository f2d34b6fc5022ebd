import { ScrollTable } from "../ui/scroll-table.tsx";
import type { SimulationData } from "./simulation-data.ts";

/** The lead as it would be submitted now, beside the visitor's answers. */
export function LeadTable({ lead: { verdict, fields } }: Pick<SimulationData, "lead">) {
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
export function ContextTable({ context }: Pick<SimulationData, "context">) {
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
export function SessionTable({ session: { tracker, ...session } }: Pick<SimulationData, "session">) {
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
