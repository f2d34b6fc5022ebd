import type { ActionFunctionArgs } from "@remix-run/node";
import { chatAlertBody, readIslandPost, refuse } from "../survey/server/json-request.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/**
 * Chat alert (spec 7): a page whose visitor's e-mail address was blocked says so here. What the alert says, and
 * whether one is due, is the server's own word: it was sent when the block was stored, and is sent again here if the
 * chat did not take it. Answers `{sent}`; 409 for a visit that is not this browser's, or is over.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { common, headers } = await readIslandPost(request, context, chatAlertBody);
  const { entry, token, caller } = common;
  const sent = await context.services.chatAlerts.repeat({ entry, token, sessionId: caller.sessionId });
  if (sent === "refused") return refuse(409, "This visit is not under way in this browser.", "visit");
  return Response.json({ sent }, { headers });
}
