import { describe, expect, it, vi } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import {
  type ContactValues,
  contactFields,
  contactFormMachine,
  LONGEST_ATTEMPT_MS,
  PATIENCE_MS,
  parseContact,
} from "../../../machines/site/contact-form.ts";
import { navigationMachine } from "../../../machines/site/navigation.ts";
import { parseOptOut } from "../../../machines/site/opt-out-form.ts";
import {
  type CodeChecked,
  type CodeSent,
  type PhoneCodeEvent,
  phoneCodeMachine,
} from "../../../machines/site/phone-code.ts";
import { contactMessage } from "../../support/answers.ts";
import { holds } from "../../support/holds.ts";

describe("the contact form", () => {
  const good = {
    typeOfAccident: "Truck Accident",
    firstName: "Ana",
    lastName: "Núñez",
    email: "ana@example.com",
    phoneNumber: "813-555-0142",
    message: "A truck hit my car.\r\nI need help.",
  };
  const errorsOf = (changed: Partial<typeof good>) => {
    const parsed = parseContact({ ...good, ...changed });
    return parsed.ok ? {} : parsed.errors;
  };

  it.each(contactFields)("refuses an empty %s, and only that", holds(387), (field) => {
    const expected = field === "typeOfAccident" ? "choose" : "required";
    for (const empty of ["", "  "]) expect(errorsOf({ [field]: empty })).toEqual({ [field]: expected });
  });

  it.each([
    ["typeOfAccident", "Boat", "choose"],
    ["typeOfAccident", "car accident", "choose"],
    ["email", "ana", "email"],
    ["email", "ana@example", "email"],
    ["email", "@example.com", "email"],
    ["email", "ana@.", "email"],
    ["phoneNumber", "(813) 555-014", "phone"],
    ["phoneNumber", "(813) 555-01422", "phone"],
    ["firstName", "A\ud83dna", "characters"],
    ["message", "Help\ud83d", "characters"],
    ["message", "a".repeat(5001), "tooLong"],
  ] as const)("refuses %s %j: %s", holds(388, 389), (field, typed, error) => {
    expect(errorsOf({ [field]: typed })).toEqual({ [field]: error });
  });
});

describe("the opt-out form", () => {
  const email = "ana@example.com";

  it.each([
    [{ email: " Ana@Example.com " }, { email: "Ana@Example.com" }],
    [{ phone: "213.555.0123" }, { phone: "(213) 555-0123" }],
    [
      { email, phone: "2135550123" },
      { email, phone: "(213) 555-0123" },
    ],
    [{ email, phone: "  ", other: "x" }, { email }],
  ])("takes %j", (posted, values) => {
    expect(parseOptOut(posted)).toEqual({ ok: true, values });
  });

  it.each([
    [{}, { email: "either" }],
    [{ email: " ", phone: "" }, { email: "either" }],
    [{ email: "ana" }, { email: "email" }],
    [{ phone: "555-0123" }, { phone: "phone" }],
    [{ email, phone: "555" }, { phone: "phone" }],
    [
      { email: "ana", phone: "555" },
      { email: "email", phone: "phone" },
    ],
  ])("refuses %j, and keeps it as it was typed", (posted, errors) => {
    expect(parseOptOut(posted)).toEqual({ ok: false, errors, values: { email: "", phone: "", ...posted } });
  });
});

