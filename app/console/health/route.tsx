import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findingsOf } from "../../../services/commands/doctor-command.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { demandViewer } from "../../server/console-access.ts";
import { shownTime } from "../../server/console-time.ts";
import { HealthPage } from "./health-page.tsx";

export async function loader(args: LoaderFunctionArgs) {
  const { name, role } = await demandViewer(args, "leads-masked");
  const { settings, store } = args.context.services;
  const [findings, head] = await Promise.all([findingsOf(settings), store.consentLog.newestHead()]);
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const log = head ? `${head.size} consents, signed ${time(head.at)}` : "empty";
  return { viewer: { name, role }, findings, log, at: time(Date.now()) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Health");

export default function HealthRoute() {
  return <HealthPage {...useLoaderData<typeof loader>()} />;
}
