import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  demandConsole,
  fromOf,
  pageAfter,
  providerCookieIn,
  signedInTo,
} from "../../server/sessions/console-access.ts";

/** Where the identity provider sends people back to. Its answer is in this address only, and on no page. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  demandConsole(context);
  const { log, console, store } = context.services;
  const cookie = providerCookieIn(context);
  const kept: unknown = await cookie.parse(request.headers.get("Cookie")).catch(() => undefined);
  const { search } = new URL(request.url);
  const signedIn = await console.signInByProvider(
    search,
    typeof kept === "string" ? kept : undefined,
    await fromOf(args),
  );
  const without = await cookie.serialize("", { maxAge: 0 });
  if ("refused" in signedIn) {
    const { refused } = signedIn;
    log("console.sign_in_refused", { outcome: refused.replace(" ", "_") });
    return redirect(`/console/sign-in?${new URLSearchParams({ refused })}`, {
      status: 303,
      headers: { "Set-Cookie": without },
    });
  }
  const { person, role, to } = signedIn;
  await store.readings.add(person, "console sign in", [], { about: "by the identity provider" });
  log("console.signed_in");
  const answer = await signedInTo(pageAfter(to, role), signedIn, context);
  answer.headers.append("Set-Cookie", without);
  return answer;
}
