import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { mayPress } from "../../../services/console/roles.ts";
import { featureLeads } from "../../feature-leads.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { offered, pressed } from "../deliveries/load.ts";
import type { Done } from "../ui/shown.ts";
import { LeadPage } from "./lead-page.tsx";
import { leadData } from "./load.ts";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, "lead");
  const lead = await leadData(args.params.id ?? "", viewer, args.context);
  const { name, role } = viewer;
  const { services } = args.context;
  const stored = (await services.store.inbox.find(lead.id))!;
  const cards = await Promise.all(featureLeads.map(({ load }) => load(services, stored, viewer)));
  return { viewer: { name, role, mayPress: mayPress(role, "lead") }, lead, cards };
}

/** In UTF-16 units. */
const longestNote = 2000;

/** Marks, notes and resends, then the page with the result. A refusal explains why. */
export async function action(args: ActionFunctionArgs) {
  const { request, context, params } = args;
  const { name } = await demandViewer(args, "lead");
  const { inbox, readings } = context.services.store;
  const lead = await inbox.find(params.id ?? "");
  if (!lead) throw new Response("There is no such lead.", { status: 404 });
  const form = await readConsoleForm(request);
  // A form posts two characters for the end of a line, which its field counts as one.
  const remark = (form.remark ?? "").trim().replaceAll("\r\n", "\n");
  const { intent } = form;
  const done =
    (await offered({ ...form, lead: lead.id }, context, name)) ?? (await pressed(form, context, name));
  if (done) return data(done, { status: done.isRefused ? 422 : 200 });
  const isTooLong = remark.length > longestNote;
  const isNote = intent === "note" && remark !== "" && !isTooLong;
  if (intent !== "handled" && intent !== "reopen" && !isNote) {
    const text = isTooLong ? `A note has at most ${longestNote} characters.` : "A note needs some words.";
    return data({ text, isRefused: true }, { status: 422 });
  }
  await readings.add(name, `console ${intent}`, [lead.id]);
  if (intent === "handled") await inbox.handle(lead.id, name);
  else if (intent === "reopen") await inbox.reopen(lead.id);
  else await inbox.addNote(lead.id, name, remark);
  return redirect(`/console/leads/${lead.id}`, 303);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Lead");

export default function LeadRoute() {
  const { cards, ...loaded } = useLoaderData<typeof loader>();
  return (
    <LeadPage
      {...loaded}
      cards={featureLeads.map(({ Card }, index) => {
        const data = cards[index];
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of features is as it is
        return data === undefined ? null : <Card key={index} data={data} />;
      })}
      done={useActionData() as Done | undefined}
    />
  );
}
