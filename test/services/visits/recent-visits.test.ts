import { expect, it } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { answersC } from "../../support/answers.ts";
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

it("a page shows what is stored, by this process or by another", async () => {
  const one = plainServer();
  const other = plainServer(one.store);
  const arrival = { path: entry.path, query: {}, referer: "" };
  const shown = async () => {
    const opened = await one.open({ entry, sessionId: "visit", arrival, asked: "PoliceReportFiled" });
    return opened.kind === "page" && opened.state.path.slice(1);
  };
  const [, ...path] = [first, second, third].map((post) => post!.action.answer.step);
  await one.post(entry, [first!], false);
  expect(await shown()).toEqual(path.slice(0, 1));
  await other.post(entry, [second!], false);
  expect(await shown()).toEqual(path);
  await other.post(entry, [{ action: { back: path[1]! } }], false);
  await other.post(entry, [{ action: { answer: { step: path[0]!, fields: { option: "Truck" } } } }], false);
  const asked = { entry, sessionId: "visit", arrival, asked: null };
  const opened = await one.open(asked);
  expect(opened).toMatchObject({
    state: { visit: { drafts: { [path[0]!]: { other_vehicle_type: "Truck" } } } },
  });
  expect(JSON.stringify(opened)).toBe(JSON.stringify(await plainServer(one.store).open(asked)));
});
