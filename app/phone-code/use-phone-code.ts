import { useActorRef, useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { fromPromise, type StateValueFrom } from "xstate";
import { type CodeChecked, type CodeSent, phoneCodeMachine } from "../../machines/site/phone-code.ts";

/** Who sends codes and checks them; phone numbers are in +1 form. */
export type PhoneCodeService = {
  send(asked: { phone: string }): Promise<CodeSent>;
  check(asked: { phone: string; sent_status: boolean; code: string }): Promise<CodeChecked>;
};

export type PhoneCodeState = StateValueFrom<typeof phoneCodeMachine>;

/**
 * The verification machine run with these services, from the moment of the first code on.
 * @param phone the number as it was typed
 */
export function usePhoneCode(phone: string, { send, check }: PhoneCodeService) {
  const [machine] = useState(() =>
    phoneCodeMachine.provide({
      actors: {
        sendCode: fromPromise(({ input }) => send(input)),
        checkCode: fromPromise(({ input }) => check(input)),
      },
    }),
  );
  const actor = useActorRef(machine);
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
    /** Whole seconds until another code may be asked for; 0 when it may. */
    wait: resendCooldown ? Math.max(1, Math.ceil((cooldownUntil - now) / 1000)) : 0,
    resend: () => actor.send({ type: "RESEND", now: Date.now() }),
    checkCode: (code: string) => {
      actor.send({ type: "TYPE", code });
      actor.send({ type: "CHECK" });
    },
  };
}
