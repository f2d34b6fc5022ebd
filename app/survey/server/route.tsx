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
import type { Recorded } from "../../../services/visits/record-answers.ts";
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
import { isExternalHost, urlOf } from "../../server/requests/request-facts.ts";
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
import { turnedAway } from "./turned-away.ts";

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

/** The target for developers who open this survey with a feature's parameter. */
function whileDeveloping({ pathname, searchParams }: URL, { variant }: SurveyEntry): string | undefined {
  for (const { whileDeveloping: own } of pageFeatures) {
    if (!own || !searchParams.has(own.parameter)) continue;
    searchParams.delete(own.parameter);
    return own.leadsTo(variant.code, `${pathname}?${searchParams}`);
  }
}

/**
 * Shows the visit's current question, or the one in the address if it is on the way; after a post that is answered with
 * a page, that one.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, session } = context;
  if (context.page) return data(context.page);
  const url = urlOf(request);
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
  // An address without a question is one by which the visitor has come back.
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
    why: await turnedAway(entry.variant, step, sessionId, services),
  });
  page.isResumed = isResumed || undefined;
  // With a cookie it may be a visitor who has started over.
  page.isLost = (expired && session.id === null) || undefined;
  const cookie = session.cookieFor(sessionId, opened.token ? undefined : first);
  return data(context.optOut ? withoutThirdParties(page) : page, { headers: { "Set-Cookie": cookie } });
}

/**
 * Whether the form comes from a page of ours, as far as its headers leave that open: the form of the cookie's own
 * session does, and without a cookie the one that was shown to this network (decision "Another site's page cannot
 * sign").
 */
function isOurForm(
  { openOrigin, session }: Pick<RequestContext, "openOrigin" | "session">,
  token: VisitToken,
  caller: Pick<Caller, "ip" | "userAgent">,
): boolean {
  if (openOrigin === undefined) return true;
  if (session.id === null) return isShownHere(token, caller);
  // Old browsers, too, send our cookie only with posts from our own pages.
  return openOrigin === "unsaid" || token.session === session.id;
}

/**
 * One answer, or Back, from a plain form: 303 to what follows, or 422 and the same screen. A browser without a cookie
 * is shown what follows at once (decision "A visit belongs to a browser"), since the address of a redirect does not
 * know its visit.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const press = await pressOf(request, context);
  const { form, entry, here, step, hasCookie, headers } = press;
  const toStep = (step: string) => stepAddress(entry.path, here.query, step);
  if (!hasVisit(press)) return redirect(toStep(step), 303);
  // Back from a question that was opened to change its answer, where nothing was changed.
  if (form.intent === "back" && form.until && hasCookie)
    return redirect(toStep(form.until), { status: 303, headers });
  if (!isOurForm(context, press.token, press.caller)) return await askedAgain(press);
  if (form.intent === "restart") return startedOver(press);
  let recorded = await record(press, press.token);
  // A form from another browser's visit begins a visit of its own, where no cookie says whose it is.
  if (recorded.kind === "foreign" && !hasCookie) recorded = await record(press, press.begin());
  return recorded.kind === "foreign" ? redirect(toStep(step), 303) : await answered(press, recorded);
}

/** A plain form as it came in. */
type Press = Awaited<ReturnType<typeof pressOf>>;
/** A press that belongs to a visit, or begins one. */
type PressOfVisit = Press & { token: VisitToken };

async function pressOf(request: Request, context: RequestContext) {
  const { services, session } = context;
  const url = urlOf(request);
  const form = await readForm(request, context.form);
  const { first } = session;
  const known = { visit: form.visit, first, name: form.formName };
  const posted = postedTo(request, context, entryAt(url), url.searchParams, known);
  const { survey: entry, arrival: here } = posted;
  const begin = () => services.beginVisit(entry.variant.code, here, first);
  const hasCookie = session.id !== null;
  const token = posted.token ?? (hasCookie ? undefined : begin());
  const { sessionId, headers } = sessionOf(context, token ?? {});
  const { step = "" } = form;
  return {
    request,
    context,
    form,
    step,
    token,
    begin,
    hasCookie,
    sessionId,
    headers,
    /** The survey as its page showed it. */
    entry,
    /** The way in of the visit itself. */
    ofVisit: posted.entry,
    here,
    caller: callerOf(request, context, sessionId),
    /** What the visitor typed on the way to this question, in a visit that no longer exists. */
    brought: typedBefore(form.typed),
    typedHere: typedFields(entry.variant, step, form),
  };
}

const hasVisit = (press: Press): press is PressOfVisit => press.token !== undefined;

/**
 * Records nothing from a form that another site may have sent: the same question, in a form that proves by itself that
 * it is ours.
 */
