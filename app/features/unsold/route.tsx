import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayPress } from "../../../services/console/roles.ts";
import type { Signed } from "../../console/ui/console-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { type Pressed, pressed, type UnsoldData, unsoldData } from "./load.ts";
import { UnsoldPage } from "./unsold-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const page = await unsoldData(new URL(args.request.url).searchParams, role, args.context);
  return { viewer: { name, role, mayPress: mayPress(role, access) }, ...page };
}

export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await pressed(await readConsoleForm(args.request), args.context, name);
  return data(done, { status: done.isRefused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Unsold");

export default function UnsoldRoute() {
  const page = useLoaderData() as UnsoldData & { viewer: Signed };
  return <UnsoldPage {...page} done={useActionData() as Pressed | undefined} />;
}
