import { randomInt } from "node:crypto";
import { type StubReply, type StubRequest, startStub } from "./stub-server.ts";

/** The account this stub knows. */
export const twilioAccount = { user: "SKstub", secret: "stub-secret", service: "VAstub" };

const lifeMs = 10 * 60_000;
const mostChecks = 5;
const mostSends = 5;

type Verification = { code: string; until: number; checks: number; sends: number };

const refusals = {
  20003: [401, "Authentication Error - invalid username"],
  20404: [404, "The requested resource was not found"],
  60200: [400, "Invalid parameter: To"],
  60202: [429, "Max check attempts reached"],
  60203: [429, "Max send attempts reached"],
  60205: [403, "SMS is not supported by landline phone number"],
} as const;

type Options = { port?: number; onCode?: (phone: string, code: string) => void };

/**
 * Twilio Verify v2, as far as one service of it needs. Numbers that end in 0199 are landlines.
 * @param options.onCode gets every code that is sent
 */
export async function startTwilio({ port, onCode }: Options = {}) {
  const pending = new Map<string, Verification>();
  /** How much later it is than the clock says. */
  let later = 0;
  const live = (to: string) => {
    const found = pending.get(to);
    return found && found.until > Date.now() + later ? found : undefined;
  };

  function send(form: URLSearchParams): StubReply {
    const to = form.get("To") ?? "";
    if (!/^\+1[2-9]\d{9}$/.test(to) || form.get("Channel") !== "sms") return refusal(60200);
    if (to.endsWith("0199")) return refusal(60205);
    const known = live(to);
    if (known && known.sends >= mostSends) return refusal(60203);
    const verification = known ?? {
      code: String(randomInt(1_000_000)).padStart(6, "0"),
      until: Date.now() + later + lifeMs,
      checks: 0,
      sends: 0,
    };
    verification.sends++;
    pending.set(to, verification);
    onCode?.(to, verification.code);
    return { status: 201, body: about(to, "pending") };
  }

  function check(form: URLSearchParams): StubReply {
    const to = form.get("To") ?? "";
    const known = live(to);
    if (!known) return refusal(20404);
    if (++known.checks > mostChecks) return refusal(60202);
    if (form.get("Code") !== known.code) return { body: about(to, "pending") };
    pending.delete(to);
    return { body: about(to, "approved") };
  }

  function answer({ method, path, type, body, headers }: StubRequest): StubReply {
    const { user, secret, service } = twilioAccount;
    if (headers.authorization !== `Basic ${btoa(`${user}:${secret}`)}`) return refusal(20003);
    const form = new URLSearchParams(type.startsWith("application/x-www-form-urlencoded") ? body : "");
    if (method === "POST" && path === `/v2/Services/${service}/Verifications`) return send(form);
    if (method === "POST" && path === `/v2/Services/${service}/VerificationCheck`) return check(form);
    return refusal(20404);
  }

  const stub = await startStub(answer, port);
  return Object.assign(stub, {
    codeOf: (phone: string) => pending.get(phone)?.code,
    pass(ms: number) {
      later += ms;
    },
  });
}

function refusal(code: keyof typeof refusals): StubReply {
  const [status, message] = refusals[code];
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message, more_info, status } };
}

function about(to: string, status: "pending" | "approved") {
  return {
    sid: "VEstub",
    service_sid: twilioAccount.service,
    account_sid: "ACstub",
    to,
    channel: "sms",
    status,
    valid: status === "approved",
    send_code_attempts: [],
  };
}
