import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { offered } from "../deliveries/load.ts";
import type { Signed } from "../ui/console-layout.tsx";
import type { Done } from "../ui/shown.ts";
import { InboxPage } from "./inbox-page.tsx";
import { type InboxData, inboxData, searchAddress } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "inbox");
  const query = new URL(args.request.url).searchParams;
  const viewer = { name, role };
  const inbox = await inboxData(query, viewer, args.context);
  return data({ viewer, ...inbox }, { status: inbox.refused === undefined ? 200 : 429 });
}

/** A search: 303 to the address with its filters. Or offers a lead again; a refusal explains why. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await demandViewer({ request, context }, "inbox");
  const form = await readConsoleForm(request);
  const done = await offered(form, context, viewer.name);
  if (done) return data(done, { status: done.isRefused ? 422 : 200 });
  return redirect(searchAddress(form, viewer, context), 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Inbox");

export default function InboxRoute() {
  const done = useActionData() as Done | undefined;
  return <InboxPage {...(useLoaderData() as InboxData & { viewer: Signed })} done={done} />;
}
