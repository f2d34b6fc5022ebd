import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayAs, mayPress } from "../../../services/console/roles.ts";
import { impersonal } from "../../../services/operations/text.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import type { Done } from "../ui/shown.ts";
import { DeliveriesPage } from "./deliveries-page.tsx";
import { deliveriesData, pressed, receiverNames } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "deliveries");
  const query = new URL(args.request.url).searchParams;
  return {
    viewer: { name, role, mayPress: mayPress(role, "deliveries") },
    ...(await deliveriesData(query, args.context, mayAs(role, "leads"))),
  };
}

/** Resends, parks, pauses and resumes. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { name } = await demandViewer(args, "deliveries");
  const { store, outbox } = context.services;
  const form = await readConsoleForm(request);
  const done = await pressed(form, context, name);
  if (done) return data(done, { status: done.isRefused ? 422 : 200 });
  const { intent, destination = "", why } = form;
  const writeDown = () =>
    store.readings.add(name, `console ${intent}`, [], { about: destination, reason: why });
  if (!(await receiverNames(context)).includes(destination))
    return data({ text: "There is no such receiver.", isRefused: true }, { status: 422 });
  if (intent === "pause") {
    await writeDown();
    await store.pauses.begin(destination, name, impersonal(why ?? ""));
  } else if (intent === "resume") {
    await writeDown();
    await store.pauses.end(destination, name);
    outbox.wake([destination]);
  } else return data({ text: "You can’t do that here.", isRefused: true }, { status: 422 });
  return redirect("/console/deliveries", 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Deliveries");

export default function DeliveriesRoute() {
  return <DeliveriesPage {...useLoaderData<typeof loader>()} done={useActionData() as Done | undefined} />;
}
