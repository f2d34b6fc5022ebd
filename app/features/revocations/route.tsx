import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayPress } from "../../../services/console/roles.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { access } from "./feature.ts";
import { load } from "./lead-card.tsx";
import { type Pressed, pressed } from "./load.ts";
import { StopPage } from "./stop-page.tsx";

/** @throws Response 404 */
async function leadOf({ params, context }: LoaderFunctionArgs) {
  const lead = await context.services.store.inbox.find(params.id ?? "");
  if (!lead) throw new Response("There is no such lead.", { status: 404 });
  return lead;
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, access);
  const lead = await leadOf(args);
  const { name, role } = viewer;
  return {
    viewer: { name, role, mayPress: mayPress(role, access) },
    id: lead.id,
    card: await load(args.context.services, lead, viewer),
  };
}

/** Takes what a buyer said, or notes that somebody was told; then the lead's page. What is refused says why. */
export async function action(args: ActionFunctionArgs) {
  const { name } = await demandViewer(args, access);
  const lead = await leadOf(args);
  const done = await pressed(lead, await readConsoleForm(args.request), args.context, name);
  return done
    ? data(done, { status: done.look ? 200 : 422 })
    : redirect(`/console/leads/${lead.id}#do-not-call`, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Stop");

export default function StopRoute() {
  return <StopPage {...useLoaderData<typeof loader>()} done={useActionData() as Pressed | undefined} />;
}
