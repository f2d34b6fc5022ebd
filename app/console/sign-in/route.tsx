import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { providerRefusals } from "../../../services/console/identity-provider.ts";
import { pageFeatures } from "../../features.ts";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import {
  demandConsole,
  fromOf,
  pageAfter,
  pageAskedFor,
  signedInTo,
  signedOutOf,
} from "../../server/sessions/console-access.ts";
import { SignInPage } from "./sign-in-page.tsx";

export function loader({ request, context }: LoaderFunctionArgs) {
  demandConsole(context);
  const { hasPeople, provider } = context.services.console;
  const { searchParams } = new URL(request.url);
  const refused = providerRefusals.find((each) => each === searchParams.get("refused"));
  const to = new URLSearchParams({ to: pageAskedFor(request) });
  return {
    hasPeople: hasPeople(),
    provider: provider && { host: provider.host, address: `/console/provider?${to}` },
    refused,
    help: pageFeatures.find(({ atSignIn }) => atSignIn)?.atSignIn,
  };
}

/** 303 to the requested page, or the form again with 422 or 429; with the intent to sign out 303 back here. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  demandConsole(context);
  const { log, console, store } = context.services;
  const { intent, name = "", password = "", code = "" } = await readConsoleForm(request);
  if (intent === "sign-out") {
    log("console.signed_out");
    return signedOutOf(args);
  }
  const who = name.trim().toLowerCase();
  const signedIn = await console.signIn({ name: who, password, code }, await fromOf(args));
  if ("token" in signedIn) {
    await store.readings.add(who, "console sign in", []);
    log("console.signed_in");
    return signedInTo(pageAfter(pageAskedFor(request), signedIn.role), signedIn, context);
  }
  const { refused } = signedIn;
  log("console.sign_in_refused", { outcome: refused === "wrong" ? "wrong" : "too_many" });
  context.refused = true;
  return data({ refused }, { status: refused === "wrong" ? 422 : 429 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sign in to the console");

export default function ConsoleSignInRoute() {
  const { refused, ...shown } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <SignInPage {...shown} refused={answer && "refused" in answer ? answer.refused : refused} />;
}
