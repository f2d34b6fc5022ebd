import { describe, expect, test } from "vitest";
import { noCompensation } from "../../../services/providers/compensation/index.ts";
import { liveCompensation } from "../../../services/providers/compensation/live.ts";
import { createCallJson } from "../../../services/providers/http.ts";
import { startCompensation } from "../../stubs/own-contracts.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startCompensation());

describe("the live compensation estimate", () => {
  test("is told the fields and answers with a level", async () => {
    const fields = { state: "CA", physical_injury: "Yes", doctor_treatment: "Yes", at_Fault: "no", city: "" };
    expect(await liveCompensation(callJson, stub.origin).estimate(fields)).toEqual({ level: 4 });
    expect(JSON.parse(stub.requests[0]!.body)).toEqual({ fields });
  });

  test.each([
    [{ compLevel: "7" }, 7],
    [{ compLevel: 0 }, undefined],
    [{ compLevel: 8 }, undefined],
    [{ compLevel: 2.5 }, undefined],
    [{ compLevel: null }, undefined],
  ])("that answers %j means %j", holds(493), async (body, expected) => {
    const other = await startStub(() => ({ body }));
    const call = liveCompensation(createCallJson([other.origin]), other.origin).estimate({});
    if (expected === undefined) await expect(call).rejects.toMatchObject({ kind: "garbage" });
    else expect(await call).toEqual({ level: expected });
    await other.stop();
  });
});

test("with the table off there is no estimate", async () => {
  expect(await noCompensation.estimate({ state: "CA" })).toBeUndefined();
});
