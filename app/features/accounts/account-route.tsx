import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageAccess } from "../../../services/console/roles.ts";
import { secondFactorAddress } from "../../../services/console/second-factor.ts";
import { accountsOf } from "../../../services/features/accounts/accounts.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandViewer, fromOf, signedInTo } from "../../server/sessions/console-access.ts";
import { type AccountIntent, AccountPage } from "./account-page.tsx";
import { wordsOf } from "./account-words.ts";

const intents: readonly AccountIntent[] = ["password", "factor"];

const access: PageAccess = { sees: "charts", presses: "charts" };

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await demandViewer(args, access);
  const accounts = accountsOf(args.context.services);
  const own = accounts.own(viewer);
  const changed = new URL(args.request.url).searchParams.get("changed");
  return {
    viewer: { name: viewer.name, role: viewer.role },
    own: own && { ...own, offer: offerOf(accounts.offer(viewer.name), viewer.name) },
    isFixed: accounts.isFixed(),
    provider: args.context.services.console.provider?.host,
    done: intents.find((each) => each === changed),
  };
}

/** 303 with a new session, or the form again with 422 or 429. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const viewer = await demandViewer(args, access);
  const { log } = context.services;
  const form = await readConsoleForm(request);
  const { password = "", code = "", wanted = "", offer = "", newCode = "" } = form;
  const intent = intents.find((each) => each === form.intent);
  if (!intent) throw new Response("You can’t do that here.", { status: 422 });
  const accounts = accountsOf(context.services);
  const proof = { password, code };
  const from = await fromOf(args);
  const changed =
    intent === "password"
      ? await accounts.changePassword(viewer, proof, wanted, from)
      : await accounts.changeFactor(viewer, proof, { sealed: offer, code: newCode }, from);
  if ("token" in changed) {
    log("console.account_changed", { outcome: intent });
    return signedInTo(`/console/account?changed=${intent}`, changed, context);
  }
  const { fault } = changed;
  log("console.account_refused", { outcome: fault.kind.replace(" ", "_") });
  context.refused = true;
  const again = offerOf(accounts.offer(viewer.name, offer), viewer.name);
  const said = { intent, ...wordsOf(fault) };
  return data({ said, again }, { status: fault.kind === "too many" ? 429 : 422 });
}

function offerOf({ key, sealed }: { key: string; sealed: string }, name: string) {
  return { key, sealed, address: secondFactorAddress(key, name) };
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Account");

export default function AccountRoute() {
  const { own, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "said" in answer ? answer : undefined;
  return (
    <AccountPage
      {...shown}
      own={own && { ...own, offer: refused?.again ?? own.offer }}
      done={refused ? undefined : shown.done}
      said={refused?.said}
    />
  );
}
