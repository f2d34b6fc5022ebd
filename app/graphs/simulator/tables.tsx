import { ScrollTable } from "../ui/scroll-table.tsx";
import type { SimulationData } from "./simulation-data.ts";

/** The lead as it would now be posted, beside what the visitor answered. */
export function LeadTable({ lead: { verdict, fields } }: Pick<SimulationData, "lead">) {
  return (
    <ScrollTable
      label="The lead so far"
      caption={`The lead so far: ${verdict}`}
      heads={["Field", "Answered", "In the lead", "By the rule"]}
      rows={fields.map(({ name, raw, value, rule }) => ({
        key: name,
        cells: [name, raw, value, rule],
        isMarked: rule !== "",
      }))}
    />
  );
}

/** What the chart knows; what the last move has changed says so. */
export function ContextTable({ context }: Pick<SimulationData, "context">) {
  const sorted = [...context.filter(({ isNew }) => isNew), ...context.filter(({ isNew }) => !isNew)];
  return (
    <ScrollTable
      label="What the chart knows"
      caption="What the chart knows"
      heads={["Context", "Value", "By the last move"]}
      rows={sorted.map(({ path, value, isNew }) => ({
        key: path,
        cells: [path, value, isNew ? "changed" : ""],
        isMarked: isNew,
      }))}
    />
  );
}

/** What the page of a visit that is here knows of it (spec 3.3); `?inspect` shows it beside the survey. */
export function SessionTable({ session: { tracker, ...session } }: Pick<SimulationData, "session">) {
  const position = tracker.steps.find(({ active }) => active)?.number;
  const steps = tracker.steps.map(({ name, completed }) => (completed ? `${name} (completed)` : name));
  const values = { ...session, tracker: `${position} of ${tracker.total}: ${steps.join(", ")}` };
  return (
    <ScrollTable
      label="The session"
      caption="The session"
      heads={["State", "Value"]}
      rows={Object.entries(values).map(([name, value]) => ({
        key: name,
        cells: [name, Array.isArray(value) ? value.join(", ") : String(value)],
      }))}
    />
  );
}
