import { describe, expect, it, vi } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { ContactValues } from "../../../machines/site/contact-form.ts";
import { contactFormMachine, LONGEST_ATTEMPT_MS, PATIENCE_MS } from "../../../machines/site/contact-form.ts";
import { contactMessage } from "../../support/contact-message.ts";
import { holds } from "../../support/holds.ts";

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

it("sends a form in order, and thanks", holds(166), async () => {
  const { actor, sent, state } = start();
  actor.send({ type: "SUBMIT", posted: contactMessage });
  expect(state().value).toEqual({ sending: "first" });
  await vi.waitFor(() => expect(state().value).toBe("thanked"));
  expect(sent).toHaveBeenCalledExactlyOnceWith(contactMessage);
});

describe("while the message cannot be sent", () => {
  const away = () => Promise.reject(new Error("away"));
  const never = () => new Promise(() => {});
  const posted = contactMessage;

  it("says so at the first failure, and tries again after longer and longer waits", holds(166), async () => {
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

  it("says so when there is no answer for a few seconds, and gives an attempt up after a minute", async () => {
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

  it("lets a press replace an attempt that gets no answer", () => {
    const { actor, clock, sent } = start(never);
    actor.send({ type: "SUBMIT", posted });
    clock.increment(PATIENCE_MS);
    actor.send({ type: "SUBMIT", posted: { ...posted, firstName: "Bea" } });
    expect(sent.mock.calls.map(([{ firstName }]) => firstName)).toEqual(["Ana", "Bea"]);
  });

  it("sends what is being changed only when that is asked for", async () => {
    const { actor, clock, sent, state } = start(away);
    actor.send({ type: "SUBMIT", posted });
    await vi.waitFor(() => expect(state().value).toEqual({ unsent: "waiting" }));
    actor.send({ type: "CHANGE", field: "message" });
    clock.increment(100_000);
    expect(sent).toHaveBeenCalledTimes(1);
    actor.send({ type: "SUBMIT", posted: { ...posted, message: "" } });
    expect(state().context.errors).toEqual({ message: "required" });
    expect(sent).toHaveBeenCalledTimes(1);
    actor.send({ type: "SUBMIT", posted: { ...posted, message: "Call me." } });
    expect(sent.mock.lastCall![0].message).toBe("Call me.");
  });
});

it("does not send twice", holds(391), () => {
  const { actor, sent } = start(() => new Promise(() => {}));
  actor.send({ type: "SUBMIT", posted: contactMessage });
  actor.send({ type: "SUBMIT", posted: contactMessage });
  expect(sent).toHaveBeenCalledTimes(1);
});

it("shows every error and clears each with its field's change", holds(165, 368), () => {
  const { actor, sent, scrollToFirstError, state } = start();
  actor.send({ type: "SUBMIT", posted: { ...contactMessage, email: "ana", message: "" } });
  expect(state().value).toBe("idle");
  expect(state().context.errors).toEqual({ email: "email", message: "required" });
  expect(scrollToFirstError).toHaveBeenCalledTimes(1);
  actor.send({ type: "CHANGE", field: "email" });
  expect(state().context.errors).toEqual({ message: "required" });
  actor.send({ type: "CHANGE", field: "lastName" });
  expect(state().context.errors).toEqual({ message: "required" });
  expect(sent).not.toHaveBeenCalled();
});

it("forgets the errors of an earlier try", () => {
  const { actor, state } = start();
  actor.send({ type: "SUBMIT", posted: {} });
  actor.send({ type: "SUBMIT", posted: contactMessage });
  expect(state().context).toMatchObject({ values: contactMessage, errors: {} });
});
