import { expect, it } from "vitest";
import type { LeadExchangeBody } from "../../../services/providers/ports.ts";
import type { BadEmails } from "../../../services/store/bad-emails.ts";
import { performWith } from "../../../services/visits/perform.ts";
import { askFree } from "../../support/ask-free.ts";

it.each([
  [undefined, 1],
  [{ by: "gpc" as const }, 0],
  [{ by: "do-not-sell" as const }, 0],
])("the lead exchange hears of a visitor with the opt-out %j %i times", async (optOut, times) => {
  const received: LeadExchangeBody[] = [];
  const leadExchange = { announce: async (body: LeadExchangeBody) => void received.push(body) };
  const perform = performWith(askFree({ leadExchange }), {} as BadEmails, {
    find: async () => null,
  });
  const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test", facts: { optOut } };
  const call = { id: "exchangeLeadData", input: { zip: "90210" } } as const;
  expect(await perform(call, caller)).toEqual({ call: "exchangeLeadData", output: null });
  expect(received).toHaveLength(times);
});
