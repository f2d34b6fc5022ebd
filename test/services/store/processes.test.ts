import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../../services/observe/log.ts";
import { openStore } from "../../../services/store/store.ts";
import { type DatabaseServer, databases } from "../../support/databases.ts";
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
  let server: DatabaseServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());

  test("three processes deliver 600 messages once each", async () => {
    const url = await server.freshUrl();
    const store = await openStore({ url, now: () => 1, log: silentLog, hashKey: "k" });
    for (let i = 0; i < 600; i++) await store.submit(aVisit(), 0, [], aSubmission(["a"]));
    const three = await Promise.all([1, 2, 3].map(() => started(url)));
    const taken = await Promise.all(three.map((goOn) => goOn()));
    expect(taken.flat()).toHaveLength(600);
    expect(new Set(taken.flat()).size).toBe(600);
    expect(await store.outbox.list({ status: "delivered" })).toHaveLength(600);
    expect(await store.outbox.depth()).toEqual([]);
    await store.close();
  });
});
