import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { stepNamed } from "../../../machines/steps/index.ts";
import { readForm } from "../../server/requests/bodies.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { localize } from "../../survey/server/localized-steps.ts";
import { asksForWide, chartOf } from "../chart-of.ts";
import { siteOf, variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { ownAnswer } from "./own-answer.ts";
import type { Refused } from "./own-answer-form.tsx";
import { simulationData } from "./simulation-data.ts";
import { SimulatorPage } from "./simulator-page.tsx";
import { takeMeTo } from "./take-me-to.ts";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { request, context, params } = args;
  const variant = variantOf(params.code);
  const query = new URL(request.url).searchParams;
  const chart = await chartOf(variant.code, asksForWide(query));
  if (!chart) throw notHere();
  const { settings } = context.services;
  const site = siteOf(settings);
  const simulation = simulationData(variant, chart, query, site);
  const step = simulation.here.step && stepNamed(simulation.here.step, variant.machine);
  const fields = step ? localize(step, "en", settings.company).fields : [];
  return { chart, simulation, takeMeTo: await takeMeTo(variant, chart, query, site), fields };
}

/** Submits a typed answer: 303 to where it leads, or 422 with the validation errors. */
export async function action(args: ActionFunctionArgs) {
  await demandAccess(args);
  const { request, context, params } = args;
  const variant = variantOf(params.code);
  const form = await readForm(request);
  const answered = ownAnswer(
    variant,
    new URL(request.url).searchParams,
    form,
    siteOf(context.services.settings),
  );
  if ("href" in answered) return redirect(`/graphs/${variant.code}/simulate${answered.href}`, 303);
  context.refused = true;
  return data(answered, { status: 422 });
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Simulator of ${params.code}`);

export default function SimulateRoute() {
  const [query] = useSearchParams();
  return (
    <SimulatorPage
      {...useLoaderData<typeof loader>()}
      refused={useActionData() as Refused | undefined}
      query={query}
    />
  );
}
