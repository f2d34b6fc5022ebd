import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, it } from "vitest";
import { action } from "../../../app/routes/api.phone-code.send.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { newToken } from "../../../services/visits/token.ts";
import type { VerifyPhone } from "../../../services/visits/verify-phone.ts";

const path = "/survey/c";

async function ask({
  isProven,
  cookie = "",
  asksForProofs = true,
}: {
  isProven?: boolean;
  cookie?: string;
  asksForProofs?: boolean;
}) {
  const looked: string[] = [];
  const send: VerifyPhone["send"] = async ({ isProven }) =>
    (await isProven()) ? { kind: "answered", sent: true, at: 1, now: 2 } : { kind: "unproven" };
  const proofOfWork = {
    check: async (_ip: string, proof: string) => {
      looked.push(proof);
      return proof === "good" ? "taken" : "wrong";
    },
    challenge: async () => "a challenge",
  };
  const context = {
    ip: "192.0.2.1",
    isProven,
    session: { id: "session", first: undefined, cookieFor: () => "session=1" },
    services: {
      settings: readSettings({}),
      log: silentLog,
      verifyPhone: { send },
      proofOfWork: asksForProofs ? proofOfWork : null,
      beginVisit: (code: string, arrival: Parameters<typeof newToken>[2]) =>
        newToken("visit", code, arrival, 1),
    },
  } as unknown as ActionFunctionArgs["context"];
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify({ path, first: { at: 1, referer: "" }, phone: "+12125550142" }),
  });
  const answer = await action({ request, context, params: {} });
  const challenge = answer.headers.get("Proof-Of-Work");
  return { status: answer.status, challenge, looked };
}

it("the first code needs a proof of work, and asking spends it", async () => {
  expect(await ask({})).toEqual({ status: 429, challenge: "a challenge", looked: [] });
  expect(await ask({ cookie: "proof=bad" })).toEqual({
    status: 429,
    challenge: "a challenge",
    looked: ["bad"],
  });
  expect(await ask({ cookie: "proof=good" })).toEqual({ status: 200, challenge: null, looked: ["good"] });
});

it("a proof that came with the request is not asked for again", async () => {
  expect(await ask({ isProven: true, cookie: "proof=spent" })).toEqual({
    status: 200,
    challenge: null,
    looked: [],
  });
});

it("no proof is asked for where proofs are off", async () => {
  expect(await ask({ asksForProofs: false })).toEqual({ status: 200, challenge: null, looked: [] });
});
