import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { closeMonth, type Pressed, type SalesData, salesData } from "./load.ts";
import { SalesPage } from "./sales-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const sales = await salesData(new URL(args.request.url).searchParams, args.context, mayAs(role, "leads"));
  const status = Object.keys(sales.faults).length > 0 ? 422 : 200;
  return data({ viewer: { name, role, mayPress: mayPress(role, access) }, ...sales }, { status });
}

export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await closeMonth(await readConsoleForm(args.request), args.context, name);
  return data(done, { status: done.isRefused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sales");

export default function SalesRoute() {
  const sales = useLoaderData() as SalesData & { viewer: Signed };
  return <SalesPage {...sales} done={useActionData() as Pressed | undefined} />;
}
