import type { DataKind } from "../../../services/analytics/types.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { WhoseVisits } from "./whose-visits.tsx";

/** @property counted what its report counts in all; @property result the title of its verdict */
export type ListedExperiment = {
  id: string;
  state: string;
  since: string;
  arms: string;
  counted: string | null;
  result: string;
};

export function ExperimentsPage({
  experiments,
  data,
}: {
  experiments: readonly ListedExperiment[];
  data: DataKind;
}) {
  const asked = data === "real" ? "" : `?data=${data}`;
  const rows = experiments.map(({ id, state, since, arms, counted, result }) => ({
    key: id,
    cells: [
      <a key={id} href={`/graphs/experiments/${id}${asked}`}>
        {id}
      </a>,
      result,
      state,
      counted ?? "–",
      since,
      arms,
    ],
  }));
  return (
    <GraphLayout
      title="Experiments"
      section="experiments"
      lead={
        <>
          A/B tests and their results so far. They are defined in <code>claimpath.yaml</code>; see
          docs/experiments.md.
        </>
      }
    >
      <WhoseVisits address="/graphs/experiments" data={data} />
      {rows.length === 0 ? (
        <p>No experiments yet.</p>
      ) : (
        <ScrollTable
          label="Table of experiments"
          caption="All experiments"
          heads={["Experiment", "Result so far", "Status", "Counted", "Started", "Arms"]}
          rows={rows}
        />
      )}
    </GraphLayout>
  );
}
