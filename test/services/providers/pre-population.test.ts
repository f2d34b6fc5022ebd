import { describe, expect, test } from "vitest";
import { readSettings } from "../../../services/env.ts";
import { createCallJson } from "../../../services/http.ts";
import { prePopulation } from "../../../services/pre-population/index.ts";
import { livePrePopulation } from "../../../services/pre-population/live.ts";
import { startPrePopulation } from "../../stubs/own-contracts.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startPrePopulation());
const chosen = (env: Record<string, string>) =>
  prePopulation.choose(readSettings(env), { callJson, watch: (port) => port });

describe("the live pre-population service", () => {
  const live = livePrePopulation(callJson, stub.origin, 40);

  test("is asked by affiliate and percentage", holds(489), async () => {
    expect(await live.ask("1")).toBe("yes");
    expect(await live.ask("252")).toBe("no");
    expect(stub.requests[0]).toMatchObject({ method: "GET", path: "/check-affid-pre/1/40" });
  });

  test.each(["", "..", "a/b", "1?x"])("is not asked about the affiliate %j", async (affid) => {
    await expect(live.ask(affid)).rejects.toMatchObject({ kind: "refused" });
    expect(stub.requests).toEqual([]);
  });

  test.each([
    ["Yes", "yes"],
    ["no", "no"],
    [true, "yes"],
    [{ result: false }, "no"],
  ])("may answer %j", async (body, expected) => {
    const other = await startStub(() => ({ body }));
    const call = livePrePopulation(createCallJson([other.origin]), other.origin, 40).ask("1");
    expect(await call).toBe(expected);
    await other.stop();
  });
});

test("100 percent asks nobody and everybody finds the form filled in", holds(490), async () => {
  const { port, mode } = chosen({ PREPOP_URL: stub.origin, PREPOP_PERCENT: "100" });
  expect([mode, await port.ask("252")]).toEqual(["embedded", "yes"]);
  expect(stub.requests).toEqual([]);
});

test("without a service nobody does", async () => {
  const { port, mode } = chosen({ PREPOP_PERCENT: "50" });
  expect([mode, await port.ask("1")]).toEqual(["off", undefined]);
});
