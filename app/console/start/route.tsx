import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { graphMeta } from "../../graphs/ui/meta.ts";
import { readConsoleForm } from "../../server/requests/bodies.ts";
import { demandConsole, fromOf, signedInTo } from "../../server/sessions/console-access.ts";
import buttons from "../../ui/buttons.module.css";
import styles from "../sign-in/sign-in-page.module.css";
import parts from "../ui/parts.module.css";

/** Does not use the link up: programs preview links before people open them. */
export function loader({ request, context }: LoaderFunctionArgs) {
  demandConsole(context);
  const asked = new URL(request.url).searchParams;
  return { secret: asked.get("key") ?? "", to: pageBehind(asked.get("to")) };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  demandConsole(context);
  const { key = "", to } = await readConsoleForm(request);
  const signedIn = await context.services.console.redeemLink(key, await fromOf(args));
  if ("token" in signedIn) {
    context.services.log("console.link_used");
    return signedInTo(pageBehind(to), signedIn, context);
  }
  return data({ isRefused: true }, { status: 422 });
}

/** The link's target: the terminal prints one to the charts as well. */
const pageBehind = (to: string | null | undefined) => (to === "/graphs/" ? to : "/console");

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Open the console");

export default function StartRoute() {
  const { secret, to } = useLoaderData<typeof loader>();
  return <StartPage secret={secret} to={to} isRefused={useActionData<typeof action>() !== undefined} />;
}

/** The page of the terminal's one-time link. */
export function StartPage({ secret, to, isRefused }: { secret: string; to: string; isRefused: boolean }) {
  const isForCharts = to === "/graphs/";
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
            This link works once and stays valid for half an hour. It opens{" "}
            {isForCharts ? "the charts" : "the inbox"} in this browser only.
          </p>
          <input type="hidden" name="key" value={secret} />
          <input type="hidden" name="to" value={to} />
          <button type="submit" className={buttons.primary}>
            {isForCharts ? "Open the charts" : "Open the console"}
          </button>
        </form>
      )}
    </main>
  );
}
