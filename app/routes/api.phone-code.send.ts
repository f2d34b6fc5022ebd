import type { ActionFunctionArgs } from "@remix-run/node";
import { challengeHeader } from "../server/answers/try-again.ts";
import { isProven } from "../server/requests/limit-posts.ts";
import { notAsked, readIslandPost, refuse, sendCodeBody } from "../survey/server/json-request.ts";

export { onlyPost as loader } from "../survey/server/json-request.ts";

/**
 * Sends a verification code (spec 7) and answers `{sent, at, now}`: the last two by the server's clock, since a code
 * sent less than 30 s ago is answered with its own time and no other is sent. 409 where nothing is to be verified, 429
 * when too many codes were requested, or with a challenge where the first one needs a proof of work.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { body, common, headers } = await readIslandPost(request, context, sendCodeBody);
  const { entry, token, caller } = common;
  const { phone } = body;
  const { sessionId, ip } = caller;
  const { verifyPhone, proofOfWork } = context.services;
  const asked = { entry, token, sessionId, ip, phone };
  const done = await verifyPhone.send({ ...asked, isProven: () => isProven(request, context) });
  if (done.kind === "unproven") {
    const refused = refuse(429, "The first code needs a proof of work.", null);
    refused.headers.set(challengeHeader, await proofOfWork!.challenge(ip));
    return refused;
  }
  if (done.kind !== "answered") return notAsked(done);
  const { kind, ...answer } = done;
  return Response.json(answer, { headers });
}
