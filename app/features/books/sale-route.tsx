import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayPress } from "../../../services/console/roles.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import type { Pressed } from "./load.ts";
import { giveBack, saleData } from "./load-sale.ts";
import { SalePage } from "./sale-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, access);
  const { name, role } = viewer;
  const booked = new URL(args.request.url).searchParams.get("booked");
  return {
    viewer: { name, role, mayPress: mayPress(role, access) },
    sale: await saleData(args.params.id ?? "", booked, viewer, args.context),
  };
}

/** Returns, credits and undoes, then the page with what was booked. A refusal explains why. */
export async function action(args: ActionFunctionArgs) {
  const { request, context, params } = args;
  const { name } = await demandViewer(args, access);
  const id = params.id ?? "";
  const done = await giveBack(id, await readConsoleForm(request), context, name);
  return "booked" in done
    ? redirect(`/console/sales/lines/${id}?booked=${done.booked}`, 303)
    : data(done, { status: done.isRefused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sale");

export default function SaleRoute() {
  return <SalePage {...useLoaderData<typeof loader>()} done={useActionData() as Pressed | undefined} />;
}
