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
import { access } from "./feature.ts";
import { ownerData, type Pressed, pressed } from "./load.ts";
import { OwnerPage } from "./owner-page.tsx";

const ownerIn = ({ params: { party = "", name = "" } }: LoaderFunctionArgs) => ({ party, name });

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, access);
  return {
    viewer: { name, role, mayPress: mayPress(role, access) },
    ...(await ownerData(ownerIn(args), args.context, mayAs(role, "leads"))),
  };
}

/** Changes, pauses and undoes, then the page with the result. A refusal is shown next to its field. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const done = await pressed(ownerIn(args), await readConsoleForm(args.request), args.context, name);
  return done
    ? data(done, { status: done.look ? 200 : 422 })
    : redirect(new URL(args.request.url).pathname, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Terms");

export default function OwnerRoute() {
  return <OwnerPage {...useLoaderData<typeof loader>()} done={useActionData() as Pressed | undefined} />;
}
