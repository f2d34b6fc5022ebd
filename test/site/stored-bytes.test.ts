import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Sent, send } from "../support/send.ts";
import { solve } from "../support/solve.ts";
import { query } from "../support/store-reader.ts";
import { type Entry, entriesC, hiddenFields, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests({ TRUST_PROXY: "1", MEGABYTES_PER_ADDRESS: "1", PROOF_OF_WORK_COST: "1" });
const flooder = "203.0.113.77";

/** Posts 60 KB that nobody asked for. */
const pour = (ip: string, proof?: string) =>
  send(site.url, "/post-lead", {
    json: { padding: "x".repeat(60_000) },
    headers: { "X-Forwarded-For": ip, ...(proof && { Cookie: `proof=${proof}` }) },
  });

async function pourUntilRefused(post: () => Promise<Sent>): Promise<{ taken: number; last: Sent }> {
  for (let taken = 0; taken < 60; taken++) {
    const last = await post();
    if (last.status === 429) return { taken, last };
  }
  throw new Error("it was never refused");
}

it("an address brings a megabyte a day, one more with work, and then nothing", holds("T49"), async () => {
  const free = await pourUntilRefused(() => pour(flooder));
  expect(free.taken).toBe(17);
  expect(free.last.headers["retry-after"]).toBe("60");

  let challenge = String(free.last.headers["proof-of-work"]);
  const proven = await pourUntilRefused(async () => {
    const answer = await pour(flooder, await solve(challenge));
    challenge = String((await pour(flooder)).headers["proof-of-work"]);
    return answer;
  });
  expect(proven.taken).toBe(17);

  // Everybody else goes on, and so does the page that holds what somebody there has typed.
  expect((await pour("203.0.114.77")).status).toBe(400);
  const page = await send(site.url, "/contact/", { headers: { "X-Forwarded-For": flooder } });
  const form = { ...hiddenFields(page.text), message: "Typed with care." };
  const back = await send(site.url, "/contact/", { form, headers: { "X-Forwarded-For": flooder } });
  expect([back.status, back.text]).toEqual([429, expect.stringContaining("Typed with care.")]);
});

it("a visit's log has an end in bytes, long before it has one in entries", holds("T50"), async () => {
  const description = (index: number): Entry[] => [
    {
      answer: {
        step: "IncidentDescription",
        fields: { case_description: `${index} ${"It hurt a lot. ".repeat(300)}` },
      },
    },
    { back: "NameAndEmail" },
  ];
  let posts = 0;
  const visitor = await new JsonVisitor(site.url, "/survey/c", {
    // Others do not count here.
    headers: {
      get "X-Forwarded-For"() {
        return `198.51.${++posts}.9`;
      },
    },
  }).open();
  await visitor.progress(entriesC().slice(0, 7));
  let last: Sent | undefined;
  for (let index = 0; index < 100 && last?.status !== 429; index++) {
    last = await visitor.progress(description(index));
  }
  expect(last?.status).toBe(429);
  const [log] = query<{ bytes: number; entries: number }>(
    site.databaseFile,
    "select sum(length(body)) as bytes, count(*) as entries from visit_log",
  );
  expect(log!.bytes).toBeGreaterThan(200_000);
  expect(log!.bytes).toBeLessThan(300_000);
  expect(log!.entries).toBeLessThan(200);
});
