import { describe, expect, it, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import { type CodeChecked, type CodeSent, phoneCodeMachine } from "../../../machines/site/phone-code.ts";
import { holds } from "../../support/holds.ts";

const at = 1_750_000_000_000;

type Script = { sent?: CodeSent | Error; checked?: CodeChecked | Error };

function start({ sent = { sent: true, at }, checked = { status: "approved" } }: Script = {}) {
  const asked = { sendCode: vi.fn(), checkCode: vi.fn() };
  const script = { sent, checked };
  const settle = async <Answer>(answer: Answer | Error): Promise<Answer> => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const machine = phoneCodeMachine.provide({
    actors: {
      sendCode: fromPromise<CodeSent, { phone: string }>(({ input }) => {
        asked.sendCode(input);
        return settle(script.sent);
      }),
      checkCode: fromPromise<CodeChecked, { phone: string; sent_status: boolean; code: string }>(
        ({ input }) => {
          asked.checkCode(input);
          return settle(script.checked);
        },
      ),
    },
  });
  const actor = createActor(machine).start();
  const settled = () =>
    vi.waitFor(() => expect(["sending", "checking"]).not.toContain(actor.getSnapshot().value));
  return { actor, asked, script, settled, state: () => actor.getSnapshot() };
}

async function sent(script?: Script) {
  const run = start(script);
  run.actor.send({ type: "SEND", phone: "(813) 555-0142", now: at });
  await run.settled();
  return run;
}

describe("sending a code", () => {
  it.each(["(813) 555-0142", "+1 813.555.0142", "18135550142"])(
    "sends %s in +1 form",
    holds(93, 437),
    async (phone) => {
      const { actor, asked, state } = start();
      actor.send({ type: "SEND", phone, now: at });
      expect(asked.sendCode).toHaveBeenCalledWith({ phone: "+18135550142" });
      expect(state().context).toMatchObject({ rawPhone: phone, phone: "+18135550142" });
    },
  );

  it("holds another back for 30 seconds from when it left", holds(371), async () => {
    const { actor, asked, state, settled } = await sent();
    expect(state().value).toBe("sent");
    expect(state().context).toMatchObject({ sent: true, resendCooldown: true, cooldownUntil: at + 30_000 });
    actor.send({ type: "TICK", now: at + 29_999 });
    expect(state().context.resendCooldown).toBe(true);
    actor.send({ type: "RESEND", now: at + 29_999 });
    expect(asked.sendCode).toHaveBeenCalledTimes(1);
    actor.send({ type: "TICK", now: at + 30_000 });
    expect(state().context.resendCooldown).toBe(false);
    actor.send({ type: "RESEND", now: at + 30_000 });
    await settled();
    expect(asked.sendCode).toHaveBeenCalledTimes(2);
  });

  it("keeps the deadline over a reload", async () => {
    const { actor } = await sent();
    const restored = createActor(phoneCodeMachine, { snapshot: actor.getPersistedSnapshot() }).start();
    restored.send({ type: "RESEND", now: at + 29_999 });
    expect(restored.getSnapshot().value).toBe("sent");
    restored.send({ type: "TICK", now: at + 30_000 });
    expect(restored.getSnapshot().context.resendCooldown).toBe(false);
    restored.stop();
  });

  it.each([
    ["an answer of no", { sent: false, at }],
    ["a failure", new Error("down")],
  ])("%s leaves it unsent, without a cooldown", async (_, answer) => {
    const { actor, state, script, settled } = await sent({ sent: answer });
    expect(state().value).toBe("unsent");
    expect(state().context).toMatchObject({ sent: false, resendCooldown: false });
    script.sent = { sent: true, at: at + 1 };
    actor.send({ type: "RESEND", now: at + 1 });
    await settled();
    expect(state().value).toBe("sent");
  });

  it("takes another number after a failure", async () => {
    const { actor, asked } = await sent({ sent: new Error("down") });
    actor.send({ type: "SEND", phone: "(213) 555-0123", now: at });
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
    const { actor, asked, state } = await sent();
    actor.send({ type: "TYPE", code });
    expect(state().context.codeLengthError).toBe(isShort);
    actor.send({ type: "CHECK" });
    expect(asked.checkCode).toHaveBeenCalledTimes(isShort ? 0 : 1);
  });

  it("flags a code that was never typed", async () => {
    const { actor, state } = await sent();
    expect(state().context.codeLengthError).toBe(false);
    actor.send({ type: "CHECK" });
    expect(state().context.codeLengthError).toBe(true);
  });

  it("sends the phone, that it was sent, and the digits", holds(212, 369), async () => {
    const { actor, asked, state, settled } = await sent();
    actor.send({ type: "TYPE", code: "12-34 56" });
    actor.send({ type: "CHECK" });
    expect(state().context.codeSubmitted).toBe(true);
    await settled();
    expect(asked.checkCode).toHaveBeenCalledWith({
      phone: "+18135550142",
      sent_status: true,
      code: "123456",
    });
    expect(state().value).toBe("approved");
    expect(state().context.approved).toBe(true);
  });

  it.each([{ status: "pending" }, { status: "Approved" }, { status: "" }, new Error("down")])(
    "%o is not approved, and may be tried again",
    holds(370),
    async (checked) => {
      const { actor, state, script, settled } = await sent({ checked });
      actor.send({ type: "TYPE", code: "123456" });
      actor.send({ type: "CHECK" });
      await settled();
      expect(state().value).toBe("refused");
      expect(state().context.approved).toBe(false);
      script.checked = { status: "approved" };
      actor.send({ type: "TYPE", code: "654321" });
      expect(state().context.codeSubmitted).toBe(false);
      actor.send({ type: "CHECK" });
      await settled();
      expect(state().value).toBe("approved");
    },
  );

  it("takes a new code after another was sent", async () => {
    const { actor, state, settled } = await sent({ checked: { status: "pending" } });
    actor.send({ type: "TYPE", code: "123456" });
    actor.send({ type: "CHECK" });
    await settled();
    actor.send({ type: "RESEND", now: at + 30_000 });
    await settled();
    expect(state().value).toBe("sent");
    expect(state().context).toMatchObject({ code: "", codeSubmitted: false, codeLengthError: false });
  });
});

it("a reset returns everything to the beginning", holds(212, 372), async () => {
  const { actor, state, settled } = await sent();
  actor.send({ type: "TYPE", code: "123456" });
  actor.send({ type: "CHECK" });
  await settled();
  actor.send({ type: "RESET" });
  const fresh = createActor(phoneCodeMachine).getSnapshot();
  expect(state().value).toEqual(fresh.value);
  expect(state().context).toEqual(fresh.context);
});
