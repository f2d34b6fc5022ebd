import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { giveBack, type Pressed, saleData } from "./load.ts";
import { SalePage } from "./sale-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "sale");
  return {
    viewer: { name, role, mayPress: mayPress(role, "sale") },
    sale: await saleData(args.params.id ?? "", args.context, mayAs(role, "leads")),
  };
}

/** Returns, credits and undoes; then the page as it is now. A refused one says why. */
export async function action(args: ActionFunctionArgs) {
  const { request, context, params } = args;
  const { name } = await demandViewer(args, "sale");
  const id = params.id ?? "";
  const done = await giveBack(id, await readConsoleForm(request), context, name);
  return done
    ? data(done, { status: done.isRefused ? 422 : 200 })
    : redirect(`/console/sales/lines/${id}`, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sale");

export default function SaleRoute() {
  return <SalePage {...useLoaderData<typeof loader>()} done={useActionData() as Pressed | undefined} />;
}
