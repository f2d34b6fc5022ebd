import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { secondFactorAddress } from "../../../services/console/second-factor.ts";
import { accountsOf } from "../../../services/features/accounts/accounts.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { consolePageOf, demandConsole, fromOf, signedInTo } from "../../server/sessions/console-access.ts";
import { RenewPage } from "./account-page.tsx";
import { type AccountSaid, wordsOf } from "./account-words.ts";

export function loader({ context }: LoaderFunctionArgs) {
  demandConsole(context);
  return null;
}

/**
 * First the code of a colleague, which is in no address, then what is set with it. 303 with a session, or the form again
 * with 422.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  demandConsole(context);
  const { log } = context.services;
  const accounts = accountsOf(context.services);
  const { key = "", wanted = "", offer = "", newCode = "", intent } = await readConsoleForm(request);
  const refuse = (said: AccountSaid, renewal?: Awaited<ReturnType<typeof shownFor>>) => {
    context.refused = true;
    return data({ said, renewal }, { status: 422 });
  };
  const shownFor = async () => {
    const found = await accounts.renewalOf(key);
    if (!found) return undefined;
    const { name, needsFactor } = found;
    const offered = needsFactor ? accounts.offer(name, offer) : undefined;
    return { key, name, offer: offered && { ...offered, address: secondFactorAddress(offered.key, name) } };
  };
  const renewal = await shownFor();
  if (!renewal) {
    log("console.renewal_refused");
    return refuse({
      field: "form",
      words:
        "This code is wrong, has been used, or is older than an hour. Your colleague can give you another one.",
    });
  }
  if (intent !== "renew") return data({ said: undefined, renewal });
  const renewed = await accounts.renew(
    key,
    { password: wanted, sealed: offer, code: newCode },
    await fromOf(args),
  );
  if (!("token" in renewed)) return refuse(wordsOf(renewed.fault), await shownFor());
  log("console.renewed");
  return signedInTo(consolePageOf(renewed.role), renewed, context);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Set a new sign-in");

export default function RenewRoute() {
  useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <RenewPage {...(answer && "renewal" in answer ? answer : {})} />;
}
