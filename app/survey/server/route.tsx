import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Arrival } from "../../../machines/context/tracking.ts";
import { withoutPerson } from "../../../machines/lead/thank-you.ts";
import { findEntry, type SurveyEntry } from "../../../machines/registry.ts";
import { asksAllAtOnce } from "../../../machines/variant.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import type { Caller } from "../../../services/visits/perform.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import {
  changesSince,
  isShownHere,
  sentBy,
  type VisitToken,
  withRefusals,
} from "../../../services/visits/token.ts";
import { pageFeatures } from "../../features.ts";
import type { RequestContext } from "../../server/context.ts";
import { readForm } from "../../server/requests/bodies.ts";
import { isExternalHost } from "../../server/requests/request-facts.ts";
import { newSessionId } from "../../server/sessions/session-cookie.ts";
import { queryOf, type SurveyPageData, stepAddress, withoutThirdParties } from "../screen/page-data.ts";
import { SurveyPage } from "../screen/survey-page.tsx";
import { callerOf, openedInArm, postedTo, refererOf, sessionOf, shownIn, visitNames } from "./caller.ts";
import { changesFacts, factsFromForm, optOutFacts, typedBefore, typedFields } from "./client-report.ts";
import { consentPageKeeper } from "./consent-page.ts";
import { countView, viewAgain } from "./count-view.ts";
import { queuedPosts, waitingIn } from "./json-request.ts";
import { surveyMeta } from "./meta.ts";
import { type PageParts, saidOnTheWay, surveyPage } from "./page.ts";

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

/** Where developers are led who ask for this survey with a feature's parameter. */
function whileDeveloping({ pathname, searchParams }: URL, { variant }: SurveyEntry): string | undefined {
  for (const { whileDeveloping: own } of pageFeatures) {
    if (!own || !searchParams.has(own.parameter)) continue;
    searchParams.delete(own.parameter);
    return own.leadsTo(variant.code, `${pathname}?${searchParams}`);
  }
}

/**
 * Shows the question the visit is at, or the one in the address if it lies on the way; after a post that is answered with a
 * page, that one.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, session } = context;
  if (context.page) return data(context.page);
  const url = new URL(request.url);
  const atAddress = entryAt(url);
  const elsewhere = import.meta.env.DEV && whileDeveloping(url, atAddress);
  if (elsewhere) return redirect(elsewhere);
  const asked = url.searchParams.get("step");
  const sessionId = session.id ?? newSessionId();
  const { entry, arrival, opened } = await openedInArm(request, context, atAddress, sessionId);
  if (opened.kind === "done") return redirect(whereItEnds(entry, arrival, opened), 303);
  const { state, step, expired } = opened;
  const shown = { entry, arrival, opened };
  countView(request, context, shown);
  const { code: survey } = entry.variant;
  const again = viewAgain(session, shown);
  const { startedAt } = state.visit;
  const began = again ? { at: again.at, seen: startedAt } : { at: startedAt };
  const first = { ...began, referer: refererOf(request), survey, by: sentBy(arrival) };
  const named = asksAllAtOnce(entry.variant) ? services.beginVisit(survey, arrival, first) : undefined;
  const token = opened.token ?? named;
  // An address that names no question is one by which the visitor has come back.
  const isResumed = opened.token !== undefined && asked === null && state.visit.trail.length > 0;
  const page: SurveyPageData = surveyPage({
    entry,
    visit:
      token && visitNames(services, { ...token, session: sessionId }, callerOf(request, context, sessionId)),
    state,
    step,
    until: url.searchParams.get("until"),
    isExternalHost: isExternalHost(request, services.settings),
    consentSeals: services.consentSeals,
    settings: services.settings,
    notice: expired ? "answersExpired" : null,
    said: saidOnTheWay(state, step, asked === null),
    prefill: await services.prefill(state.visit, session.id),
  });
  page.isResumed = isResumed || undefined;
  // With a cookie it may be somebody who has started over.
  page.isLost = (expired && session.id === null) || undefined;
  const cookie = session.cookieFor(sessionId, opened.token ? undefined : first);
  return data(context.optOut ? withoutThirdParties(page) : page, { headers: { "Set-Cookie": cookie } });
}

/**
 * Whether a page of ours has brought the form, as far as its headers leave that open: the form of the cookie's own session
 * has, and without a cookie the one that was shown to this network (decision "Another site's page cannot sign").
 */
function isOurForm(
  { openOrigin, session }: Pick<RequestContext, "openOrigin" | "session">,
  token: VisitToken,
  caller: Pick<Caller, "ip" | "userAgent">,
): boolean {
  if (openOrigin === undefined) return true;
  if (session.id === null) return isShownHere(token, caller);
  // Old browsers, too, send our cookie with posts of our own pages alone.
  return openOrigin === "unsaid" || token.session === session.id;
}

