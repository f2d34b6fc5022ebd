import type { ActionFunctionArgs } from "@remix-run/node";
import { checkCodeBody, notAsked, readIslandPost, refuse } from "../survey/server/json-request.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/**
 * Checks a verification code (spec 7) and answers `{status}`, `approved` being the good one. 409 where no
 * code was sent, 429 when too many were tried.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { body, common, headers } = await readIslandPost(request, context, checkCodeBody);
  const { entry, token, caller } = common;
  const { phone, code } = body;
  const { sessionId, ip } = caller;
  const done = await context.services.verifyPhone.check({ entry, token, sessionId, ip, phone, code });
  if (done.kind === "notSent") return refuse(409, "No code was sent to this number.", "phone");
  if (done.kind !== "answered") return notAsked(done);
  return Response.json({ status: done.status }, { headers });
}
