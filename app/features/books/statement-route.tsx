import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { mayAs } from "../../../services/console/roles.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { statementData } from "./load.ts";
import { StatementPage } from "./statement-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const statement = await statementData(
    new URL(args.request.url).searchParams,
    args.context,
    mayAs(role, "leads"),
  );
  return { viewer: { name, role }, ...statement };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Statement");

export default function StatementRoute() {
  return <StatementPage {...useLoaderData<typeof loader>()} />;
}
