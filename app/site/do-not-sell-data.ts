import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type OptOutErrors, type OptOutValues, parseOptOut } from "../../machines/site/opt-out-form.ts";
import type { Language } from "../../machines/steps/step.ts";
import type { OptOut } from "../../machines/visit/facts.ts";
import { readForm } from "../server/read-body.ts";
import { honeypotField } from "../ui/honeypot.tsx";
import { pageIn } from "./links.ts";

export type Loaded = { done: "all" | "browser" | null; optOut: OptOut | undefined; token: string };
export type Refused = { errors: OptOutErrors; values: OptOutValues; token: string };

const path = "/do-not-sell-my-information/";

/** Loader of the page in either language. */
export function loader({ request, context }: LoaderFunctionArgs): Loaded {
  const done = new URL(request.url).searchParams.get("done");
  return {
    done: done === "all" || done === "browser" ? done : null,
    optOut: context.optOut,
    token: context.services.optOut.newToken(),
  };
}

/** 303 to the confirmation, also for somebody who has opted out before, or 422 with the form as it was typed. */
export const actionIn =
  (language: Language) =>
  async ({ request, context }: ActionFunctionArgs) => {
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
      await context.services.optOut.submit({ reach: parsed.values, token, trapFilled: Boolean(trap) });
    }
    const headers = { "Set-Cookie": context.optOutCookie };
    const done = isBrowserOnly ? "browser" : "all";
    return redirect(`${pageIn(language, path)}?done=${done}`, { status: 303, headers });
  };
