import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandGuest } from "../../server/sessions/console-access.ts";
import { LeadPage } from "./lead-page.tsx";
import { type LeadData, leadData, type Pressed, pressed, type Whose, whoseOf } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const guest = await demandGuest(args);
  const lead = await leadData(args.params.id ?? "", guest, args.context);
  return { whose: whoseOf(guest, args.context), lead };
}

/** Takes what the buyer says of the lead, then the page with what came of it. A refusal explains why. */
export async function action(args: ActionFunctionArgs) {
  const guest = await demandGuest(args);
  const form = await readConsoleForm(args.request);
  const done = await pressed(args.params.id ?? "", form, guest, args.context);
  return data(done, { status: done.isRefused ? 422 : 200 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Lead");

export default function LeadRoute() {
  const page = useLoaderData() as { whose: Whose; lead: LeadData };
  return <LeadPage {...page} done={useActionData() as Pressed | undefined} />;
}
