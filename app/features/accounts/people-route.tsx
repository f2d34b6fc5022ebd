import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
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
    colleagues: colleagues.map(({ renewalUntil, ...colleague }) => ({
      ...colleague,
      until: renewalUntil === undefined ? "" : shownTime(renewalUntil, settings.siteTimeZone),
      isOwn: colleague.name === viewer.name,
    })),
  };
}

/** Takes a colleague's password and second factor away; the answer alone has the code for new ones. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = await demandViewer(args, access);
  const { log } = context.services;
  const { person = "", why = "" } = await readConsoleForm(request);
  const refuse = (fault: string, field?: "why") => {
    context.refused = true;
    return data<PeopleAnswer>({ person, fault, field }, { status: 422 });
  };
  if (why.trim() === "") return refuse("Say why: it is written to the audit log.", "why");
  const made = await accountsOf(context.services).makeVoid(viewer, person, why.trim());
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
