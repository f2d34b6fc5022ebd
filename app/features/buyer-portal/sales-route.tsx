import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { type SalesData, salesData, type Whose, whoseOf } from "./load.ts";
import { SalesPage } from "./sales-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  const page = await salesData(new URL(args.request.url).searchParams, guest, args.context);
  const whose = whoseOf(guest, args.context);
  return data({ whose, ...page }, { status: page.month.fault ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sales");

export default function SalesRoute() {
  return <SalesPage {...(useLoaderData() as SalesData & { whose: Whose })} />;
}
