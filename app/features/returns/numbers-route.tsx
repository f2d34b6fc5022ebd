import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { type NumbersData, numbersData } from "./load-numbers.ts";
import { NumbersPage } from "./numbers-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const page = await numbersData(new URL(args.request.url).searchParams, args.context, mayAs(role, "leads"));
  const status = Object.keys(page.faults).length > 0 ? 422 : 200;
  return data({ viewer: { name, role, mayPress: mayPress(role, access) }, ...page }, { status });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Why leads come back");

export default function NumbersRoute() {
  return <NumbersPage {...(useLoaderData() as NumbersData & { viewer: Signed })} />;
}
