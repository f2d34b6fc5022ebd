import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayPress } from "../../../services/console/roles.ts";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access, pageOf } from "./feature.ts";
import { InvoicesPage } from "./invoices-page.tsx";
import { type InvoicesData, invoicesData, makeOut, type Pressed } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const page = await invoicesData(new URL(args.request.url).searchParams, args.context);
  return { viewer: { name, role, mayPress: mayPress(role, access) }, ...page };
}

/** Makes an invoice out, then shows it. A refusal explains why. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await makeOut(await readConsoleForm(args.request), args.context, name);
  return "number" in done
    ? redirect(pageOf(done.number), 303)
    : data(done, { status: done.look ? 200 : 422 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Invoices");

export default function InvoicesRoute() {
  const page = useLoaderData() as InvoicesData & { viewer: Signed };
  return <InvoicesPage {...page} done={useActionData() as Pressed | undefined} />;
}
