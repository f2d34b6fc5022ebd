import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandConsole, fromOf, signedInTo } from "../../server/sessions/console-access.ts";
import { StartPage } from "./start-page.tsx";

/** Opens nothing yet: what looks at links before people do must not use this one up. */
export function loader({ request, context }: LoaderFunctionArgs) {
  demandConsole(context);
  return { secret: new URL(request.url).searchParams.get("key") ?? "" };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  demandConsole(context);
  const { key = "" } = await readConsoleForm(request);
  const signedIn = await context.services.console.redeemLink(key, await fromOf(args));
  if ("token" in signedIn) {
    context.services.log("console.link_used");
    return signedInTo("/console", signedIn, context);
  }
  return data({ isRefused: true }, { status: 422 });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Open the console");

export default function StartRoute() {
  const { secret } = useLoaderData<typeof loader>();
  return <StartPage secret={secret} isRefused={useActionData<typeof action>() !== undefined} />;
}
