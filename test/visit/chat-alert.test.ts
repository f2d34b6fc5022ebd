import { expect, it } from "vitest";
import type { Providers } from "../../services/providers.ts";
import type { BadEmails } from "../../services/store/types.ts";
import { performWith } from "../../services/visits/perform.ts";
import { holds } from "../support/holds.ts";

const caller = { sessionId: "s", ip: "192.0.2.1", userAgent: "test" };
const call = (email: string) => ({ id: "checkEmail" as const, input: { email } });

/** A session whose addresses are all disposable but those at example.com. */
function session(send: (text: string) => Promise<void>) {
  const times = new Map<string, number>();
  const providers = {
    emailCheck: {
      check: async (email: string) => ({ valid: true, disposable: !email.endsWith("example.com") }),
    },
    chatAlert: { send },
  } as unknown as Providers;
  const badEmails = {
    recordBad: async (_session: string, email: string) => {
      times.set(email, (times.get(email) ?? 0) + 1);
      return times.get(email)!;
    },
  } as unknown as BadEmails;
  return performWith(providers, badEmails, { find: async () => null });
}

it("the chat is told once of an address that is blocked, and not whose it is", holds(450, 485), async () => {
  const told: string[] = [];
  const perform = session(async (text) => void told.push(text));
  const counts: number[] = [];
  for (const email of ["ana@example.com", "ana@x.test", "bob@x.test", " Ana@X.test", "ana@x.test"]) {
    await perform(call(email), caller);
    counts.push(told.length);
  }
  expect(counts).toEqual([0, 0, 0, 1, 1]);
  expect(told.join()).not.toMatch(/ana|x\.test/i);
});

it("a chat that is down holds nobody up", async () => {
  const perform = session(() => Promise.reject(new Error("down")));
  await perform(call("ana@x.test"), caller);
  expect(await perform(call("ana@x.test"), caller)).toMatchObject({ output: { timesBadBefore: 1 } });
});
