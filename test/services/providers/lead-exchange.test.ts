import { expect, test } from "vitest";
import { liveLeadExchange } from "../../../services/providers/lead-exchange/live.ts";
import { answered } from "./stubbed.ts";

const who = { project: "MVA", zipCode: "10001", ipAddress: "192.0.2.1", userAgent: "Browser" } as const;

test.each([
  [204, ""],
  [200, "OK"],
  [202, "<!doctype html>"],
])("status %d is arrival at the lead exchange, whatever it says: %j", async (status, body) => {
  const reply = { status, body, headers: { "Content-Type": "text/plain" } };
  const lead = { ...who, tf: "cert", leadId: "token" };
  expect(await answered(reply, (...to) => liveLeadExchange(...to).announce(lead))).toBeUndefined();
});
