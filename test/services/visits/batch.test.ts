import { expect, it, vi } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { StoreBusy } from "../../../services/store/engine/failures.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import { plainPost, plainServer } from "./plain-server.ts";

const entry = findEntry("/survey/c")!;

/** One visitor's posts, with what the store is asked for them and what it then has. */
function visitor() {
  const { post: postAll, store } = plainServer();
  const loads = vi.spyOn(store.visits, "load");
  const writes = vi.spyOn(store.visits, "append");
  const post = (...posts: [VisitCommand, ...VisitCommand[]]) => postAll(entry, posts, false);
  const kept = async () => (await store.visits.load("visit"))?.entries.map(({ kind, body }) => [kind, body]);
  return { post, kept, loads, writes, store };
}

const answer = (step: string, fields = plainPost(step)): VisitCommand => ({
  action: { answer: { step, fields } },
});
const first = answer("WhenWasTheAccident");
const second = answer("OtherDriversVehicleType");
const third = answer("AtFault");

it("posts of one request are read for once and written once, and leave the log that they leave one by one", async () => {
  const [whole, single] = [visitor(), visitor()];
  const recorded = await whole.post(
    first,
    second,
    { action: { back: "OtherDriversVehicleType" } },
    second,
    third,
  );
  expect([whole.loads.mock.calls.length, whole.writes.mock.calls.length]).toEqual([1, 1]);
  expect(recorded.map(({ kind }) => kind)).toEqual(Array(5).fill("moved"));
  for (const post of [first, second, { action: { back: "OtherDriversVehicleType" } }, second, third]) {
    await single.post(post);
  }
  expect(single.writes).toHaveBeenCalledTimes(5);
  expect(await whole.kept()).toHaveLength(6);
  expect(await whole.kept()).toEqual(await single.kept());
});

it.each([
  ["off the visit's way", answer("PhoneAndZip"), "stale"],
  ["invalid", answer("AtFault", {}), "invalid"],
] as const)(
  "those before one that is %s are kept, those after it are not looked at",
  async (_how, wrong, kind) => {
    const [whole, single] = [visitor(), visitor()];
    const recorded = await whole.post(first, second, wrong, third);
    expect(recorded.map((one) => one.kind)).toEqual(["moved", "moved", kind]);
    expect(whole.writes).toHaveBeenCalledTimes(1);
    for (const post of [first, second, wrong]) await single.post(post);
    expect(await whole.kept()).toEqual(await single.kept());
  },
);

it("what is refused first begins no visit", async () => {
  const { post, kept, writes } = visitor();
  expect((await post(third, first)).map(({ kind }) => kind)).toEqual(["stale"]);
  expect(writes).not.toHaveBeenCalled();
  expect(await kept()).toBeUndefined();
});

it("when another post comes first, all are taken again, each once", async () => {
  const { post, kept, writes, store } = visitor();
  await post(first);
  const { append } = store.visits;
  writes.mockImplementationOnce(async (visit, length, entries) => {
    const [reported] = entries;
    await append(visit, length, [
      { ...reported!, kind: "fact", body: { fact: "trap", value: { filled: true } } },
    ]);
    return "conflict";
  });
  expect((await post(second, third)).map(({ kind }) => kind)).toEqual(["moved", "moved"]);
  const kinds = (await kept())!.map(([kind]) => kind);
  expect(kinds).toEqual(["entry", "answer", "fact", "answer", "answer"]);
});

it("when the store cannot take them none is kept, and the same posts are taken later", async () => {
  const { post, kept, writes } = visitor();
  writes.mockRejectedValueOnce(new StoreBusy());
  await expect(post(first, second)).rejects.toThrow(StoreBusy);
  expect(await kept()).toBeUndefined();
  await post(first, second);
  expect(await kept()).toHaveLength(3);
});
