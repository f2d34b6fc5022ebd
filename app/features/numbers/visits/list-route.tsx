import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { View } from "../../../../machines/graph/view.ts";
import type { Numbers } from "../../../../services/features/numbers/types.ts";
import type { ListedVisit, VisitList } from "../../../../services/features/numbers/visit-list.ts";
import { chartOf } from "../../../graphs/chart-of.ts";
import { addressWith } from "../../../graphs/ui/address.ts";
import { Moment } from "../../../graphs/ui/facts.tsx";
import { graphMeta } from "../../../graphs/ui/meta.ts";
import { ScrollTable } from "../../../graphs/ui/scroll-table.tsx";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import { demandAccess, notHere } from "../../../server/sessions/graph-access.ts";
import { answered, askedVisits } from "../answers/asked.ts";
import { FilterForm } from "../filter-form.tsx";
import { resultNames } from "../query.ts";
import { NobodyYet, QueryPage, SessionFiles, SetApart, type Shown, StateOfNumbers } from "../query-page.tsx";
import { say } from "../tables/table.ts";
import own from "./visits.module.css";

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
    const analytics = args.context.services.running.numbers;
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

type ListShown = Pick<Shown, "wrong" | "unavailable"> & {
  view: View;
  list: VisitList | null;
  /** Numbers of the same visits, for the filters' values. */
  numbers: Numbers | null;
};

/** The visits behind a number, by the same filters, newest first. */
function ListPage({
  view,
  list,
  numbers,
  wrong,
  unavailable,
  query,
}: ListShown & { query: URLSearchParams }) {
  const { code } = view;
  const asked = new URLSearchParams([...query].filter(([name]) => name !== "older"));
  return (
    <QueryPage
      wrong={wrong}
      unavailable={unavailable}
      title={`Visits of ${code}`}
      chart={{ code, page: "visits", isSurvey: true }}
      asked={asked.toString()}
      refused=""
      form={<FilterForm view={view} params={asked} wrong={wrong} numbers={numbers} />}
    >
      {numbers && <StateOfNumbers numbers={numbers} />}
      {numbers && <SetApart setApart={numbers.setApart} query={asked} />}
      {numbers && !numbers.days && numbers.data === "real" && <NobodyYet code={code} />}
      {list && <Listed view={view} list={list} asked={asked} query={query} />}
    </QueryPage>
  );
}

type ListedProps = { view: View; list: VisitList; asked: URLSearchParams; query: URLSearchParams };

function Listed({ view, list: { count, isMore, visits, asOf }, asked, query }: ListedProps) {
  const titleOf = titlesIn(view);
  const oldest = visits.at(-1);
  return (
    <>
      <p className={own.note}>
        {say(count, "count")} {count === 1 ? "visit" : "visits"}, as of <Moment at={asOf} />. Nothing a
        visitor typed is shown.
      </p>
      {visits.length > 0 && (
        <ScrollTable
          label="Visits"
          caption={query.has("older") ? "Older visits" : "Latest visits"}
          heads={[
            "Started",
            "Last step",
            "Result",
            "Questions answered",
            "Duration",
            "Affiliate",
            "Device",
            "Visit",
          ]}
          rows={visits.map((visit) => ({
            key: String(visit.key),
            cells: [
              began(visit, `/graphs/${view.code}/visits/${visit.id}?${asked}`),
              titleOf(visit.place),
              resultNames[visit.result] + (visit.dqReason && ` (${visit.dqReason})`),
              say(visit.answered, "count"),
              say(visit.lasted, "seconds") + (visit.isFast ? ", too fast for people" : ""),
              visit.affiliate || "(none)",
              visit.device,
              visit.id ?? (visit.isSimulated ? "simulated" : "erased"),
            ],
          }))}
        />
      )}
      {count > 0 && <SessionFiles code={view.code} query={asked} />}
      <p className={own.links}>
        {query.has("older") && <a href={`?${asked}`}>Newest</a>}
        {oldest && isMore && (
          <a href={addressWith(asked, { older: String(oldest.key) })} rel="next">
            Older visits
          </a>
        )}
      </p>
    </>
  );
}

/** The start time, which links to the visit if it was recorded. */
function began({ id, day, begunAt }: ListedVisit, address: string) {
  return id && begunAt !== null ? (
    <a href={address} className={own.when}>
      <Moment at={begunAt} />
    </a>
  ) : (
    <span className={own.when}>{day}</span>
  );
}
