import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { withRefusal } from "../../../services/visits/token.ts";
import { isExternalHost } from "../../server/external-host.ts";
import { readForm } from "../../server/read-body.ts";
import { newSessionId } from "../../server/session-cookie.ts";
import type { SurveyPageData } from "../screen/page-data.ts";
import { queryOf, stepAddress } from "../screen/step-address.ts";
import { SurveyPage } from "../screen/survey-page.tsx";
import { withoutThirdParties } from "../screen/without-third-parties.ts";
import { callerOf, postedTo, refererOf, shownIn } from "./caller.ts";
import { factsFromForm, optOutFacts } from "./client-report.ts";
import { countView } from "./count-view.ts";
import { surveyMeta } from "./meta.ts";
import { openedInArm } from "./opened-in-arm.ts";
import { surveyPage } from "./page.ts";
import { saidOnTheWay } from "./page-effects.ts";
import { visitNames } from "./visit-names.ts";

/** The survey at this address. @throws Response 404 for an unknown one */
function entryAt(url: URL): SurveyEntry {
  const entry = findEntry(url.pathname);
  if (!entry) throw new Response("There is no survey here.", { status: 404 });
  return entry;
}

/** The survey's own last screen where it has one, else the thank-you page. */
function whereItEnds(
  { path }: SurveyEntry,
  { query }: Arrival,
  { location, ending }: { location: string; ending: string | null },
): string {
  return ending ? stepAddress(path, query, ending) : location;
}

/** Where the next question is shown; a survey that scrolls to its form does so without scripts too (spec 4.1). */
function whereItGoesOn(
  { path, variant }: SurveyEntry,
  { input, step, visit: { arrival } }: VisitState,
): string {
  const toForm = variant.scrollTo === "anchor" && !input.flags?.disableScroll;
  return stepAddress(path, queryOf(arrival), step) + (toForm ? "#survey" : "");
}

/** Where developers see this survey beside its chart, which follows the visit. */
function inspected({ pathname, searchParams }: URL, { variant }: SurveyEntry): string {
  searchParams.delete("inspect");
  return `/graphs/${variant.code}/inspect?${new URLSearchParams({ survey: `${pathname}?${searchParams}` })}`;
}

/** Shows the question the visit is at, or the one in the address if it lies on the way. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, session } = context;
  if (context.consentPage) return data(context.consentPage);
  const url = new URL(request.url);
  const named = entryAt(url);
  if (import.meta.env.DEV && url.searchParams.has("inspect")) return redirect(inspected(url, named));
  const asked = url.searchParams.get("step");
  const sessionId = session.id ?? newSessionId();
  const { entry, arrival, opened } = await openedInArm(request, context, named, sessionId);
  if (opened.kind === "done") return redirect(whereItEnds(entry, arrival, opened), 303);
  const { token, state, step, expired } = opened;
  countView(request, context, { entry, arrival, opened });
  const page = surveyPage({
    entry,
    visit: token && visitNames(services, token),
    state,
    step,
    isExternalHost: isExternalHost(request, services.settings),
    consentSeals: services.consentSeals,
    settings: services.settings,
    notice: expired ? "answersExpired" : null,
    said: saidOnTheWay(state, step, asked === null),
    prefill: await services.prefill(state.visit, session.id),
  });
  const { code: survey } = entry.variant;
  const first = token ? undefined : { at: state.visit.startedAt, referer: refererOf(request), survey };
  const cookie = session.cookieFor(sessionId, first);
  return data(context.optOut ? withoutThirdParties(page) : page, { headers: { "Set-Cookie": cookie } });
}

/** One answer, or Back, from a plain form: 303 to what follows, or 422 and the same screen. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, session } = context;
  const url = new URL(request.url);
  const form = await readForm(request);
  const { first } = session;
  const posted = postedTo(request, context, entryAt(url), url.searchParams, { visit: form.visit, first });
  const { survey: entry, arrival: here, token } = posted;
  if (!token) return redirect(stepAddress(entry.path, here.query, form.step ?? ""), 303);

  const sessionId = session.id ?? newSessionId();
  const step = form.step ?? "";
  const [recorded] = await services.recordAnswers({
    entry: posted.entry,
    token,
    arrival: here,
    caller: callerOf(request, context, sessionId),
    posts: [
      {
        action:
          form.intent === "back" ? { back: step } : { answer: { step, fields: form, screen: token.seen } },
        facts: [...factsFromForm(form, services.settings), ...optOutFacts(context)],
      },
    ],
    submit: true,
    shown: shownIn(form.shown),
    keepPage: context.keepPage,
  });
  const headers = { "Set-Cookie": session.cookieFor(sessionId) };
  switch (recorded.kind) {
    case "posted":
      return redirect(whereItEnds(entry, here, recorded), { status: 303, headers });
    case "foreign":
      return redirect(stepAddress(entry.path, here.query, step), 303);
    case "moved":
    case "stale":
      return redirect(whereItGoesOn(entry, recorded.state), { status: 303, headers });
    case "invalid":
    case "reworded":
    case "tooMany": {
      const { kind, state } = recorded;
      const shown =
        kind === "invalid"
          ? { step, errors: recorded.errors, values: recorded.values }
          : { step: state.step };
      const forToken = kind === "invalid" ? recorded.forToken : undefined;
      const next = { ...(forToken ? withRefusal(token, forToken) : token), seen: state.log.length };
      const page = surveyPage({
        entry,
        visit: visitNames(services, next),
        state,
        isExternalHost: isExternalHost(request, services.settings),
        settings: services.settings,
        consentSeals: services.consentSeals,
        notice: kind === "invalid" ? null : kind === "tooMany" ? "tooManyAnswers" : "consentReworded",
        prefill: await services.prefill(state.visit, sessionId),
        ...shown,
      });
      context.refused = kind === "invalid";
      return data(context.optOut ? withoutThirdParties(page) : page, {
        status: kind === "tooMany" ? 429 : 422,
        headers,
      });
    }
  }
}

export const meta: MetaFunction<typeof loader> = ({ data: page, ...where }) =>
  page ? surveyMeta(page as unknown as SurveyPageData, where as MetaArgs) : [{ title: "Page not found" }];

export default function SurveyRoute() {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return <SurveyPage data={(answered ?? loaded) as unknown as SurveyPageData} />;
}
