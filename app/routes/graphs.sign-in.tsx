import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { graphMeta } from "../graphs/pages/meta.ts";
import { SignInPage } from "../graphs/pages/sign-in-page.tsx";
import { demandToken, isToken, signedIn } from "../server/graph-access.ts";
import { readForm } from "../server/read-body.ts";

export function loader({ context }: LoaderFunctionArgs) {
  demandToken(context);
  return null;
}

/** 303 to the charts, or 403 and the form again. */
export async function action({ request, context }: ActionFunctionArgs) {
  demandToken(context);
  const { token = "" } = await readForm(request);
  if (!isToken(token, context)) {
    context.refused = true;
    return data({ isRefused: true }, { status: 403 });
  }
  return redirect("/graphs/", { status: 303, headers: { "Set-Cookie": await signedIn(context) } });
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Sign in");

export default function SignInRoute() {
  const refused = useActionData<typeof action>();
  return <SignInPage isRefused={refused !== undefined} />;
}
