import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { type TermsData, termsData, type Whose, whoseOf } from "./load.ts";
import { TermsPage } from "./other-pages.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  return { whose: whoseOf(guest, args.context), ...(await termsData(guest, args.context)) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Terms");

export default function TermsRoute() {
  return <TermsPage {...(useLoaderData() as TermsData & { whose: Whose })} />;
}
