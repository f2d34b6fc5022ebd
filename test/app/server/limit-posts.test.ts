import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import { tryAgainWith } from "../../../app/server/answers/try-again.ts";
import type { ServerEnv } from "../../../app/server/context.ts";
import { limitPosts, overLimitsOf } from "../../../app/server/requests/limit-posts.ts";
import { postLimits } from "../../../services/guard/allowances.ts";
import { proofOfWork } from "../../../services/guard/proof-of-work.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createMetrics, type Metrics } from "../../../services/observe/metrics.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { solve } from "../../support/solve.ts";

const minute = 60_000;
const inAll = 5;

let now: number;
let metrics: Metrics;
beforeEach(() => {
  now = Math.ceil(Date.now() / minute) * minute;
  metrics = createMetrics();
});

/** The guard alone, before a page that takes every post; posts come from the address that they name. */
function guarded({ https = false, withProofs = true } = {}) {
  const limitsOf = (perAddress: number, ofAll: number) =>
    postLimits({
      counts: { add: async (_network, current) => ({ before: 0, current }) },
      perAddress,
      inAll: ofAll,
      now: () => now,
      log: silentLog,
    });
  const anyNumber = limitsOf(0, 0);
  const spent = new Set<string>();
  const proofs = proofOfWork({
    secrets: ["secret"],
    cost: 1,
    spent: { spend: async (nonce) => spent.size < spent.add(nonce).size },
    now: () => now,
    log: silentLog,
  });
  const services = {
    postLimits: limitsOf(3, inAll),
    byteLimits: anyNumber,
    provenByteLimits: anyNumber,
    proofOfWork: withProofs ? proofs : null,
    metrics,
  };
  const phone = { dial: "+18775550142", display: "(877) 555-0142" };
  const app = new Hono<ServerEnv>();
  app.use(async (c, next) => {
    c.set("ip", c.req.header("From") ?? "");
    c.set("messages", messagesIn);
    return next();
  });
  app.use(
    limitPosts(
      services,
      tryAgainWith({ phone }, () => "loader()"),
      https,
      overLimitsOf(services, 65_536),
    ),
  );
  app.all("*", (c) => c.text("taken"));
  return async (from: string, proof?: string, more: RequestInit = {}) => {
    const cookie = proof && { Cookie: `${https ? "__Host-proof" : "proof"}=${proof}` };
    const headers = { From: from, "Content-Type": "application/json", ...cookie, ...more.headers };
    const incoming = { headers: {} };
    const init = { method: "POST", body: "{}", ...more, headers };
    const answer = await app.request("/survey/c", init, { incoming });
    return {
      status: answer.status,
      challenge: answer.headers.get("Proof-Of-Work"),
      text: await answer.text(),
    };
  };
}
type Post = ReturnType<typeof guarded>;
async function flood(post: Post, posts = inAll) {
  for (let at = 0; at < posts; at++) await post(`203.0.113.${at}`);
}

const visitor = "192.0.2.1";

it("without a flood nobody has to do work, up to the last post accepted", async () => {
  const post = guarded();
  await flood(post, inAll - 1);
  expect(await post(visitor)).toEqual({ status: 200, challenge: null, text: "taken" });
});

it.each([false, true])(
  "in a flood a visitor is asked for a proof, which is accepted once (https: %s)",
  async (https) => {
    const post = guarded({ https });
    await flood(post);
    const asked = await post(visitor);
    expect(asked).toMatchObject({ status: 429, challenge: expect.stringMatching(/^[\w+/]+=*$/) });
    const proof = await solve(asked.challenge!);
    expect(await post(visitor, proof)).toMatchObject({ status: 200 });
    expect(await post(visitor, proof)).toMatchObject({ status: 429, challenge: expect.any(String) });
    const text = await metrics.text();
    for (const outcome of ["asked", "taken", "replayed"]) {
      expect(text).toContain(`claimpath_proofs_of_work_total{outcome="${outcome}"} 1\n`);
    }
  },
);

it("after the flood no proof is asked for", async () => {
  const post = guarded();
  await flood(post, 3 * inAll);
  expect(await post(visitor)).toMatchObject({ status: 429 });
  now += 2 * minute;
  expect(await post(visitor)).toMatchObject({ status: 200, challenge: null });
});

it("an address over its own limit is refused even with a proof", async () => {
  const post = guarded();
  await flood(post);
  const proof = await solve((await post(visitor)).challenge!);
  for (let posts = 0; posts < 2; posts++) await post(visitor);
  expect(await post(visitor, proof)).toMatchObject({ status: 429, challenge: null });
});

it("as many posts are taken with a proof as without one; after that nobody is asked to work in vain", async () => {
  const post = guarded();
  await flood(post);
  const results = [];
  for (let at = 0; at < inAll + 2; at++) {
    const from = `198.51.100.${at}`;
    results.push(await post(from, await solve((await post(from)).challenge!)));
  }
  expect(results.map(({ status }) => status)).toEqual([...Array(inAll).fill(200), 429, 429]);
  expect(results.at(-1)!.challenge).toBeNull();
});

it("a form comes back as a page with the challenge, which its scripts solve; where proofs are off it has none", async () => {
  const form = {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ firstName: "Ana & Eva" }).toString(),
  };
  const working = guarded();
  await flood(working);
  const page = await working(visitor, undefined, form);
  expect(page.text).toContain(`data-island="proof" data-challenge="${page.challenge}"`);
  expect(page.text).toContain('name="firstName" value="Ana &amp; Eva"');
  expect(page.text).toContain("loader()</script>");
  const idle = guarded({ withProofs: false });
  await flood(idle);
  const plain = await idle(visitor, undefined, form);
  expect(plain).toMatchObject({ status: 429, challenge: null });
  expect(plain.text).toContain('value="Ana &amp; Eva"');
  expect(plain.text).not.toMatch(/data-island|<script/);
});

it("a form with more fields than any of ours is not kept", async () => {
  const post = guarded();
  await flood(post);
  const body = "a=&".repeat(101);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  expect(await post(visitor, undefined, { headers, body })).toMatchObject({ status: 400 });
});
