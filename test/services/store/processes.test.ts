import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { databases, freshStore } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const script = fileURLToPath(new URL("./claim-until-empty.ts", import.meta.url));

/** Starts one, which has taken a message. @returns how to let it go on; that tells what it took */
async function started(url: string): Promise<() => Promise<string[]>> {
  const child = fork(script, [url]);
  const ended = new Promise<never>((_resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the process ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const said = <Said>() =>
    Promise.race([
      new Promise<Said>((resolve) => child.once("message", (text) => resolve(text as Said))),
      ended,
    ]);
  await said();
  return () => {
    const taken = said<string[]>();
    child.send("go on");
    return taken;
  };
}

describe.each(databases)("several processes on $name", ({ start }) => {
  const on = freshStore(start);

  test("two processes deliver 100 messages once each", async () => {
    const { store, url } = on;
    for (let i = 0; i < 100; i++) await store.submit(aVisit(), 0, [], aSubmission(["a"]));
    const both = await Promise.all([started(url), started(url)]);
    const taken = await Promise.all(both.map((goOn) => goOn()));
    expect(taken.flat()).toHaveLength(100);
    expect(new Set(taken.flat()).size).toBe(100);
    expect(await store.outbox.list({ status: "delivered" })).toHaveLength(100);
    expect(await store.outbox.depth()).toEqual([]);
  });
});
