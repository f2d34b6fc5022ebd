import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { graphMeta } from "../ui/meta.ts";
import { loadBreakdown } from "./answers/breakdown/load.ts";
import { loadCompared, loadNumbers } from "./answers/load.ts";
import { changeNotes } from "./answers/notes/change.ts";
import { loadNotes } from "./answers/notes/notes-of.ts";
import { loadSeries } from "./answers/series/load.ts";
import { BreakdownPage } from "./breakdown/breakdown-page.tsx";
import { CompareNumbersPage } from "./compare-page.tsx";
import { NotesPage, type RefusedNote } from "./notes/notes-page.tsx";
import { NumbersPage } from "./numbers-page.tsx";
import { SeriesPage } from "./series/series-page.tsx";
import { showIn, shows } from "./shows.ts";

/** A survey's numbers, as the address asks for them: by step, by value, over time, of two sides; and notes on its days. */
export async function loader(args: LoaderFunctionArgs) {
  const show = showIn(new URL(args.request.url).searchParams);
  switch (show) {
    case "values": {
      const { data: shown, init } = await loadBreakdown(args);
      return data({ show, shown }, init ?? undefined);
    }
    case "time": {
      const { data: shown, init } = await loadSeries(args);
      return data({ show, shown }, init ?? undefined);
    }
    case "sides": {
      const { data: shown, init } = await loadCompared(args);
      return data({ show, shown }, init ?? undefined);
    }
    case "notes":
      return data({ show, shown: await loadNotes(args) });
    default: {
      const { data: shown, init } = await loadNumbers(args);
      return data({ show, shown }, init ?? undefined);
    }
  }
}

/** The forms of the notes. */
export const action = (args: ActionFunctionArgs) => changeNotes(args);

export const meta: MetaFunction = ({ matches, params, location }) =>
  graphMeta(
    matches,
    `Numbers of ${params.code}: ${shows[showIn(new URLSearchParams(location.search))].toLowerCase()}`,
  );

export default function NumbersRoute() {
  const [query] = useSearchParams();
  const refused = useActionData() as RefusedNote | undefined;
  const { show, shown } = useLoaderData() as Awaited<ReturnType<typeof loader>>["data"];
  switch (show) {
    case "values":
      return <BreakdownPage {...shown} query={query} />;
    case "time":
      return <SeriesPage {...shown} query={query} />;
    case "sides":
      return <CompareNumbersPage {...shown} query={query} />;
    case "notes":
      return <NotesPage {...shown} query={query} refused={refused} />;
    default:
      return <NumbersPage {...shown} query={query} />;
  }
}
