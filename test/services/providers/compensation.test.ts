import { describe, expect, test } from "vitest";
import { noCompensation } from "../../../services/providers/compensation/index.ts";
import { liveCompensation } from "../../../services/providers/compensation/live.ts";
import { startCompensation } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startCompensation());

describe("the live compensation estimate", () => {
  test("is sent the fields and answers with a level", async () => {
    const fields = { state: "CA", physical_injury: "Yes", doctor_treatment: "Yes", at_Fault: "no", city: "" };
    expect(await liveCompensation(callJson, stub.origin).estimate(fields)).toEqual({ level: 4 });
    expect(JSON.parse(stub.requests[0]!.body)).toEqual({ fields });
  });

  test.each([
    ["7", { level: 7 }],
    [0, { kind: "garbage" }],
    [8, { kind: "garbage" }],
    [2.5, { kind: "garbage" }],
    [null, { kind: "garbage" }],
  ])("that answers with the level %j means %j", holds(493), async (compLevel, expected) => {
    const said = await answered({ body: { compLevel } }, (...to) => liveCompensation(...to).estimate({}));
    expect(said).toMatchObject(expected);
  });
});

test("with the table off there is no estimate", async () => {
  expect(await noCompensation.estimate({ state: "CA" })).toBeUndefined();
});
