import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { HealthPage } from "./health-page.tsx";
import { healthData, lookAgain } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "health");
  return { viewer: { name, role }, ...(await healthData(args.context)) };
}

/** Looks at everything again. */
export async function action(args: ActionFunctionArgs) {
  await demandViewer(args, "health");
  await lookAgain(args.context.services).findings;
  return redirect("/console/health", 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Health");

export default function HealthRoute() {
  return <HealthPage {...useLoaderData<typeof loader>()} />;
}
