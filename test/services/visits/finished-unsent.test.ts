import { expect, it } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import { plainPost, plainServer } from "./plain-server.ts";

const entry = findEntry("/survey/c")!;

/** A visit whose last answer reached the server, but whose post did not. */
async function finishedButUnsent() {
  const { post } = plainServer();
  const act = async (action: VisitCommand["action"], submit: boolean) =>
    (await post(entry, [{ action }], submit))[0];
  const answer = (step: string, submit: boolean) =>
    act({ answer: { step, fields: plainPost(step) } }, submit);
  let step = "WhenWasTheAccident";
  let last = "";
  while (step !== last) {
    last = step;
    const recorded = await answer(step, false);
    if (recorded.kind !== "moved") throw new Error(`${step}: ${recorded.kind}`);
    step = recorded.state.step;
  }
  return { act, answer, last };
}

it("a finished survey is not sent by going back in it", async () => {
  const { act, last } = await finishedButUnsent();
  expect(last).toBe("PhoneAndZip");
  expect((await act({ back: last }, true)).kind).toBe("moved");
});

it("nor by giving an early answer once more", async () => {
  const { answer } = await finishedButUnsent();
  expect((await answer("AtFault", true)).kind).toBe("moved");
});

it("but by its last question, or by the island's post", async () => {
  const form = await finishedButUnsent();
  expect((await form.answer(form.last, true)).kind).toBe("posted");
  const island = await finishedButUnsent();
  expect((await island.act({ submit: true }, true)).kind).toBe("posted");
});
