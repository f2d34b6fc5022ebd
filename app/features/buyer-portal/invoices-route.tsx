import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { type Whose, whoseOf } from "./load.ts";
import { type InvoicesData, invoicesData } from "./load-invoices.ts";
import { InvoicesPage } from "./other-pages.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  return { whose: whoseOf(guest, args.context), ...(await invoicesData(guest, args.context)) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Invoices");

export default function InvoicesRoute() {
  return <InvoicesPage {...(useLoaderData() as InvoicesData & { whose: Whose })} />;
}
