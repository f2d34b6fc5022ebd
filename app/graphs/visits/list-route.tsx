import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { chartOf } from "../chart-of.ts";
import { answered } from "../numbers/answers/asked.ts";
import { graphMeta } from "../ui/meta.ts";
import { askedVisits } from "./asked-visits.ts";
import { ListPage, type ListShown } from "./list-page.tsx";

/** Visits per page. */
const page = 50;

/** 422 for an invalid query, 503 while analytics are unavailable, as on the numbers page. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const chart = await chartOf(args.params.code!);
  if (!chart) throw notHere();
  const { view } = chart;
  const { asked, older, wrong } = askedVisits(view.code, new URL(args.request.url).searchParams);
  const shown: ListShown = { view, list: null, numbers: null, wrong };
  return answered(shown, asked, async (question) => {
    const { analytics } = args.context.services;
    const [list, numbers] = await Promise.all([
      analytics.visits(question, { older, limit: page }),
      analytics.query(question),
    ]);
    return { list, numbers };
  });
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Visits of ${params.code}`);

export default function VisitsRoute() {
  const [query] = useSearchParams();
  return <ListPage {...(useLoaderData() as ListShown)} query={query} />;
}
