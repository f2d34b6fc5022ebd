import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { type ReturnsData, returnsData, type Whose, whoseOf } from "./load.ts";
import { ReturnsPage } from "./other-pages.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  return { whose: whoseOf(guest, args.context), ...(await returnsData(guest, args.context)) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Returns");

export default function ReturnsRoute() {
  return <ReturnsPage {...(useLoaderData() as ReturnsData & { whose: Whose })} />;
}
