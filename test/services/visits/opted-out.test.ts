import { expect, it } from "vitest";
import type { LeadExchangeBody } from "../../../services/providers/ports.ts";
import type { BadEmails } from "../../../services/store/visits/bad-emails.ts";
import type { AskPaid } from "../../../services/visits/paid-calls.ts";
import { performWith } from "../../../services/visits/perform.ts";

it.each([
  [undefined, 1],
  [{ by: "gpc" as const }, 0],
  [{ by: "do-not-sell" as const }, 0],
])("the lead exchange hears of a visitor with the opt-out %j %i times", async (optOut, times) => {
  const received: LeadExchangeBody[] = [];
  const leadExchange = { announce: async (body: LeadExchangeBody) => void received.push(body) };
  const ask: AskPaid = (_name, _payer, call) => call(leadExchange as never);
  const perform = performWith(ask, {} as BadEmails, {
    find: async () => null,
  });
  const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test", facts: { optOut } };
  const call = { id: "exchangeLeadData", input: { zip: "90210" } } as const;
  expect(await perform(call, caller)).toEqual({ call: "exchangeLeadData", output: null });
  expect(received).toHaveLength(times);
});
