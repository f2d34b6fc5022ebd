import type { LogEntry } from "../../machines/visit/log.ts";
import type { VisitState } from "../../machines/visit/visit-state.ts";
import type { Applied, ApplyPost } from "./apply-post.ts";
import { answeredStep, type Invalid, type Rejected, type Submitter, type VisitCommand } from "./posts.ts";

/** The results of posts, none of which is stored yet. */
export type AppliedPosts = Applied & {
  /** A result for each post, up to one that was rejected or has the lead stored. */
  results: AppliedPost[];
  /** The log entries about the rejected post. */
  refusals: readonly LogEntry[];
  /** The moment for which services outside the chart are to be called; undefined where no answer was recorded. */
  moment?: "arrival" | "answer";
  /** The last post has its chart store the lead. */
  isPosting: boolean;
};

/** `visitId`: of the visit that took it. */
export type AppliedPost = { kind: "moved"; state: VisitState; visitId: string } | Invalid | Rejected;

/** @param recorded how many of the posts, from the first on, the visit's log has already */
export async function applyPosts(
  applyPost: ApplyPost,
  request: Submitter & { posts: readonly VisitCommand[]; submit: boolean },
  opened: Applied,
  recorded: number,
): Promise<AppliedPosts> {
  const done: AppliedPosts = { ...opened, results: [], refusals: [], isPosting: false };
  for (const [index, post] of request.posts.entries()) {
    // The answer is there already, and so is what came of it; what the page's scripts have found out may be new.
    const news: VisitCommand = index < recorded ? { ...post, action: { tell: true } } : post;
    const { isBegun, state: before } = done;
    const result = await applyPost(request, done, news);
    if ("rejected" in result) {
      done.results.push(result.rejected);
      done.refusals = result.refusals;
      break;
    }
    Object.assign(done, result);
    const { state } = result;
    if (request.submit && isPosting(state, post)) return { ...done, isPosting: true };
    const invalid = refusedByCheck(state, post);
    done.results.push(invalid ?? { kind: "moved", state, visitId: request.token.id });
    const arrives = isBegun ? state.visit.arrival !== before.visit.arrival : result.isBegun;
    if (invalid || !(arrives || "answer" in news.action)) continue;
    done.moment = arrives || done.moment === "arrival" ? "arrival" : "answer";
  }
  return done;
}

/** True when a chart waits for its lead to be stored and the post is about that. */
function isPosting({ replay: { call, taken } }: VisitState, post: VisitCommand): boolean {
  // Going back in a finished survey, or over an early answer again, is not yet sending it.
  const isSent = "submit" in post.action || answeredStep(post) === taken.at(-1)?.step;
  return call?.id === "postLead" && isSent;
}

/** The answer as one of the chart's checks refused it, which is on record; undefined where none did. */
function refusedByCheck(state: VisitState, post: VisitCommand): Invalid | undefined {
  const step = answeredStep(post);
  const { errors } = state.replay.snapshot.context;
  if (!step || step !== state.replay.state || Object.keys(errors).length === 0) return undefined;
  return { kind: "invalid", by: "check", state, step, errors, values: state.visit.drafts[step] ?? {} };
}
