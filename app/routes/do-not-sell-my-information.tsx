import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type OptOutErrors, type OptOutValues, parseOptOut } from "../../machines/site/opt-out-form.ts";
import type { OptOut } from "../../machines/visit/facts.ts";
import { wording } from "../../machines/wording/index.ts";
import { readForm } from "../server/read-body.ts";
import { DoNotSell } from "../site/do-not-sell.tsx";
import { siteMeta } from "../site/meta.ts";
import { SiteLayout } from "../site/site-layout.tsx";
import { useCompany } from "../site/use-company.ts";
import { trapField } from "../trap.tsx";

type Loaded = { done: "all" | "browser" | null; optOut: OptOut | undefined; token: string };
type Refused = { errors: OptOutErrors; values: OptOutValues; token: string };

const path = "/do-not-sell-my-information/";

export function loader({ request, context }: LoaderFunctionArgs): Loaded {
  const done = new URL(request.url).searchParams.get("done");
  return {
    done: done === "all" || done === "browser" ? done : null,
    optOut: context.optOut,
    token: context.services.optOut.newToken(),
  };
}

/** 303 to the confirmation, also for somebody who has opted out before, or 422 with the form as it was typed. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const isBrowserOnly = form.only === "browser";
  if (!isBrowserOnly) {
    const parsed = parseOptOut(form);
    if (!parsed.ok) {
      context.refused = true;
      const { errors, values } = parsed;
      return data<Refused>({ errors, values, token: form.form ?? "" }, { status: 422 });
    }
    const { [trapField]: trap, form: token } = form;
    await context.services.optOut.submit({ reach: parsed.values, token, trapFilled: Boolean(trap) });
  }
  const headers = { "Set-Cookie": context.optOutCookie };
  return redirect(`${path}?done=${isBrowserOnly ? "browser" : "all"}`, { status: 303, headers });
}

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path,
    title: "Do not sell or share my personal information",
    description: "Opt out of the sale and sharing of your personal information, without an account.",
  });

export default function DoNotSellRoute() {
  const { done, optOut, ...loaded } = useLoaderData<typeof loader>() as Loaded;
  const refused = useActionData<typeof action>() as Refused | undefined;
  const { errors, values, token } = refused ?? { errors: {}, values: {}, ...loaded };
  const company = useCompany();
  return (
    <SiteLayout company={company}>
      <DoNotSell {...{ company, done, optOut, errors, values, token }} words={wording("en")} />
    </SiteLayout>
  );
}
