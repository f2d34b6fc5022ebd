import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { parseAnswer } from "../../../machines/fields/parse-answer.ts";
import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import { inputOf, readScenario } from "../../../machines/model/setup.ts";
import { simulate } from "../../../machines/model/simulate.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { Variant } from "../../../machines/variant.ts";
import { topState } from "../../../machines/visit/replay.ts";
import { messagesIn, wordsOfStep } from "../../../services/words/index.ts";
import { mainLanguage } from "../../../services/words/languages.ts";
import { asksForWide, chartOf } from "../../graphs/chart-of.ts";
import { siteOf, variantOf } from "../../graphs/site-of.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readForm } from "../../server/requests/bodies.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { localize } from "../../survey/server/localized-steps.ts";
import type { Refused } from "./next.tsx";
import { hrefOf, type Site, simulationData } from "./simulation-data.ts";
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
  const fields = step ? localize(step, mainLanguage, settings.company).fields : [];
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

/** Validates a typed answer as on the survey: the simulation's URL with that answer, or the errors. */
function ownAnswer(
  variant: Required<Variant>,
  query: URLSearchParams,
  form: Record<string, string | undefined>,
  site: Site,
) {
  const { setup, moves, at } = readScenario(variant, query, site);
  const done = simulate(variant.machine, inputOf(setup).input, moves.slice(0, at)).moments;
  const step = stepNamed(topState(done.at(-1)!.snapshot), variant.machine);
  const parsed = step && parseAnswer(step, form, setup.today);
  if (!parsed) return { href: hrefOf({ setup, moves, at }) };
  if (parsed.ok) {
    const past = moves.slice(0, done.length - 1);
    const next = [...past, { kind: "answer" as const, answers: parsed.answers }];
    return { href: hrefOf({ setup, moves: next, at: next.length }) };
  }
  const { errors } = messagesIn(mainLanguage).screens;
  const { fields } = wordsOfStep(step);
  const inWords = Object.entries(parsed.errors).map(([name, key]) => {
    const field = fields?.[name as keyof typeof parsed.values];
    return [name, errorSentence(key, errors, field)] as const;
  });
  return { values: parsed.values as Record<string, string>, errors: Object.fromEntries(inWords) };
}
