import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import type { Signed } from "../ui/console-layout.tsx";
import { InboxPage } from "./inbox-page.tsx";
import { type InboxData, inboxData, searchAddress } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "inbox");
  const query = new URL(args.request.url).searchParams;
  const viewer = { name, role };
  const inbox = await inboxData(query, viewer, args.context);
  return data({ viewer, ...inbox }, { status: inbox.refused === undefined ? 200 : 429 });
}

/** A search: 303 to the address that tells what is sought. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await demandViewer({ request, context }, "inbox");
  return redirect(searchAddress(await readConsoleForm(request), viewer, context), 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Inbox");

export default function InboxRoute() {
  return <InboxPage {...(useLoaderData() as InboxData & { viewer: Signed })} />;
}
