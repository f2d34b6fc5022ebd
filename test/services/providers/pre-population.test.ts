import { describe, expect, test } from "vitest";
import { livePrePopulation, prePopulation } from "../../../services/providers/pre-population.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { startPrePopulation } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startPrePopulation());
const chosen = (env: Record<string, string>) =>
  prePopulation.choose(readSettings(env), { callJson, withCallLog: (port) => port });

describe("the live pre-population service", () => {
  const live = livePrePopulation(callJson, stub.origin, 40);

  test("is asked by affiliate and percentage", holds(489), async () => {
    expect(await live.ask({ affid: "1", sessionId: "s" })).toBe("yes");
    expect(await live.ask({ affid: "252", sessionId: "s" })).toBe("no");
    expect(stub.requests[0]).toMatchObject({ method: "GET", path: "/check-affid-pre/1/40" });
  });

  test.each(["", "..", "a/b", "1?x"])("is not asked about the affiliate %j", holds("T23"), async (affid) => {
    const { port, mode } = chosen({ PREPOP_URL: stub.origin, PREPOP_PERCENT: "40" });
    expect([mode, await port.ask({ affid, sessionId: "s" })]).toEqual(["live", undefined]);
    expect(stub.requests).toEqual([]);
  });

  test.each([
    ["Yes", "yes"],
    ["no", "no"],
    [true, "yes"],
    [{ result: false }, "no"],
    ["yes", "yes", "text/plain"],
    [" No\n", "no", "text/plain"],
  ])("may answer %j", holds(489), async (body, expected, type?: string) => {
    const reply = { body, ...(type && { headers: { "Content-Type": type } }) };
    const about = { affid: "1", sessionId: "s" };
    expect(await answered(reply, (...to) => livePrePopulation(...to, 40).ask(about))).toBe(expected);
  });
});

describe("without a service", () => {
  const draw = (percent: number, sessionId: string) =>
    chosen({ PREPOP_PERCENT: String(percent) }).port.ask({ affid: "1", sessionId });
  const sessions = Array.from({ length: 400 }, (_, number) => `session-${number}`);
  const share = async (percent: number) => {
    const drawn = await Promise.all(sessions.map((session) => draw(percent, session)));
    return drawn.filter((answer) => answer === "yes").length / sessions.length;
  };

  test("each session draws for itself, the percentage says yes, and the rest no", async () => {
    expect(chosen({ PREPOP_PERCENT: "50" })).toMatchObject({
      mode: "embedded",
      how: "50 percent of sessions",
    });
    for (const percent of [10, 50, 90]) {
      expect(Math.abs((await share(percent)) - percent / 100)).toBeLessThan(0.08);
    }
    const answers = new Set(await Promise.all(sessions.map((session) => draw(50, session))));
    expect([...answers].sort()).toEqual(["no", "yes"]);
  });

  test("a session draws the same each time, and keeps its yes when the percentage grows", async () => {
    for (const session of sessions.slice(0, 40)) {
      expect(await draw(50, session)).toBe(await draw(50, session));
      if ((await draw(20, session)) === "yes") expect(await draw(60, session)).toBe("yes");
    }
  });
});
