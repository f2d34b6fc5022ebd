import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayCounter, dayText } from "../../../services/calendar/days.ts";
import { experimentsIn } from "../../../services/features/experiments/feature.ts";
import { dataIn, judged, stateOf } from "../../../services/features/experiments/judged.ts";
import { countedInWords, type Report } from "../../../services/features/experiments/types.ts";
import type { DataKind } from "../../../services/features/numbers/types.ts";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { ScrollTable } from "../../graphs/ui/scroll-table.tsx";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { WhoseVisits } from "./whose-visits.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { services } = args.context;
  const data = dataIn(args.request);
  const day = dayCounter(services.settings.siteTimeZone);
  const listed = experimentsIn(services.settings).map(async (experiment): Promise<ListedExperiment> => {
    const { report, unavailable } = await judged(services, experiment, data);
    const state = stateOf(experiment, Date.now());
    return {
      id: experiment.id,
      state,
      since: experiment.start === undefined ? "–" : dayText(day(experiment.start)),
      arms: experiment.arms.map(({ name }) => name).join(", "),
      counted: report && countedIn(report),
      result: state === "not started" ? "–" : (report?.verdict.title ?? unavailable!),
    };
  });
  return { experiments: await Promise.all(listed), data, inConsole: services.console.isOpen() };
}

/** The basis of the rates on its own page, all arms together. */
function countedIn({ arms, countedBy }: Report): string {
  const all = arms.reduce((sum, { assigned }) => sum + assigned, 0);
  return `${all.toLocaleString("en-US")} ${countedInWords[countedBy]}`;
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Experiments");

export default function ExperimentsRoute() {
  return <ExperimentsPage {...useLoaderData<typeof loader>()} />;
}

/** @property counted what its report counts in all; @property result the title of its verdict */
type ListedExperiment = {
  id: string;
  state: string;
  since: string;
  arms: string;
  counted: string | null;
  result: string;
};

function ExperimentsPage({
  experiments,
  data,
  inConsole,
}: {
  experiments: readonly ListedExperiment[];
  data: DataKind;
  inConsole: boolean;
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
          A/B tests and their results so far. They are defined in <code>claimpath.yaml</code>, and begun,
          widened and ended {inConsole ? <a href="/console/experiments">in the console</a> : "in the console"}
          .
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
