import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { LeadsPage } from "./leads-page.tsx";
import { type LeadsData, leadsData, type Whose, whoseOf } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  const page = await leadsData(new URL(args.request.url).searchParams, guest, args.context);
  const whose = whoseOf(guest, args.context);
  return data({ whose, ...page }, { status: page.month.fault ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Leads");

export default function LeadsRoute() {
  return <LeadsPage {...(useLoaderData() as LeadsData & { whose: Whose })} />;
}
