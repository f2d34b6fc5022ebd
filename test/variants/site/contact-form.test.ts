import { expect, it, vi } from "vitest";
import { createActor, fromPromise } from "xstate";
import type { ContactValues } from "../../../machines/site/contact-form.ts";
import { contactFormMachine } from "../../../machines/site/contact-form-machine.ts";
import { contactMessage } from "../../support/contact-message.ts";
import { holds } from "../../support/holds.ts";

function start(send: (values: ContactValues) => Promise<unknown> = async () => null) {
  const scrollToFirstError = vi.fn();
  const sent = vi.fn(send);
  const actor = createActor(
    contactFormMachine.provide({
      actors: {
        sendContact: fromPromise<unknown, { values: ContactValues }>(({ input }) => sent(input.values)),
      },
      actions: { scrollToFirstError },
    }),
    { input: undefined },
  ).start();
  return { actor, sent, scrollToFirstError, state: () => actor.getSnapshot() };
}

it("sends a form in order, and thanks", holds(166), async () => {
  const { actor, sent, state } = start();
  actor.send({ type: "SUBMIT", posted: contactMessage });
  expect(state().value).toBe("sending");
  await vi.waitFor(() => expect(state().value).toBe("thanked"));
  expect(sent).toHaveBeenCalledExactlyOnceWith(contactMessage);
});

it("thanks also when the post fails", async () => {
  const { actor, state } = start(() => Promise.reject(new Error("down")));
  actor.send({ type: "SUBMIT", posted: contactMessage });
  await vi.waitFor(() => expect(state().value).toBe("thanked"));
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
  expect(state().context).toEqual({ values: contactMessage, errors: {} });
});
