import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandConsole, fromOf, signedInTo } from "../../server/sessions/console-access.ts";
import buttons from "../../ui/buttons.module.css";
import styles from "../sign-in/sign-in-page.module.css";
import parts from "../ui/parts.module.css";

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

/** Where the one-time link of the terminal leads. */
export function StartPage({ secret, isRefused }: { secret: string; isRefused: boolean }) {
  return (
    <main className={styles.page}>
      <h1>Claimpath console</h1>
      {isRefused ? (
        <p role="alert" className={`${parts.said} ${parts.refused}`}>
          This link has been used, or is older than half an hour. Start the site again for a new one.
        </p>
      ) : (
        <form method="post" action="/console/start" className={styles.form}>
          <p>
            This link works once and stays valid for half an hour. It opens the inbox in this browser only.
          </p>
          <input type="hidden" name="key" value={secret} />
          <button type="submit" className={buttons.primary}>
            Open the console
          </button>
        </form>
      )}
    </main>
  );
}
