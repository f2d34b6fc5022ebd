import type { ActionFunctionArgs } from "@remix-run/node";
import type { SurveyEntry } from "../../machines/registry.ts";
import { shownOutcome } from "../../machines/visit/shown-outcome.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { VisitCommand } from "../../services/visits/posts.ts";
import type { Recorded } from "../../services/visits/record-answers.ts";
import { withRefusals } from "../../services/visits/token.ts";
import { visitNames } from "../survey/server/caller.ts";
import { progressBody, queuedPosts, readIslandPost, refuse, reply } from "../survey/server/json-request.ts";
import { filledIn } from "../survey/server/page.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/**
 * Progress save: the island's queue of answers, in order. Answers with the visit's place and with the services'
 * outcomes, for the browser's chart. 409 when an answer is not on the visit's path, 422 when one is invalid; the ones
 * before it are kept.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { body, common, reported, headers } = await readIslandPost(request, context, progressBody);
  const { posts, indexes } = queuedPosts(body.entries, reported);
  const { services } = context;
  const recorded = await services.recordAnswers({
    ...common,
    posts: posts as [VisitCommand, ...VisitCommand[]],
    submit: false,
  });
  const last = recorded.at(-1)!;
  const failure = refusal(last, indexes[recorded.length - 1]!);
  if (failure) return failure;
  const more = "state" in last ? await pageFacts(last.state) : {};
  // A token that keeps refusals is of a visit that was not stored when it was sealed.
  const isNews = last.kind === "moved" && (!body.visit || common.token.refused || last.forToken);
  const begun = isNews && { visit: begunAs(last) };
  const { action: done } = posts.at(-1)!;
  const step = "answer" in done ? done.answer.step : undefined;
  return reply(context, { ...whereItIs(last, common.entry, step), ...more, ...begun }, headers);

  /** How the page identifies its visit from now on. */
  function begunAs({ visitId, state: { log, visit }, forToken }: Extract<Recorded, { kind: "moved" }>) {
    const { arrival, startedAt: at } = visit;
    const { sessionId: session } = common.caller;
    const begun = { ...common.token, id: visitId, at, arrival, seen: log.length, session };
    const {
      arrival: { click },
      ...names
    } = visitNames(
      services,
      forToken ? withRefusals(begun, forToken) : { ...begun, refused: undefined },
      common.caller,
    );
    return { ...names, click };
  }

  /** Facts that the page lacked when it was rendered: what to fill in, and the estimate. */
  async function pageFacts({ visit }: VisitState) {
    const prefill = await services.prefill(visit, context.session.id);
    return {
      drafts: filledIn(common.entry.variant, prefill),
      compensation: visit.facts.compensation,
    };
  }
}

function refusal(recorded: Recorded, index: number): Response | undefined {
  switch (recorded.kind) {
    case "stale":
      return refuse(409, "This step does not lie on the visit's way.", `entries.${index}`, {
        step: recorded.state.step,
      });
    case "foreign":
      return refuse(409, "This visit belongs to another browser.", "visit");
    case "tooMany":
      return refuse(429, "This visit has too many answers.", "entries");
    case "invalid": {
      // A check's refusal is the chart's business: it comes back as an outcome.
      if (recorded.by === "check") return undefined;
      const [field] = Object.keys(recorded.errors);
      return refuse(422, "The answer is not valid.", `entries.${index}.answer.fields.${field}`, {
        errors: recorded.errors,
      });
    }
    default:
      return undefined;
  }
}

/** @param answered the step of the newest answer; what counts again after it is not asked about by the page */
function whereItIs(recorded: Recorded, { variant }: SurveyEntry, answered: string | undefined) {
  if (recorded.kind === "posted") return { location: recorded.location };
  if (!("state" in recorded)) return {};
  const { state } = recorded;
  const { trail } = state.visit;
  const newest = trail.slice(trail.findIndex(({ step }) => step === answered));
  const outcomes = newest.flatMap(({ outcomes }) => outcomes);
  return { step: state.step, outcomes: outcomes.map((outcome) => shownOutcome(outcome, state, variant)) };
}
