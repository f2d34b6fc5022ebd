import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Report } from "../../../services/experiments/types.ts";
import { countedInWords } from "../../../services/experiments/types.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { graphMeta } from "../ui/meta.ts";
import { dataIn } from "./answers/data-in.ts";
import { judged } from "./answers/load.ts";
import { dayInWords } from "./day-in-words.ts";
import { ExperimentsPage, type ListedExperiment } from "./experiments-page.tsx";
import { stateOf } from "./state-of.ts";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { services } = args.context;
  const data = dataIn(args.request);
  const listed = services.settings.experiments.list.map(async (experiment): Promise<ListedExperiment> => {
    const { report, unavailable } = await judged(services, experiment, data);
    const state = stateOf(experiment, Date.now());
    return {
      id: experiment.id,
      state,
      since: dayInWords(Math.floor(experiment.start / 86_400_000)),
      arms: experiment.arms.map(({ name }) => name).join(", "),
      counted: report && countedIn(report),
      result: state === "not started" ? "–" : (report?.verdict.title ?? unavailable!),
    };
  });
  return { experiments: await Promise.all(listed), data };
}

/** As its own page says it: what rates are of, all arms together. */
function countedIn({ arms, countedBy }: Report): string {
  const all = arms.reduce((sum, { assigned }) => sum + assigned, 0);
  return `${all.toLocaleString("en-US")} ${countedInWords[countedBy]}`;
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Experiments");

export default function ExperimentsRoute() {
  return <ExperimentsPage {...useLoaderData<typeof loader>()} />;
}
