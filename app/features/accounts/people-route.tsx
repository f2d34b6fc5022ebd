import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageAccess } from "../../../services/console/roles.ts";
import { accountsOf } from "../../../services/features/accounts/accounts.ts";
import { shownTime } from "../../console/ui/shown.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer } from "../../server/sessions/console-access.ts";
import { wordsOf } from "./account-words.ts";
import { type PeopleAnswer, PeoplePage } from "./people-page.tsx";

const access: PageAccess = { sees: "leads", presses: "leads" };

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, access);
  const { settings } = args.context.services;
  const accounts = accountsOf(args.context.services);
  const colleagues = await accounts.colleagues();
  return {
    viewer: { name: viewer.name, role: viewer.role },
    isFixed: accounts.isFixed(),
    buyers: accounts.buyers(),
    colleagues: colleagues.map(({ renewalUntil, ...colleague }) => ({
      ...colleague,
      until: renewalUntil === undefined ? "" : shownTime(renewalUntil, settings.siteTimeZone),
      isOwn: colleague.name === viewer.name,
    })),
  };
}

/**
 * Takes a person's password and second factor away, invites a person of a buyer or takes one off. The answer alone has the
 * code for what they set themselves.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = await demandViewer(args, access);
  const { log } = context.services;
  const { person = "", why = "", buyer = "", intent } = await readConsoleForm(request);
  const refuse = (fault: string, field?: PeopleAnswer["field"]) => {
    context.refused = true;
    return data<PeopleAnswer>({ person, buyer, fault, field }, { status: 422 });
  };
  const accounts = accountsOf(context.services);
  if (intent === "invite") {
    const name = person.trim().toLowerCase();
    const invited = await accounts.invite(viewer, name, buyer);
    if ("code" in invited) return data<PeopleAnswer>({ person: name, buyer, code: invited.code });
    const { kind } = invited.fault;
    return refuse(wordsOf(invited.fault).words, kind === "name" || kind === "buyer" ? kind : undefined);
  }
  if (intent === "dismiss") {
    const fault = await accounts.dismiss(viewer, person);
    return fault ? refuse(wordsOf(fault).words) : redirect("/console/people", 303);
  }
  if (why.trim() === "") return refuse("Say why: it is written to the audit log.", "why");
  const made = await accounts.makeVoid(viewer, person, why.trim());
  if ("fault" in made) return refuse(wordsOf(made.fault).words);
  log("console.sign_in_voided");
  return data<PeopleAnswer>({ person, code: made.code });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "People");

export default function PeopleRoute() {
  return (
    <PeoplePage {...useLoaderData<typeof loader>()} answer={useActionData() as PeopleAnswer | undefined} />
  );
}
