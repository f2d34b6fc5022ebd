import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { html } from "hono/html";
import { mainLanguage } from "../../../services/words/languages.ts";
import { bareHtml } from "../../server/answers/plain-page.ts";
import { demandConsole } from "../../server/sessions/console-access.ts";

/** Leads a person who has signed out here to the identity provider, to sign out there. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  demandConsole(context);
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const address = await context.services.console.leave(key);
  if (address === undefined) return redirect("/console/sign-in", 303);
  const page = await bareHtml({
    siteName: context.services.settings.company.siteName,
    language: mainLanguage,
    title: "You are signed out here",
    words: "You are led on to your identity provider, to sign out there as well.",
    more: html`<p><a class="button" href="${address}">Go on</a></p>`,
    home: "Home page",
  });
  return new Response(String(page), {
    headers: { "Content-Type": "text/html; charset=utf-8", Refresh: `0; url=${address}` },
  });
}
