import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { type TakesData, takesData } from "./load.ts";
import { TakesPage } from "./takes-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const page = await takesData(new URL(args.request.url).searchParams, args.context);
  return data({ viewer: { name, role }, ...page }, { status: page.fault === "" ? 200 : 422 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "What buyers take");

export default function TakesRoute() {
  return <TakesPage {...(useLoaderData() as TakesData & { viewer: Signed })} />;
}
