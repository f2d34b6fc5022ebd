import { describe, expect, it, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import {
  type CodeChecked,
  type CodeSent,
  type PhoneCodeEvent,
  phoneCodeMachine,
} from "../../../machines/site/phone-code.ts";
import { holds } from "../../support/holds.ts";

const at = 1_750_000_000_000;

type Script = { sent?: CodeSent | Error; checked?: CodeChecked | Error };

/** A verification whose services answer as the script says; it may be changed on the way. */
function start({ sent = { sent: true, at }, checked = { status: "approved" } }: Script = {}) {
  const script = { sent, checked };
  const asked = { sendCode: vi.fn(), checkCode: vi.fn() };
  const answering = <Answer, Input>(ask: (input: Input) => void, answer: () => Answer | Error) =>
    fromPromise<Answer, Input>(async ({ input }) => {
      ask(input);
      const given = answer();
      if (given instanceof Error) throw given;
      return given;
    });
  const machine = phoneCodeMachine.provide({
    actors: {
      sendCode: answering<CodeSent, { phone: string }>(asked.sendCode, () => script.sent),
      checkCode: answering<CodeChecked, { phone: string; sent_status: boolean; code: string }>(
        asked.checkCode,
        () => script.checked,
      ),
    },
  });
  const actor = createActor(machine).start();
  const state = () => actor.getSnapshot();
  /** Sends the events and waits until no service is asked any more. */
  const stateAfter = async (...events: PhoneCodeEvent[]) => {
    for (const event of events) actor.send(event);
    await vi.waitFor(() => expect(["sending", "checking"]).not.toContain(state().value));
    return state();
  };
  return { actor, asked, script, state, stateAfter };
}

const send = (phone = "(813) 555-0142") => ({ type: "SEND", phone, now: at }) as const;
const resend = (after: number) => ({ type: "RESEND", now: at + after }) as const;
const tick = (after: number) => ({ type: "TICK", now: at + after }) as const;
const type = (code: string) => ({ type: "TYPE", code }) as const;
const check = { type: "CHECK" } as const;

async function sent(script?: Script) {
  const run = start(script);
  await run.stateAfter(send());
  return run;
}

describe("sending a code", () => {
  it.each(["(813) 555-0142", "+1 813.555.0142", "18135550142"])(
    "sends %s in +1 form",
    holds(93, 437),
    async (phone) => {
      const { stateAfter, asked } = start();
      const { context } = await stateAfter(send(phone));
      expect(asked.sendCode).toHaveBeenCalledWith({ phone: "+18135550142" });
      expect(context).toMatchObject({ rawPhone: phone, phone: "+18135550142" });
    },
  );

  it("holds another back for 30 seconds from when it left", holds(371), async () => {
    const { asked, state, stateAfter } = await sent();
    expect(state().value).toBe("sent");
    expect(state().context).toMatchObject({ sent: true, resendCooldown: true, cooldownUntil: at + 30_000 });
    expect((await stateAfter(tick(29_999), resend(29_999))).context.resendCooldown).toBe(true);
    expect(asked.sendCode).toHaveBeenCalledTimes(1);
    expect((await stateAfter(tick(30_000))).context.resendCooldown).toBe(false);
    await stateAfter(resend(30_000));
    expect(asked.sendCode).toHaveBeenCalledTimes(2);
  });

  it("keeps the deadline over a reload", async () => {
    const { actor } = await sent();
    const restored = createActor(phoneCodeMachine, { snapshot: actor.getPersistedSnapshot() }).start();
    restored.send(resend(29_999));
    expect(restored.getSnapshot().value).toBe("sent");
    restored.send(tick(30_000));
    expect(restored.getSnapshot().context.resendCooldown).toBe(false);
    restored.stop();
  });

  it.each([
    ["an answer of no", { sent: false, at }],
    ["a failure", new Error("down")],
  ])("%s leaves it unsent, without a cooldown", async (_, answer) => {
    const { state, script, stateAfter } = await sent({ sent: answer });
    expect(state().value).toBe("unsent");
    expect(state().context).toMatchObject({ sent: false, resendCooldown: false });
    script.sent = { sent: true, at: at + 1 };
    expect((await stateAfter(resend(1))).value).toBe("sent");
  });

  it("takes another number after a failure", async () => {
    const { stateAfter, asked } = await sent({ sent: new Error("down") });
    await stateAfter(send("(213) 555-0123"));
    expect(asked.sendCode).toHaveBeenLastCalledWith({ phone: "+12135550123" });
  });
});

describe("checking a code", () => {
  it.each([
    ["12345", true],
    ["123456", false],
    ["1234567", false],
    ["12-34 56", false],
    ["", true],
  ])("%s flags its length: %s", holds(447), async (code, isShort) => {
    const { stateAfter, asked } = await sent();
    expect((await stateAfter(type(code))).context.codeLengthError).toBe(isShort);
    await stateAfter(check);
    expect(asked.checkCode).toHaveBeenCalledTimes(isShort ? 0 : 1);
  });

  it("flags a code that was never typed", async () => {
    const { stateAfter, state } = await sent();
    expect(state().context.codeLengthError).toBe(false);
    expect((await stateAfter(check)).context.codeLengthError).toBe(true);
  });

  it("sends the phone, that it was sent, and the digits", holds(212, 369), async () => {
    const { actor, asked, state, stateAfter } = await sent();
    for (const event of [type("12-34 56"), check]) actor.send(event);
    expect(state().context.codeSubmitted).toBe(true);
    expect(await stateAfter()).toMatchObject({ value: "approved", context: { approved: true } });
    expect(asked.checkCode).toHaveBeenCalledWith({
      phone: "+18135550142",
      sent_status: true,
      code: "123456",
    });
  });

  it.each([{ status: "pending" }, { status: "Approved" }, { status: "" }, new Error("down")])(
    "%o is not approved, and may be tried again",
    holds(370),
    async (checked) => {
      const { script, stateAfter } = await sent({ checked });
      expect(await stateAfter(type("123456"), check)).toMatchObject({
        value: "refused",
        context: { approved: false },
      });
      script.checked = { status: "approved" };
      expect((await stateAfter(type("654321"))).context.codeSubmitted).toBe(false);
      expect((await stateAfter(check)).value).toBe("approved");
    },
  );

  it("takes a new code after another was sent", async () => {
    const { stateAfter } = await sent({ checked: { status: "pending" } });
    await stateAfter(type("123456"), check);
    const { value, context } = await stateAfter(resend(30_000));
    expect(value).toBe("sent");
    expect(context).toMatchObject({ code: "", codeSubmitted: false, codeLengthError: false });
  });
});

it("a reset returns everything to the beginning", holds(212, 372), async () => {
  const { stateAfter } = await sent();
  await stateAfter(type("123456"), check);
  const { value, context } = await stateAfter({ type: "RESET" });
  const fresh = createActor(phoneCodeMachine).getSnapshot();
  expect([value, context]).toEqual([fresh.value, fresh.context]);
});
