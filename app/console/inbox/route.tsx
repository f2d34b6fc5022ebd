import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/console-access.ts";
import { inboxData } from "../../server/console-inbox.ts";
import { InboxPage } from "./inbox-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "leads-masked");
  const query = new URL(args.request.url).searchParams;
  return { viewer: { name, role }, ...(await inboxData(query, { role }, args.context)) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Inbox");

export default function InboxRoute() {
  return <InboxPage {...useLoaderData<typeof loader>()} />;
}
