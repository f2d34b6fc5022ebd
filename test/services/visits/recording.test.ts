import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { findEntry } from "../../../machines/registry.ts";
import { StoreBusy } from "../../../services/store/engine/failures.ts";
import type { VisitCommand } from "../../../services/visits/posts.ts";
import { firstSuites } from "../../paths/model/all-suites.ts";
import { answersC } from "../../support/answers.ts";
import { plainPost, plainServer } from "./plain-server.ts";
import { moves, wander } from "./wander.ts";

describe("batches", () => {
  const entry = findEntry("/survey/c")!;

  /** A visitor's posts, with the store's calls for them and its contents afterwards. */
  function visitor() {
    const { post: postAll, store } = plainServer();
    const loads = vi.spyOn(store.visits, "load");
    const writes = vi.spyOn(store.visits, "append");
    const post = (...posts: [VisitCommand, ...VisitCommand[]]) => postAll(entry, posts, false);
    const kept = async () =>
      (await store.visits.load("visit"))?.entries.map(({ kind, body }) => [kind, body]);
    return { post, kept, loads, writes, store };
  }

  const answer = (step: string, fields = plainPost(step)): VisitCommand => ({
    action: { answer: { step, fields } },
  });
  const first = answer("WhenWasTheAccident");
  const second = answer("OtherDriversVehicleType");
  const third = answer("AtFault");

  it("posts of one request are read for once and written once, and leave the same log as one by one", async () => {
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
    "posts before one that is %s are kept, and those after it are not examined",
    async (_how, wrong, kind) => {
      const [whole, single] = [visitor(), visitor()];
      const recorded = await whole.post(first, second, wrong, third);
      expect(recorded.map((one) => one.kind)).toEqual(["moved", "moved", kind]);
      expect(whole.writes).toHaveBeenCalledTimes(1);
      for (const post of [first, second, wrong]) await single.post(post);
      expect(await whole.kept()).toEqual(await single.kept());
    },
  );

  it("a first post that is refused begins no visit", async () => {
    const { post, kept, writes } = visitor();
    expect((await post(third, first)).map(({ kind }) => kind)).toEqual(["stale"]);
    expect(writes).not.toHaveBeenCalled();
    expect(await kept()).toBeUndefined();
  });

  it("when another post comes first, all are applied again, each once", async () => {
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

  it("when the store cannot take them none is kept, and the same posts are accepted later", async () => {
    const { post, kept, writes } = visitor();
    writes.mockRejectedValueOnce(new StoreBusy());
    await expect(post(first, second)).rejects.toThrow(StoreBusy);
    expect(await kept()).toBeUndefined();
    await post(first, second);
    expect(await kept()).toHaveLength(3);
  });
});

describe("what is finished", () => {
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
});

describe("recent visits", () => {
  const entry = findEntry("/survey/c")!;
  const [first, second, third] = Object.entries(answersC).map(([step, fields]) => ({
    action: { answer: { step, fields } },
  }));

  it("a process's memory of a visit yields to what another has stored", async () => {
    const one = plainServer();
    const other = plainServer(one.store);
    const kinds = async (...posted: ReturnType<typeof one.post>[]) =>
      (await Promise.all(posted)).map(([recorded]) => recorded.kind);
    expect(await kinds(one.post(entry, [first!], false))).toEqual(["moved"]);
    expect(await kinds(other.post(entry, [second!], false))).toEqual(["moved"]);
    // According to what the page remembers, this question is not on the visitor's way yet.
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
});

it.each(firstSuites)("after any wandering at $world.label, the log is a legal run", ({ world }) => {
  fc.assert(
    fc.property(moves, (all) => {
      wander(world.entry, all, ({ before, after, does, answered }) => {
        if (!answered) {
          expect(after.replay.taken).toEqual(before.replay.taken);
          return;
        }
        const { step, answers } = answered;
        const { path } = before;
        const taken = before.replay.taken.map((each) => each.step);
        expect(after.replay.left).toEqual([]);
        expect(after.replay.taken).toEqual(after.visit.trail);
        expect(after.visit.drafts[step]).toEqual(answers);
        // The chart has only what is on the visitor's own way, with the newest answers.
        const onTheWay = Object.assign({}, ...after.visit.trail.map(({ answers: own }) => own));
        expect(after.replay.snapshot.context.answers).toEqual(onTheWay);
        const index = taken.indexOf(step);
        if (index >= 0 && index < taken.length - 1 && does === "answersAgain") {
          expect(after.replay.taken).toEqual(before.replay.taken);
          expect(after.step).toBe(path[index + 1]);
        }
        // Everything before the answered question stays as it was.
        const kept = path.indexOf(step);
        expect(after.replay.taken.slice(0, kept)).toEqual(before.replay.taken.slice(0, kept));
      });
    }),
    { numRuns: 20 },
  );
});
