import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { progressQueue, type ServerReply } from "../../../app/survey/browser/progress-queue.ts";

type Post = { entries: unknown[]; answer(status: number, reply?: ServerReply): void };

let posts: Post[];
let stored: Map<string, string>;
let said: string[];
const choice = (step: string, option = "yes") => ({ answer: { step, fields: { option }, at: 1 } });
const typed = { answer: { step: "NameAndEmail", fields: { firstName: "Zoe" }, at: 1 } };
const kept = () => JSON.parse(stored.get("claimpath:/survey/c") ?? "[]");

beforeEach(() => {
  [posts, stored, said] = [[], new Map(), []];
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint));
  vi.stubGlobal(
    "fetch",
    (_address: string, { body }: { body: string }) =>
      new Promise<Response>((resolve) => {
        const answer: Post["answer"] = (status, reply = {}) => resolve(Response.json(reply, { status }));
        posts.push({ entries: JSON.parse(body).entries, answer });
      }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const begun = () =>
  progressQueue({
    facts: { path: "/survey/c", timeZone: "UTC", query: {}, visit: "token" },
    visit: null as never,
    isStored: true,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    onRefused: () => said.push("refused"),
    onReply: ({ step }) => said.push(`at ${step}`),
    onTrouble: (trouble) => said.push(trouble ? "trouble" : "fine"),
    onQuery: () => {},
  });
const posted = (count: number) => expect.poll(() => posts.length).toBe(count);

describe("the progress save", () => {
  it("sends choices made during a post in a post of their own, and in order", async () => {
    const queue = begun();
    const done = queue.add(choice("AtFault"));
    await posted(1);
    queue.add(choice("WasUserInjured"));
    queue.add({ back: "WasUserInjured" });
    posts[0]!.answer(200, { step: "WasUserInjured" });
    await posted(2);
    expect(posts.map(({ entries }) => entries)).toEqual([
      [choice("AtFault")],
      [choice("WasUserInjured"), { back: "WasUserInjured" }],
    ]);
    posts[1]!.answer(200, { step: "AtFault" });
    expect(await done).toEqual({ step: "AtFault" });
    expect(said).toEqual(["at WasUserInjured", "fine", "at AtFault", "fine"]);
    expect(kept()).toEqual([]);
  });

  it("keeps choices across a reload until the server has them, and never what was typed", async () => {
    const queue = begun();
    queue.add(choice("AtFault"));
    queue.add(typed);
    await posted(1);
    await expect.poll(kept).toEqual([choice("AtFault")]);
    const again = begun();
    expect(again.restore((step) => step === "AtFault")).toBe(false);
    stored.set("claimpath:/survey/c", JSON.stringify([choice("AtFault"), choice("HasLawyer")]));
    expect(begun().restore((step) => step === "AtFault")).toBe(true);
  });

  it("retries after a failure with everything that is waiting, and at once on request", async () => {
    const queue = begun();
    const done = queue.add(choice("AtFault"));
    await posted(1);
    posts[0]!.answer(503);
    await expect.poll(() => said).toEqual(["trouble"]);
    queue.retryNow();
    await posted(2);
    expect(posts[1]!.entries).toEqual([choice("AtFault")]);
    posts[1]!.answer(200, { step: "WasUserInjured" });
    await done;
    expect(said).toEqual(["trouble", "at WasUserInjured", "fine"]);
  });

  it("gives up on what the server refuses, and says so", async () => {
    const queue = begun();
    void queue.add(choice("AtFault"));
    await posted(1);
    posts[0]!.answer(409);
    await expect.poll(() => said).toEqual(["refused"]);
    expect(kept()).toEqual([]);
  });
});
