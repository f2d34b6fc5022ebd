import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readForm } from "../../server/requests/bodies.ts";
import { signedOutOf, viewerOf } from "../../server/sessions/console-access.ts";
import {
  demandToken,
  isRightToken,
  pageAfterSignIn,
  signedIn,
  signedOut,
} from "../../server/sessions/graph-access.ts";
import buttons from "../../ui/buttons.module.css";
import fields from "../../ui/fields.module.css";
import { graphMeta } from "../ui/meta.ts";
import styles from "./sign-in-page.module.css";

export function loader({ request, context }: LoaderFunctionArgs) {
  demandToken(context);
  const { search } = new URL(request.url);
  return { byName: context.services.console.hasPeople() ? `/console/sign-in${search}` : undefined };
}

/** 303 to the requested page, or 403 and the form again; with the intent to sign out 303 back here. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { log } = context.services;
  const { intent, token = "" } = await readForm(request);
  const viewer = await viewerOf({ request, context });
  if (intent === "sign-out" && viewer) return signedOutOf({ request, context });
  demandToken(context);
  if (intent === "sign-out") {
    log("analyst.signed_out");
    return redirect("/graphs/sign-in", { status: 303, headers: await signedOut(context) });
  }
  if (!isRightToken(token, context)) {
    log("analyst.wrong_token");
    context.refused = true;
    return data({ isRefused: true }, { status: 403 });
  }
  log("analyst.signed_in");
  return redirect(pageAfterSignIn(request), {
    status: 303,
    headers: { "Set-Cookie": await signedIn(context) },
  });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sign in");

export default function SignInRoute() {
  const refused = useActionData<typeof action>();
  return <SignInPage isRefused={refused !== undefined} {...useLoaderData<typeof loader>()} />;
}

/** The sign-in of developers and analysts. @param byName address of the console's sign-in, where people have names */
export function SignInPage({ isRefused, byName }: { isRefused: boolean; byName?: string }) {
  return (
    <main className={styles.page}>
      <h1>Sign in</h1>
      <form method="post" className={styles.form}>
        <label htmlFor="token" className={fields.label}>
          Token
        </label>
        {isRefused && (
          <p id="token-error" role="alert" className={fields.error}>
            This is not the token.
          </p>
        )}
        <input
          className={fields.input}
          id="token"
          name="token"
          type="password"
          autoComplete="current-password"
          required
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? "token-error" : undefined}
        />
        <button type="submit" className={buttons.primary}>
          Sign in
        </button>
      </form>
      {byName && (
        <p>
          <a href={byName}>Sign in with your name instead</a>
        </p>
      )}
    </main>
  );
}
