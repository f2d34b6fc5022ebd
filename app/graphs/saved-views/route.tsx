import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { demandAccess } from "../../server/graph-access.ts";
import { variantOf } from "../site-of.ts";
import { graphMeta } from "../ui/meta.ts";
import { changeViews } from "./answers/change.ts";
import { viewsOf } from "./answers/views-of.ts";
import { type RefusedView, ViewsPage } from "./views-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  const { code } = variantOf(args.params.code);
  return { code, views: await viewsOf(args.context, code) };
}

export const action = (args: ActionFunctionArgs) => changeViews(args);

export const meta: MetaFunction = ({ matches, params }) =>
  graphMeta(matches, `Saved views of ${params.code}`);

export default function ViewsRoute() {
  return (
    <ViewsPage {...useLoaderData<typeof loader>()} refused={useActionData() as RefusedView | undefined} />
  );
}