async function askedAgain(press: PressOfVisit) {
  const { context, token, entry, here, step, hasCookie, caller, typedHere } = press;
  const { services, session } = context;
  const sessionId = session.id ?? token.session ?? null;
  const opened = await services.openVisit({ entry, sessionId, arrival: here, asked: step });
  if (opened.kind === "done") {
    const location = hasCookie ? opened.location : withoutPerson(opened.location);
    return redirect(whereItEnds(entry, here, { ...opened, location }), 303);
  }
  const { state, step: asked } = opened;
  const shown = { state, step: asked, values: asked === step ? typedHere : undefined };
  const again = { ...(opened.token ?? press.begin()), changed: changesSince(token, caller) };
  return await shownHere(press, 403, again, { ...shown, notice: "saveFailed" });
}

/** This browser's answers stay with its old session, to which nobody can return. */
function startedOver({ context: { session }, entry, here }: PressOfVisit) {
  const address = `${entry.path}?${new URLSearchParams(queryOf(here))}`;
  const headers = { "Set-Cookie": session.cookieFor(newSessionId()) };
  return redirect(address, { status: 303, headers });
}

/** The result of the press, together with what was waiting in the browser before it. */
async function record(press: PressOfVisit, token: VisitToken): Promise<Recorded> {
  const { context, form, step, caller } = press;
  const { services } = context;
  const waiting = waitingIn(form.waiting);
  const last = waiting.at(-1);
  const isOwn = last !== undefined && "answer" in last && last.answer.step === step;
  const at = isOwn ? last.answer.at : undefined;
  const answer = { step, fields: form, screen: token.seen, until: form.until, ...(isOwn && { at }) };
  const own: VisitCommand = {
    action: form.intent === "back" ? { back: step } : { answer },
    facts: [
      ...factsFromForm(form, services.settings),
      ...optOutFacts(context),
      ...changesFacts(press.token, caller),
    ],
  };
  const [first = own, ...others] = [...queuedPosts(isOwn ? waiting.slice(0, -1) : waiting, []).posts, own];
  const recorded = await services.recordAnswers({
    entry: press.ofVisit,
    token,
    arrival: press.here,
    caller,
    posts: [first, ...others],
    submit: true,
    shown: shownIn(form.shown),
    keepPage: consentPageKeeper(context),
  });
  return recorded.at(-1)!;
}

/** The page or the address that follows from the result of the press. */
async function answered(press: PressOfVisit, recorded: Exclude<Recorded, { kind: "foreign" }>) {
  const { context, token, entry, here, headers, hasCookie, brought, typedHere, form } = press;
  const state = recorded.kind === "posted" ? recorded.ended : recorded.state;
  const own = { ...token, id: "visitId" in recorded ? recorded.visitId : token.id };
  const staysHere = !hasCookie || brought !== undefined;
  const goesOn = () => redirect(whereItGoesOn(entry, state), { status: 303, headers });
  switch (recorded.kind) {
    case "posted":
      if (staysHere && recorded.ending)
        return await shownHere(press, 200, own, { state, step: recorded.ending });
      return redirect(whereItEnds(entry, here, recorded), { status: 303, headers });
    case "moved": {
      if (!staysHere) return goesOn();
      const { arrival, startedAt: at } = state.visit;
      const said = saidOnTheWay(state, state.step, false);
      return await shownHere(press, 200, { ...own, arrival, at }, { state, step: state.step, said });
    }
    case "stale": {
      if (!staysHere) return goesOn();
      const isLost = state.visit.trail.length === 0;
      const typed = { ...brought, ...typedHere };
      const notice = isLost ? "answersExpired" : null;
      return await shownHere(press, 200, own, { state, step: state.step, notice, typed });
    }
    case "invalid": {
      const { step, errors, values, forToken } = recorded;
      context.refused = true;
      const shown = { state, step, until: form.until, errors, values };
      return await shownHere(press, 422, withRefusals(own, forToken), shown);
    }
    case "reworded":
      return await shownHere(press, 422, own, { state, step: state.step, notice: "consentReworded" });
    case "tooMany":
      return await shownHere(press, 429, own, { state, step: state.step, notice: "tooManyAnswers" });
  }
}

/** Answers the post itself with a page, which `loader` then shows. */
async function shownHere(
  { request, context, entry, caller, sessionId, headers, brought }: PressOfVisit,
  status: number,
  token: VisitToken,
  parts: Pick<PageParts, "state" | "step"> & Partial<PageParts>,
) {
  const { services, session } = context;
  const { state } = parts;
  const page = surveyPage({
    entry,
    visit: visitNames(services, { ...token, seen: state.log.length, session: sessionId }, caller),
    isExternalHost: isExternalHost(request, services.settings),
    settings: services.settings,
    consentSeals: services.consentSeals,
    prefill: await services.prefill(state.visit, session.id),
    typed: brought,
    why: await turnedAway(entry.variant, parts.step, sessionId, services),
    ...parts,
  });
  context.page = context.optOut ? withoutThirdParties(page) : page;
  return data(null, { status, headers });
}

export const meta: MetaFunction<typeof loader> = ({ data: page, ...where }) =>
  page ? surveyMeta(page as unknown as SurveyPageData, where as MetaArgs) : [];

export default function SurveyRoute() {
  const page = useLoaderData<typeof loader>();
  return <SurveyPage data={page as unknown as SurveyPageData} />;
}
