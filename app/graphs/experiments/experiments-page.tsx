import type { DataKind } from "../../../services/analytics/types.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { WhoseVisits } from "./whose-visits.tsx";

/** One experiment in the list; `result` is its verdict in a few words. */
export type ListedExperiment = {
  id: string;
  state: string;
  since: string;
  arms: string;
  visits: number | null;
  result: string;
};

/** All experiments of the operator's file. */
export function ExperimentsPage({
  experiments,
  data,
}: {
  experiments: readonly ListedExperiment[];
  data: DataKind;
}) {
  const asked = data === "real" ? "" : `?data=${data}`;
  const rows = experiments.map(({ id, state, since, arms, visits, result }) => ({
    key: id,
    cells: [
      <a key={id} href={`/graphs/experiments/${id}${asked}`}>
        {id}
      </a>,
      result,
      state,
      visits?.toLocaleString("en-US") ?? "–",
      since,
      arms,
    ],
  }));
  return (
    <GraphLayout
      title="Experiments"
      lead={
        <>
          What is tried on visitors, and whether it helps. <code>EXPERIMENTS_FILE</code> defines them
          (docs/experiments.md).
        </>
      }
    >
      <WhoseVisits address="/graphs/experiments" data={data} />
      {rows.length === 0 ? (
        <p>There are no experiments yet.</p>
      ) : (
        <ScrollTable
          label="Table of experiments"
          caption="All experiments"
          heads={["Experiment", "So far", "State", "Visits", "Since", "Arms"]}
          rows={rows}
        />
      )}
    </GraphLayout>
  );
}
