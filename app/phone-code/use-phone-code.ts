import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { createActor, fromPromise, type StateValueFrom } from "xstate";
import { type CodeChecked, type CodeSent, phoneCodeMachine } from "../../machines/site/phone-code.ts";
import type { ProgressQueue } from "../survey/browser/progress-queue.ts";

/** Sends and checks codes; phone numbers are in +1 form. `signal` aborts when the modal closes. */
type PhoneCodeService = {
  send(asked: { phone: string }, signal: AbortSignal): Promise<CodeSent>;
  check(
    asked: { phone: string; sent_status: boolean; code: string },
    signal: AbortSignal,
  ): Promise<CodeChecked>;
};

export type PhoneCodeState = StateValueFrom<typeof phoneCodeMachine>;

export type PhoneCodeActor = ReturnType<typeof startPhoneCode>;

/** The verification machine run with these services; it waits for a number. */
export function startPhoneCode({ send, check }: PhoneCodeService) {
  const machine = phoneCodeMachine.provide({
    actors: {
      sendCode: fromPromise(({ input, signal }) => send(input, signal)),
      checkCode: fromPromise(({ input, signal }) => check(input, signal)),
    },
  });
  return createActor(machine).start();
}

/**
 * Verifies a number, from the moment of the first code on.
 * @param phone as it was typed
 */
export function usePhoneCode(phone: string, actor: PhoneCodeActor) {
  const snapshot = useSelector(actor, (current) => current);
  const [now, setNow] = useState(Date.now);
  const { resendCooldown, cooldownUntil } = snapshot.context;

  useEffect(() => actor.send({ type: "SEND", phone, now: Date.now() }), [actor, phone]);

  useEffect(() => {
    if (!resendCooldown) return;
    const tick = () => {
      setNow(Date.now());
      actor.send({ type: "TICK", now: Date.now() });
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [actor, resendCooldown]);

  return {
    snapshot,
    /** Whole seconds until another code can be requested; 0 when it can. */
    wait: resendCooldown ? Math.max(1, Math.ceil((cooldownUntil - now) / 1000)) : 0,
    resend: () => actor.send({ type: "RESEND", now: Date.now() }),
    checkCode: (code: string) => {
      actor.send({ type: "TYPE", code });
      actor.send({ type: "CHECK" });
    },
    /** Forgets the number and its code: the next one begins as the first. */
    reset: () => actor.send({ type: "RESET" }),
  };
}

/** Longer than the server ever takes, and a slow phone for a proof of work. */
const patienceMs = 60_000;

/**
 * The site's own routes for codes. A visit is verified at the place that the server knows, so the queue is flushed
 * first.
 */
export function phoneCodeService(queue: Pick<ProgressQueue, "flush" | "post">): PhoneCodeService {
  return {
    async send({ phone }, closed) {
      await queue.flush();
      const { sent, at, now } = await ask<CodeSent & { now: number }>("send", { phone }, closed);
      // The visitor's clock may be wrong, but it runs at the same pace.
      return { sent, at: Date.now() - (now - at) };
    },
    check: (asked, closed) => ask<CodeChecked>("check", asked, closed),
  };

  async function ask<Answer>(what: "send" | "check", body: object, closed: AbortSignal): Promise<Answer> {
    const late = AbortSignal.timeout(patienceMs);
    // Browsers from before 2024 cannot combine the two, and send a code to a visitor who has continued without it.
    const signal = AbortSignal.any?.([closed, late]) ?? late;
    const response = await queue.post(`/api/phone-code/${what}`, body, { signal });
    if (!response.ok) throw new Error(`the code's ${what} was answered with ${response.status}`);
    return response.json() as Promise<Answer>;
  }
}
