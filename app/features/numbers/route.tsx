import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import type { ComponentType } from "react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { loadNumbers } from "./answers/by-step.ts";
import { loadBreakdown } from "./answers/by-value.ts";
import { changeNotes, loadNotes } from "./answers/notes.ts";
import { loadSeries } from "./answers/over-time.ts";
import { loadCompared } from "./answers/two-sides.ts";
import { NumbersPage } from "./by-step.tsx";
import { BreakdownPage } from "./by-value.tsx";
import { NotesPage, type RefusedNote } from "./notes.tsx";
import { SeriesPage } from "./over-time.tsx";
import { type Show, showIn, shows } from "./query.ts";
import { CompareNumbersPage } from "./two-sides.tsx";

/** A survey's numbers, as the address asks for them: by step, by value, over time, of two sides; and notes on its days. */
export async function loader(args: LoaderFunctionArgs) {
  const show = showIn(new URL(args.request.url).searchParams);
  const loads = {
    steps: loadNumbers,
    values: loadBreakdown,
    time: loadSeries,
    sides: loadCompared,
    notes: loadNotes,
  };
  const { data: shown, init } = await loads[show](args);
  return data({ show, shown }, init ?? undefined);
}

/** The forms of the notes. */
export const action = (args: ActionFunctionArgs) => changeNotes(args);

export const meta: MetaFunction = ({ matches, params, location }) =>
  graphMeta(
    matches,
    `Numbers of ${params.code}: ${shows[showIn(new URLSearchParams(location.search))].toLowerCase()}`,
  );

const pages = {
  steps: NumbersPage,
  values: BreakdownPage,
  time: SeriesPage,
  sides: CompareNumbersPage,
  notes: NotesPage,
};

export default function NumbersRoute() {
  const [query] = useSearchParams();
  const refused = useActionData() as RefusedNote | undefined;
  const { show, shown } = useLoaderData() as { show: Show; shown: object };
  // Each page gets the data of its own loader.
  const Page = pages[show] as ComponentType<object>;
  const props = { ...shown, query, refused };
  return <Page {...props} />;
}
