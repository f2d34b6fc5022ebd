import { data as answer, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ExperimentNumbers } from "../../../services/analytics/experiment-numbers.ts";
import type { DataKind } from "../../../services/analytics/types.ts";
import type { Experiment } from "../../../services/experiments/experiment.ts";
import type { Report } from "../../../services/experiments/types.ts";
import { rangeInWords } from "../../../services/experiments/types.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import type { Table } from "../tables/table.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { graphMeta } from "../ui/meta.ts";
import { dataIn } from "./answers/data-in.ts";
import { judged } from "./answers/load.ts";
import { ReportPage } from "./report-page.tsx";
import { reportTables } from "./report-tables.ts";
import { stateOf } from "./state-of.ts";
import { WhoseVisits } from "./whose-visits.tsx";

type Shown = {
  experiment: Experiment;
  data: DataKind;
  state: string;
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
  const experiment = services.settings.experiments.list.find(({ id }) => id === args.params.id);
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
  const shown: Shown = { experiment, data, state, report, tables, ranges, versions, unavailable };
  return answer(shown, { status: report ? 200 : 503 });
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Experiment: ${params.id}`);

export default function ExperimentRoute() {
  const { experiment, data, state, report, tables, ranges, versions, unavailable } = useLoaderData() as Shown;
  if (!report) {
    return (
      <GraphLayout title={`Experiment: ${experiment.id}`} section="experiments" lead={experiment.about}>
        <p role="alert">{unavailable}</p>
      </GraphLayout>
    );
  }
  return (
    <ReportPage {...{ experiment, report, tables, ranges, state }}>
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
