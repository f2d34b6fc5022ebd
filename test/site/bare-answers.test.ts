import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { expectGuarded, expectOnlyOurs } from "../support/guarded.ts";
import { holds } from "../support/holds.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type Sent, send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";
import { addressOf } from "../support/site.ts";

/** A site as it is behind a TLS proxy. */
const site = siteForTests({
  ...withCharts,
  SITE_ORIGIN: "https://site.test",
  TRUST_PROXY: "1",
  POSTS_PER_ADDRESS: "30",
});

const host = "Host: site.test\r\nConnection: close\r\n";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";
const contact = `POST /contact/ HTTP/1.1\r\n${host}${form}`;

const bare: [what: string, request: string, status: number][] = [
  ["what is no HTTP", "HELLO\r\n\r\n", 400],
  ["too long a header", `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["an expectation", `GET / HTTP/1.1\r\n${host}Expect: 200-ok\r\n\r\n`, 417],
  ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["a Host that is none", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
  ["two lengths", `${contact}Content-Length: 3\r\nContent-Length: 4\r\n\r\na=1`, 400],
  ["length and chunks", `${contact}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["an unknown coding", `${contact}Transfer-Encoding: x\r\n\r\n0\r\n\r\n`, 400],
  ["a space before the colon", `${contact}Content-Length : 3\r\n\r\na=1`, 400],
  ["a folded header", `GET / HTTP/1.1\r\n${host}X: a\r\n b\r\nX\u0000: c\r\n\r\n`, 400],
];

describe("what is answered outside the site's own guards", () => {
  it.each(bare)("carries all security headers: %s", async (_what, request, status) => {
    const answer = await rawRequest(addressOf(site), request);
    expect(answer.status).toBe(status);
    expect(headersOf(answer.head)).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("geolocation=()"),
      "cache-control": "no-store",
      "content-type": status === 431 ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    });
  });

  it.each([
    ["/survey/c", "/survey/c", "Start now"],
    ["/survey/v4nv-es", "/survey/v4nv-es", "Empezar ahora"],
    ["/contact/", "/survey/c", "Start now"],
  ])("an endless link to %s gets a page that leads on", async (path, next, words) => {
    const answer = await rawRequest(
      addressOf(site),
      `GET ${path}?gclid=${"a".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
    );
    expect(answer.status).toBe(431);
    expect(answer.body).toContain(`<a class="button" href="${next}">${words}</a>`);
  });
});

const behindProxy = { Host: "site.test", "X-Forwarded-For": "192.0.2.1" };
const signedIn = { ...behindProxy, Authorization: `Bearer ${chartsToken}` };
const ours = { ...behindProxy, Origin: "https://site.test" };

const kinds: [what: string, status: number, path: string, sending: Parameters<typeof send>[2]][] = [
  ["a page", 200, "/", {}],
  ["a question", 200, "/survey/c", {}],
  ["an answer", 200, "/survey/c", { form: { option: "x" } }],
  ["a refused form", 422, "/contact/", { form: { a: "" } }],
  ["JSON", 400, "/api/progress", { json: {} }],
  [
    "from elsewhere",
    403,
    "/contact/",
    { form: { a: "" }, headers: { ...ours, Origin: "https://evil.test" } },
  ],
  ["too much", 413, "/contact/", { form: { m: "a".repeat(70_000) } }],
  ["another type", 405, "/about-us/", { method: "PUT" }],
  ["TRACE", 405, "/", { method: "TRACE" }],
  ["nothing there", 404, "/nothing", {}],
  ["the thank-you page", 200, "/survey-thank-you/?q=y", {}],
  ["an unknown survey", 404, "/survey/nothing", {}],
  ["an unknown asset", 404, "/assets/nothing.js", {}],
  ["a post to a page without a form", 405, "/?index", { form: { a: "" } }],
  ["a get of a post address", 405, "/post-lead", {}],
  ["a body of another type", 415, "/contact/", { body: "a" }],
  ["no JSON", 400, "/post-lead", { json: {}, body: "{" }],
  ["the charts, signed in", 200, "/graphs/c", { headers: signedIn }],
  ["the charts, not signed in", 404, "/graphs/c", {}],
  ["a table of numbers", 200, "/graphs/c/numbers/steps.csv", { headers: signedIn }],
  ["a table for engines", 200, "/graphs/c/numbers/steps.parquet", { headers: signedIn }],
  ["sessions, one a row", 200, "/graphs/c/sessions/csv", { headers: signedIn }],
  ["a drawing", 200, "/graphs/c/drawing.svg", { headers: signedIn }],
  ["the sitemap", 200, "/sitemap.xml", {}],
  ["robots.txt", 200, "/robots.txt", {}],
  ["a well-known file", 200, "/.well-known/gpc.json", {}],
  ["health", 200, "/healthz", {}],
  ["readiness", 200, "/readyz", {}],
  ["a picture", 200, "/logo.svg", {}],
  ["the source's history", 404, "/.git/HEAD", {}],
  ["the settings", 404, "/.env", {}],
  ["a folder", 404, "/assets/", {}],
];

describe("over https every kind of answer", () => {
  it.each(kinds)(
    "can have the Observatory's best grade and says what it is: %s",
    holds("T26"),
    async (_what, status, path, sending) => {
      const answer = await send(addressOf(site), path, { headers: ours, ...sending });
      expect(answer.status).toBe(status);
      expectBest(answer, path);
    },
  );

  it("names the hash of every inline script and style on a page", holds("T20"), async () => {
    for (const [, , path, sending] of kinds) {
      const answer = await send(addressOf(site), path, { headers: ours, ...sending });
      if (String(answer.headers["content-type"]).startsWith("text/html")) expectOnlyOurs(answer);
    }
  });

  it("also one that is over the limit of posts", async () => {
    const post = { form: { a: "" }, headers: { ...ours, "X-Forwarded-For": "192.0.2.9" } };
    let answer = await send(addressOf(site), "/contact/", post);
    // A minute may end in between: then they are counted again.
    for (let left = 100; left > 0 && answer.status !== 429; left--)
      answer = await send(addressOf(site), "/contact/", post);
    expect(answer.status).toBe(429);
    expectBest(answer, "/contact/");
  });
});

function expectBest(answer: Sent, path: string): void {
  const isApart = path.startsWith("/graphs/");
  expectGuarded(answer, { framed: isApart, isApart });
  expect(answer.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  const { headers } = answer;
  expect(headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  expect(headers).not.toHaveProperty("access-control-allow-origin");
  for (const cookie of headers["set-cookie"] ?? []) {
    expect(cookie).toMatch(/^__Host-[^;]+; (?:Max-Age=\d+; )?Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
  }
  if (answer.text !== "") {
    expect(headers["content-type"]).toMatch(
      /^(?:text\/[^;]+; ?charset=utf-8|application\/(?:json|xml|vnd\.apache\.parquet)|image\/)/i,
    );
  }
}

describe("a request that says nothing of its length", () => {
  it("is read to its end, as some proxies send every post", async () => {
    const chunked = "POST /do-not-sell-my-information/ HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n";
    const body = "Transfer-Encoding: chunked\r\n\r\n8\r\nemail=x%\r\n2\r\n40\r\n0\r\n\r\n";
    const answer = await rawRequest(
      addressOf(site),
      `${chunked}X-Forwarded-For: 192.0.2.2\r\n${form}${body}`,
    );
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('value="x@"');
  });

  it("and has no body is none of a form", async () => {
    const post = `POST /about-us/ HTTP/1.1\r\n${host}X-Forwarded-For: 192.0.2.3\r\n\r\n`;
    expect((await rawRequest(addressOf(site), post)).status).toBe(405);
  });

  it("nor does a Host that looks like an address and is none fail", async () => {
    const { status } = await rawRequest(
      addressOf(site),
      "GET / HTTP/1.1\r\nHost: 127.0.0.0.1\r\nConnection: close\r\n\r\n",
    );
    expect(status).toBe(400);
  });

  it("no other protocol is spoken where one is offered", async () => {
    const upgrade =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n";
    const { status } = await rawRequest(
      addressOf(site),
      `GET / HTTP/1.1\r\nHost: site.test\r\n${upgrade}\r\n`,
      {
        endAfterMs: 0,
      },
    );
    expect(status).toBe(200);
  });
});

function headersOf(head: string): Record<string, string> {
  const lines = head.split("\r\n").slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.split(": ", 1)[0]!.toLowerCase(), line.replace(/^[^:]*: /, "")]),
  );
}
