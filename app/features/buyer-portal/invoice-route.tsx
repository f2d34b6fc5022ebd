import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { type Whose, whoseOf } from "./load.ts";
import { type InvoiceData, invoiceData } from "./load-invoices.ts";
import { InvoicePage } from "./other-pages.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  return {
    whose: whoseOf(guest, args.context),
    ...(await invoiceData(args.params.number ?? "", guest, args.context)),
  };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Invoice");

export default function InvoiceRoute() {
  return <InvoicePage {...(useLoaderData() as InvoiceData & { whose: Whose })} />;
}
