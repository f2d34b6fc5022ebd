import { expect, it } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { answersC } from "../../support/answers-c.ts";
import { plainServer } from "./plain-server.ts";

const entry = findEntry("/survey/c")!;
const [first, second, third] = Object.entries(answersC).map(([step, fields]) => ({
  action: { answer: { step, fields } },
}));

it("what a process remembers of a visit yields to what another has stored", async () => {
  const one = plainServer();
  const other = plainServer(one.store);
  const kinds = async (...posted: ReturnType<typeof one.post>[]) =>
    (await Promise.all(posted)).map(([recorded]) => recorded.kind);
  expect(await kinds(one.post(entry, [first!], false))).toEqual(["moved"]);
  expect(await kinds(other.post(entry, [second!], false))).toEqual(["moved"]);
  // By what it remembers this question is not on the visitor's way yet.
  expect(await kinds(one.post(entry, [third!], false))).toEqual(["moved"]);
  const log = (await one.store.visits.load("visit"))!.entries;
  const answered = log
    .filter(({ kind }) => kind === "answer")
    .map(({ body }) => (body as { step: string }).step);
  expect(answered).toEqual([first, second, third].map((post) => post!.action.answer.step));
});
