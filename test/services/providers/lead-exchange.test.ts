import { describe, expect, test } from "vitest";
import { noLeadExchange } from "../../../services/providers/lead-exchange/index.ts";
import { liveLeadExchange } from "../../../services/providers/lead-exchange/live.ts";
import type { LeadExchange } from "../../../services/providers/ports.ts";
import { startLeadExchange } from "../../stubs/own-contracts.ts";
import { holds } from "../../support/holds.ts";
import { answered, stubbed } from "./stubbed.ts";

const { stub, callJson } = await stubbed(startLeadExchange());
const body = {
  project: "MVA",
  zipCode: "10001",
  ipAddress: "192.0.2.1",
  userAgent: "Browser",
  tf: "cert",
  leadId: "token",
} as const;

const exchanges: [string, LeadExchange, number][] = [
  ["off", noLeadExchange, 0],
  ["live", liveLeadExchange(callJson, `${stub.origin}/announce`), 1],
];

describe.each(exchanges)("lead exchange, %s", (_, exchange, calls) => {
  test("settles without a value", async () => {
    expect(await exchange.announce(body)).toBeUndefined();
    expect(stub.requests).toHaveLength(calls);
  });
});

test("the live exchange gets the fields of spec 7", holds(356, 475), async () => {
  await exchanges[1]![1].announce(body);
  expect(stub.requests[0]).toMatchObject({ method: "POST", path: "/announce", type: "application/json" });
  expect(JSON.parse(stub.requests[0]!.body)).toEqual(body);
});

test.each([
  [204, ""],
  [200, "OK"],
  [202, "<!doctype html>"],
])("status %d is arrival, whatever it says: %j", async (status, answer) => {
  const reply = { status, body: answer, headers: { "Content-Type": "text/plain" } };
  expect(await answered(reply, (...to) => liveLeadExchange(...to).announce(body))).toBeUndefined();
});