describe("the contact form's chart", () => {
  function start(send: (values: ContactValues) => Promise<unknown> = async () => null) {
    const scrollToFirstError = vi.fn();
    const sent = vi.fn(send);
    const clock = new SimulatedClock();
    const actor = createActor(
      contactFormMachine.provide({
        actors: {
          sendContact: fromPromise<unknown, { values: ContactValues }>(({ input }) => sent(input.values)),
        },
        actions: { scrollToFirstError },
      }),
      { input: undefined, clock },
    ).start();
    return { actor, clock, sent, scrollToFirstError, state: () => actor.getSnapshot() };
  }

  describe("while the message cannot be sent", () => {
    const away = () => Promise.reject(new Error("away"));
    const never = () => new Promise(() => {});
    const posted = contactMessage;

    it("says so at the first failure, and retries after longer and longer waits", holds(166), async () => {
      const { actor, clock, sent, state } = start(away);
      actor.send({ type: "SUBMIT", posted });
      for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
        await vi.waitFor(() => expect(state().value).toEqual({ unsent: "waiting" }));
        const tries = sent.mock.calls.length;
        clock.increment(wait - 1);
        expect(sent).toHaveBeenCalledTimes(tries);
        clock.increment(1);
        expect(sent).toHaveBeenCalledTimes(tries + 1);
      }
      sent.mockResolvedValue(null);
      await vi.waitFor(() => expect(state().value).toEqual({ unsent: "waiting" }));
      clock.increment(30_000);
      await vi.waitFor(() => expect(state().value).toBe("thanked"));
      expect(new Set(sent.mock.calls.map(([values]) => values))).toEqual(new Set([posted]));
    });

    it("says so after a few seconds without an answer, and abandons an attempt after a minute", async () => {
      const { actor, clock, sent, state } = start(never);
      actor.send({ type: "SUBMIT", posted });
      clock.increment(PATIENCE_MS - 1);
      expect(state().value).toEqual({ sending: "first" });
      clock.increment(1);
      expect([state().value, sent.mock.calls.length]).toEqual([{ sending: "further" }, 1]);
      clock.increment(LONGEST_ATTEMPT_MS);
      expect(state().value).toEqual({ unsent: "waiting" });
    });

    it.each(["SUBMIT", "ONLINE"] as const)("tries at once on %s", async (type) => {
      const { actor, sent, state } = start(away);
      actor.send({ type: "SUBMIT", posted });
      await vi.waitFor(() => expect(state().value).toEqual({ unsent: "waiting" }));
      actor.send({ type, posted });
      expect(sent).toHaveBeenCalledTimes(2);
    });

    it("lets a press replace an attempt without an answer", () => {
      const { actor, clock, sent } = start(never);
      actor.send({ type: "SUBMIT", posted });
      clock.increment(PATIENCE_MS);
      actor.send({ type: "SUBMIT", posted: { ...posted, firstName: "Bea" } });
      expect(sent.mock.calls.map(([{ firstName }]) => firstName)).toEqual(["Ana", "Bea"]);
    });
  });
});

describe("the code of a phone", () => {
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

    it("holds another one back for 30 seconds after it was sent", holds(371), async () => {
      const { asked, state, stateAfter } = await sent();
      expect(state().value).toBe("sent");
      expect(state().context).toMatchObject({ sent: true, resendCooldown: true, cooldownUntil: at + 30_000 });
      expect((await stateAfter(tick(29_999), resend(29_999))).context.resendCooldown).toBe(true);
      expect(asked.sendCode).toHaveBeenCalledTimes(1);
      expect((await stateAfter(tick(30_000))).context.resendCooldown).toBe(false);
      await stateAfter(resend(30_000));
      expect(asked.sendCode).toHaveBeenCalledTimes(2);
    });
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

  it("a reset restores the initial state", holds(212, 372), async () => {
    const { stateAfter } = await sent();
    await stateAfter(type("123456"), check);
    const { value, context } = await stateAfter({ type: "RESET" });
    const fresh = createActor(phoneCodeMachine).getSnapshot();
    expect([value, context]).toEqual([fresh.value, fresh.context]);
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

    it("sends the phone number, that a code was sent, and the digits", holds(212, 369), async () => {
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
      "%o is not approved, and can be retried",
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
  });
});

describe("the menu", () => {
  it.each([
    [1120, "open"],
    [1121, "closed"],
  ] as const)("the menu at a width of %i px is %s", holds(65), (width, menu) => {
    const actor = createActor(navigationMachine).start();
    actor.send({ type: "TOGGLE_MENU" });
    actor.send({ type: "RESIZE", width });
    expect(actor.getSnapshot().value).toMatchObject({ menu });
  });
});
