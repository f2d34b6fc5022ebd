import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { AnalyticsUnavailable } from "../../../services/analytics/client.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { chartOf } from "../chart-of.ts";
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
  if (!asked) return data(shown, { status: 422 });
  try {
    const [list, numbers] = await Promise.all([
      args.context.services.analytics.visits(asked, { older, limit: page }),
      args.context.services.analytics.query(asked),
    ]);
    return data({ ...shown, list, numbers });
  } catch (error) {
    if (!(error instanceof AnalyticsUnavailable)) throw error;
    return data({ ...shown, unavailable: error.message }, { status: 503 });
  }
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Visits of ${params.code}`);

export default function VisitsRoute() {
  const [query] = useSearchParams();
  return <ListPage {...(useLoaderData() as ListShown)} query={query} />;
}
