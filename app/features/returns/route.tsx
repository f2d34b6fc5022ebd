import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayPress } from "../../../services/console/roles.ts";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { type DeskData, decide, deskData, type Pressed } from "./load.ts";
import { ReturnsPage } from "./returns-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, access);
  const { name, role } = viewer;
  const desk = await deskData(new URL(args.request.url).searchParams, viewer, args.context);
  return { viewer: { name, role, mayPress: mayPress(role, access) }, ...desk };
}

/** Decides on what was ticked. A refusal explains why. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await decide(await readConsoleForm(args.request), args.context, name);
  return data(done, { status: done.isRefused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Returns");

export default function ReturnsRoute() {
  const desk = useLoaderData() as DeskData & { viewer: Signed };
  return <ReturnsPage {...desk} done={useActionData() as Pressed | undefined} />;
}
