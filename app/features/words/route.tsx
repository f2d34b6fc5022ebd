import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access, listPage } from "./feature.ts";
import { listData, type Pressed, pressedOnList } from "./load.ts";
import { ListPage } from "./words-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  const query = new URL(args.request.url).searchParams;
  return {
    viewer: { name, role, mayPress: mayPress(role, access) },
    ...(await listData(query, mayAs(role, "leads"), args.context)),
  };
}

/** Undoes a change, once its effect was seen; then the page. A refusal is shown next to its field. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await pressedOnList(await readConsoleForm(args.request), args.context, name);
  return done ? data(done, { status: done.look ? 200 : 422 }) : redirect(listPage, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Words");

export default function WordsRoute() {
  return <ListPage {...useLoaderData<typeof loader>()} done={useActionData() as Pressed | undefined} />;
}
