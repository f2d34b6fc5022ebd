import { RESEND_COOLDOWN_MS } from "../../../machines/site/phone-code.ts";
import type { Budget } from "../../guard/budget.ts";
import { networkOf } from "../../guard/network-of.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CodeTrier, PhoneCodeTries } from "../../store/visits/phone-codes.ts";
import type { PhoneCode } from "../ports.ts";

const windowMs = 60 * 60_000;
const dayMs = 24 * windowMs;
/**
 * Texts cost money: somebody who gets a share of the charges would have them sent all day. And each may wake somebody
 * up: a number gets few in a day, not all of which one visitor, who may be a stranger, can have sent.
 */
const sends = {
  limits: [
    { by: ["phone"], windowMs, most: 5 },
    { by: ["phone"], windowMs: dayMs, most: 8 },
    { by: ["phone", "sessionId"], windowMs: dayMs, most: 5 },
    { by: ["network"], windowMs, most: 20 },
    { by: ["sessionId"], windowMs, most: 8 },
  ],
  cooldownMs: RESEND_COOLDOWN_MS,
} as const;
/**
 * Too few to guess one of a million codes. A number has no limit of its own: only visitors who had a code sent to it
 * may check one, which is limited per day, and a stranger among them would use up the owner's share.
 */
const checks = {
  limits: [
    { by: ["network"], windowMs, most: 60 },
    { by: ["sessionId"], windowMs, most: 15 },
  ],
} as const;

/** The requester, as the server knows it; `ip` is the visitor's address. */
export type Asking = { phone: string; ip: string; sessionId: string };

export type LimitedPhoneCode = {
  /**
   * Sends a code, or returns when the last one was sent while another cannot be requested. `at` is that moment.
   * `limited`: nothing was sent, by the rules above.
   */
  send(
    who: Asking,
    how: Pick<Parameters<PhoneCode["send"]>[0], "language">,
  ): Promise<{ kind: "sent" | "cooling"; at: number } | { kind: "unsent" | "limited" }>;
  /** `unavailable` where nobody can say: not approved. */
  check(who: Asking, code: string): Promise<{ kind: "checked"; status: string } | { kind: "limited" }>;
};

/**
 * Sends and checks within limits that hold for every maker of codes (reliability row 32): per number, per network
 * and per session, within the budget of all, and 30 s between two sends of a session, so that a reload does not end the wait.
 * @param canBeSentTo whether a +1 number can exist and take texts; others are never sent to
 */
export function limitedPhoneCode(parts: {
  port: PhoneCode;
  tries: PhoneCodeTries;
  canBeSentTo: (phone: string) => Promise<boolean>;
  budget: Budget;
  /** Texts an hour to the ten thousand numbers of one exchange; 0 for any number. */
  perExchange: number;
}): LimitedPhoneCode {
  const { port, tries, canBeSentTo, budget, perExchange } = parts;
  return {
    async send(who, { language }) {
      if (!(await canBeSentTo(who.phone))) return { kind: "unsent" };
      const taken = await tries.take("send", trier(who), sends);
      if (taken.kind === "cooling" && taken.samePhone) return { kind: "cooling", at: taken.at };
      if (taken.kind !== "taken") return { kind: "limited" };
      if (!(await budget.take(who.ip, { name: who.phone.slice(0, 8), most: perExchange }))) {
        await tries.failed(taken.id);
        return { kind: "limited" };
      }
      const { sent } = await port.send({ ...codeFor(who), language }).catch(orFailed({ sent: false }));
      if (sent) return { kind: "sent", at: taken.at };
      await tries.failed(taken.id);
      return { kind: "unsent" };
    },
    async check(who, code) {
      const taken = await tries.take("check", trier(who), checks);
      if (taken.kind !== "taken") return { kind: "limited" };
      const { status } = await port
        .check({ ...codeFor(who), code })
        .catch(orFailed({ status: "unavailable" }));
      return { kind: "checked", status };
    },
  };
}

const codeFor = ({ phone, sessionId }: Asking) => ({ phone, sessionId });

function trier({ phone, ip, sessionId }: Asking): CodeTrier {
  return { phone, network: networkOf(ip), sessionId };
}

/** A provider's failure is an answer; ours is thrown. */
function orFailed<T>(answer: T): (error: unknown) => T {
  return (error) => {
    if (!(error instanceof ProviderFailure)) throw error;
    return answer;
  };
}
