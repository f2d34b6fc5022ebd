import { describe, expect, test } from "vitest";
import { liveBuyers } from "../../../services/buyers/live.ts";
import { startBuyers } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startBuyers());
const live = liveBuyers(callJson, stub.origin, 300);

describe("the live buyers service", () => {
  test("is told the fields and names who is selected and who could be", holds(322, 488), async () => {
    const found = (await live.find({ state: "CA", zip_code: "90210" }))!;
    expect(found.selected).toEqual([
      { name: "Stub Law Firm One", ids: [101] },
      { name: "Stub Law Firm Two", ids: [102, 103] },
    ]);
    expect(found.possible).toEqual(found.selected);
    expect(stub.requests.at(-1)).toMatchObject({ method: "POST", path: "/get-available" });
    expect(JSON.parse(stub.requests.at(-1)!.body)).toEqual({ fields: { state: "CA", zip_code: "90210" } });
  });

  test("may select nobody", async () => {
    const found = (await live.find({ state: "AK" }))!;
    expect(found.selected).toEqual([]);
    expect(found.possible).toHaveLength(2);
  });
});