/**
 * One answer, or Back, from a plain form: 303 to what follows, or 422 and the same screen. A browser that brings no cookie
 * is shown what follows at once (decision "A visit belongs to a browser"): the address that it would be sent to knows
 * nothing of its visit.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, session } = context;
  const url = new URL(request.url);
  const form = await readForm(request, context.form);
  const { first } = session;
  const posted = postedTo(request, context, entryAt(url), url.searchParams, {
    ...{ visit: form.visit, first },
    name: form.formName,
  });
  const { survey: entry, arrival: here } = posted;
  const begin = () => services.beginVisit(entry.variant.code, here, first);
  const hasCookie = session.id !== null;
  const token = posted.token ?? (hasCookie ? undefined : begin());
  if (!token) return redirect(stepAddress(entry.path, here.query, form.step ?? ""), 303);

  const { sessionId, headers } = sessionOf(context, token);
  const caller = callerOf(request, context, sessionId);
  const { step = "", until } = form;
  // Back from a question that was opened to change its answer: nothing has been left.
  if (form.intent === "back" && until && hasCookie)
    return redirect(stepAddress(entry.path, here.query, until), { status: 303, headers });
  const brought = typedBefore(form.typed);
  const typedHere = typedFields(entry.variant, step, form);
  const show = async (
    status: number,
    as: VisitToken,
    parts: Pick<PageParts, "state" | "step"> & Partial<PageParts>,
  ) => {
    const { state } = parts;
    const page = surveyPage({
      entry,
      visit: visitNames(services, { ...as, seen: state.log.length, session: sessionId }, caller),
      isExternalHost: isExternalHost(request, services.settings),
      settings: services.settings,
      consentSeals: services.consentSeals,
      prefill: await services.prefill(state.visit, session.id),
      typed: brought,
      ...parts,
    });
    context.page = context.optOut ? withoutThirdParties(page) : page;
    return data(null, { status, headers });
  };
  if (!isOurForm(context, token, caller)) {
    // Nothing is recorded: the same question, in a form that says by itself that it is ours.
    const ofVisit = session.id ?? token.session ?? null;
    const opened = await services.openVisit({ entry, sessionId: ofVisit, arrival: here, asked: step });
    if (opened.kind === "done") {
      const location = hasCookie ? opened.location : withoutPerson(opened.location);
      return redirect(whereItEnds(entry, here, { ...opened, location }), 303);
    }
    const { state, step: asked } = opened;
    const shown = { state, step: asked, values: asked === step ? typedHere : undefined };
    const again = { ...(opened.token ?? begin()), changed: changesSince(token, caller) };
    return show(403, again, { ...shown, notice: "saveFailed" });
  }
  if (form.intent === "restart") {
    // What this browser has said stays with its old session, which nobody can come back to.
    const cookie = session.cookieFor(newSessionId());
    const address = `${entry.path}?${new URLSearchParams(queryOf(here))}`;
    return redirect(address, { status: 303, headers: { "Set-Cookie": cookie } });
  }
  const waiting = waitingIn(form.waiting);
  const last = waiting.at(-1);
  const isOwn = last !== undefined && "answer" in last && last.answer.step === step;
  const actionOf = (as: VisitToken) => {
    if (form.intent === "back") return { back: step };
    return {
      answer: {
        ...{ step, fields: form, screen: as.seen, until },
        ...(isOwn && { at: last.answer.at }),
      },
    };
  };
  const record = (as: VisitToken) =>
    services.recordAnswers({
      entry: posted.entry,
      token: as,
      arrival: here,
      caller,
      posts: [
        ...queuedPosts(isOwn ? waiting.slice(0, -1) : waiting, []).posts,
        {
          action: actionOf(as),
          facts: [
            ...factsFromForm(form, services.settings),
            ...optOutFacts(context),
            ...changesFacts(token, caller),
          ],
        },
      ] as unknown as [VisitCommand, ...VisitCommand[]],
      submit: true,
      shown: shownIn(form.shown),
      keepPage: consentPageKeeper(context),
    });
  let recorded = (await record(token)).at(-1)!;
  if (recorded.kind === "foreign") {
    if (hasCookie) return redirect(stepAddress(entry.path, here.query, step), 303);
    recorded = (await record(begin())).at(-1)!;
  }
  if (recorded.kind === "foreign") throw new Error("A visit that begins is nobody else's.");

  const state = recorded.kind === "posted" ? recorded.ended : recorded.state;
  const own = { ...token, id: "visitId" in recorded ? recorded.visitId : token.id };
  const staysHere = !hasCookie || brought !== undefined;
  switch (recorded.kind) {
    case "posted":
      if (staysHere && recorded.ending) return show(200, own, { state, step: recorded.ending });
      return redirect(whereItEnds(entry, here, recorded), { status: 303, headers });
    case "moved":
      if (staysHere) {
        const { arrival, startedAt: at } = state.visit;
        const said = saidOnTheWay(state, state.step, false);
        return show(200, { ...own, arrival, at }, { state, step: state.step, said });
      }
      return redirect(whereItGoesOn(entry, state), { status: 303, headers });
    case "stale": {
      if (!staysHere) return redirect(whereItGoesOn(entry, state), { status: 303, headers });
      const isLost = state.visit.trail.length === 0;
      const notice = isLost ? "answersExpired" : null;
      return show(200, own, { state, step: state.step, notice, typed: { ...brought, ...typedHere } });
    }
    case "invalid": {
      const { step, errors, values, forToken } = recorded;
      context.refused = true;
      return show(422, withRefusals(own, forToken), { state, step, until, errors, values });
    }
    case "reworded":
      return show(422, own, { state, step: state.step, notice: "consentReworded" });
    case "tooMany":
      return show(429, own, { state, step: state.step, notice: "tooManyAnswers" });
  }
}

export const meta: MetaFunction<typeof loader> = ({ data: page, ...where }) =>
  page ? surveyMeta(page as unknown as SurveyPageData, where as MetaArgs) : [{ title: "Page not found" }];

export default function SurveyRoute() {
  const page = useLoaderData<typeof loader>();
  return <SurveyPage data={page as unknown as SurveyPageData} />;
}
