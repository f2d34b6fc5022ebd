import type { ActionFunctionArgs } from "@remix-run/node";
import { chatAlertBody, readIslandPost, refuse } from "../survey/server/json-request.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/**
 * Chat alert (spec 7): posted by a page whose visitor's e-mail address was blocked. The server alone decides on the
 * alert's text, and whether one is due: it was sent when the block was stored, and is sent again here if the chat did
 * not accept it. Answers `{sent}`; 409 for a visit that is not this browser's, or is over.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { common, headers } = await readIslandPost(request, context, chatAlertBody);
  const { entry, token, caller } = common;
  const sent = await context.services.chatAlerts.repeat({ entry, token, sessionId: caller.sessionId });
  if (sent === "refused") return refuse(409, "This visit is not under way in this browser.", "visit");
  return Response.json({ sent }, { headers });
}
