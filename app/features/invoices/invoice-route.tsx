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
import { InvoicePage } from "./invoice-page.tsx";
import { type InvoiceData, invoiceData, type Pressed, press } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const page = await invoiceData(args.params.id ?? "", role, args.context);
  return { viewer: { name, role, mayPress: mayPress(role, access) }, ...page };
}

/** Notes what became of it, sends it or takes it back, then shows it or its credit note. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const form = await readConsoleForm(args.request);
  const done = await press(args.params.id ?? "", form, args.context, name);
  return "number" in done
    ? redirect(pageOf(done.number), 303)
    : data(done, { status: done.look ? 200 : 422 });
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) =>
  graphMeta(matches, page?.heading ?? "Invoice");

export default function InvoiceRoute() {
  const page = useLoaderData() as InvoiceData & { viewer: Signed };
  return <InvoicePage {...page} done={useActionData() as Pressed | undefined} />;
}
