import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { demandConsole, pageAskedFor, providerCookieIn } from "../../server/sessions/console-access.ts";

/** Leads to the company's identity provider. A link, and no form: a form may lead to our own pages only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  demandConsole(context);
  const { provider } = context.services.console;
  if (!provider) throw new Response("There is no such page.", { status: 404 });
  const asked = await provider.ask(pageAskedFor(request));
  if (!asked) return redirect("/console/sign-in?refused=unreachable", 303);
  const { address, kept } = asked;
  return redirect(address, {
    status: 303,
    headers: { "Set-Cookie": await providerCookieIn(context).serialize(kept) },
  });
}
