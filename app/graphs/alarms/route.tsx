import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { graphMeta } from "../ui/meta.ts";
import { AlarmsPage } from "./alarms-page.tsx";
import { alarmsData } from "./answers/shown-alarms.ts";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  return alarmsData(args.context);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Alarms");

export default function AlarmsRoute() {
  return <AlarmsPage {...useLoaderData<typeof loader>()} />;
}
