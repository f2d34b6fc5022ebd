import type { ActionFunctionArgs } from "@remix-run/node";
import { shownIn } from "../survey/server/caller.ts";
import { consentPageKeeper } from "../survey/server/consent-page.ts";
import { postLeadBody, readIslandPost, refuse, reply } from "../survey/server/json-request.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/**
 * Post lead (spec 7): stores the lead of a visit whose replayed answers have reached their end, together with its
 * consent record and its deliveries, and returns the visitor's next address. Idempotent. 409 when the chart has not
 * reached its post, 422 when the consent shown is not the one that would be recorded.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { body, common, reported, headers } = await readIslandPost(request, context, postLeadBody);
  const posts = [{ action: { submit: true }, facts: reported }] as const;
  const shown = shownIn(body.shown);
  const [recorded] = await context.services.recordAnswers({
    ...common,
    posts,
    submit: true,
    shown,
    keepPage: consentPageKeeper(context),
  });
  if (recorded.kind === "posted") return reply(context, { location: recorded.location }, headers);
  if (recorded.kind === "reworded") return refuse(422, "The consent now reads differently.", "shown");
  const step = "state" in recorded ? recorded.state.step : null;
  return refuse(409, "The survey has not been finished.", "visit", { step });
}
