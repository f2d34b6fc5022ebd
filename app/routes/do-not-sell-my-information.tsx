import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type OptOutErrors, type OptOutValues, parseOptOut } from "../../machines/site/opt-out-form.ts";
import { inLanguage } from "../../services/words/languages.ts";
import { pageFeatures } from "../features.ts";
import { readForm } from "../server/requests/bodies.ts";
import { isProven } from "../server/requests/limit-posts.ts";
import { DoNotSell } from "../site/do-not-sell.tsx";
import { SiteLayout, useCompany } from "../site/layout/site-layout.tsx";
import { pageIn } from "../site/links.ts";
import { loadPage, metaInEach, pageLanguage } from "../site/meta.ts";
import { honeypotField } from "../ui/honeypot.tsx";

type Refused = { errors: OptOutErrors; values: OptOutValues; token: string };

const path = "/do-not-sell-my-information/";

export function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const done = new URL(request.url).searchParams.get("done");
  const page = loadPage(args, ({ doNotSell }) => doNotSell);
  return {
    ...page,
    afterwards: pageFeatures.flatMap(({ afterOptOut }) =>
      afterOptOut ? inLanguage(afterOptOut, page.language) : [],
    ),
    done: done === "all" || done === "browser" ? done : null,
    optOut: context.optOut,
    token: context.services.optOut.newToken(),
  } as const;
}

/**
 * 303 to the confirmation, also for somebody who has opted out before, 422 with the form as typed, or 429 with a page
 * that resends it as soon as a proof of work is done.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await readForm(request);
  const isBrowserOnly = form.only === "browser";
  if (!isBrowserOnly) {
    const parsed = parseOptOut(form);
    if (!parsed.ok) {
      context.refused = true;
      const { errors, values } = parsed;
      return data<Refused>({ errors, values, token: form.form ?? "" }, { status: 422 });
    }
    const { [honeypotField]: trap, form: token } = form;
    const { optOut, proofOfWork } = context.services;
    const done = await optOut.submit({
      reach: parsed.values,
      token,
      trapFilled: Boolean(trap),
      ip: context.ip,
      isProven: () => isProven(request, context),
    });
    if (done === "unproven") {
      const again = new URLSearchParams({ ...parsed.values, form: optOut.newToken() });
      context.held = { form: String(again), challenge: await proofOfWork!.challenge(context.ip) };
      return data(null, { status: 429 });
    }
  }
  const headers = { "Set-Cookie": context.optOutCookie };
  const done = isBrowserOnly ? "browser" : "all";
  return redirect(`${pageIn(pageLanguage(args), path)}?done=${done}`, { status: 303, headers });
}

export const meta = metaInEach(path);

/** The empty page, or with a refused form. */
export default function DoNotSellRoute() {
  const { language, done, optOut, afterwards, ...loaded } = useLoaderData<typeof loader>();
  const refused = useActionData() as Refused | undefined;
  const { errors, values, token } = refused ?? { errors: {}, values: {}, ...loaded };
  const company = useCompany();
  return (
    <SiteLayout company={company} language={language}>
      <DoNotSell
        company={company}
        language={language}
        done={done}
        optOut={optOut}
        afterwards={afterwards}
        errors={errors}
        values={values}
        token={token}
      />
    </SiteLayout>
  );
}
