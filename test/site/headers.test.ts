import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersC } from "../support/answers-c.ts";
import { contactMessage } from "../support/contact-message.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { expectGuarded, expectOnlyOurs, nonceOf } from "../support/guarded.ts";
import { holds } from "../support/holds.ts";
import { JsonVisitor } from "../support/json-visitor.ts";
import { rawRequest } from "../support/raw-request.ts";
import { type Sent, send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";
import { siteProcess } from "../support/site-process.ts";
import { change, holdWriteLock } from "../support/store-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const emptyForm = { form: { a: "" } };
const fromElsewhere = { headers: { Origin: "http://evil.test" }, ...emptyForm };

/** One answer of every kind the site gives. */
const kinds: Record<string, { status: number; get: () => Promise<Sent> }> = {
  "a page": { status: 200, get: () => send(site.url, "/") },
  "a survey page": { status: 200, get: () => send(site.url, "/survey/c?affid=7") },
  "the contact page": { status: 200, get: () => send(site.url, "/contact/") },
  "the thank-you page": { status: 200, get: () => send(site.url, "/survey-thank-you/?q=y") },
  "a redirect": { status: 303, get: () => send(site.url, "/survey/c", { form: { visit: "none" } }) },
  "an unknown page": { status: 404, get: () => send(site.url, "/nothing/here") },
  "an unknown survey": { status: 404, get: () => send(site.url, "/survey/nothing") },
  "an unknown asset": { status: 404, get: () => send(site.url, "/assets/nothing.js") },
  "another method": { status: 405, get: () => send(site.url, "/contact/", { method: "PUT" }) },
  TRACE: { status: 405, get: () => send(site.url, "/", { method: "TRACE" }) },
  "a post to a page without a form": { status: 405, get: () => send(site.url, "/?index", emptyForm) },
  "a get of a post address": { status: 405, get: () => send(site.url, "/post-lead") },
  "too much": { status: 413, get: () => send(site.url, "/contact/", { form: { m: "a".repeat(70_000) } }) },
  "another type": { status: 415, get: () => send(site.url, "/contact/", { body: "a" }) },
  "another type of JSON": { status: 415, get: () => send(site.url, "/post-lead", { body: "{}" }) },
  "no JSON": { status: 400, get: () => send(site.url, "/post-lead", { json: {}, body: "{" }) },
  "a refused form": { status: 422, get: () => send(site.url, "/contact/", emptyForm) },
  "a post from elsewhere": { status: 403, get: () => send(site.url, "/contact/", fromElsewhere) },
  "a built asset": { status: 200, get: async () => send(site.url, await clientScript()) },
  "a public file": { status: 200, get: () => send(site.url, "/logo.svg") },
  healthz: { status: 200, get: () => send(site.url, "/healthz") },
  readyz: { status: 200, get: () => send(site.url, "/readyz") },
};

describe("every kind of answer", () => {
  it.each(Object.entries(kinds))("carries the security headers: %s", async (_name, { status, get }) => {
    const answer = await get();
    expect(answer.status).toBe(status);
    expectGuarded(answer);
  });

  it("has a new nonce each time, and every script and style on a page carries it", async () => {
    const nonces = new Set<string>();
    const pages = Object.values(kinds);
    for (const { get } of pages) {
      const { headers, text } = await get();
      const nonce = String(headers["content-security-policy"]).match(/'nonce-([^']+)'/)?.[1] ?? "";
      nonces.add(nonce);
      if (String(headers["content-type"]).startsWith("text/html")) expectOnlyOurs(text, nonce);
    }
    expect(nonces.size).toBe(pages.length);
  });
});

describe("when the store or the program fails", () => {
  it("says 503 and to try again, on a page and as JSON, keeps the headers, and goes on afterwards", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const form = new FormVisitor(site.url);
    await form.open("/survey/c");
    const release = holdWriteLock(site.databaseFile);
    const entries = [{ answer: { step: "WhenWasTheAccident", fields: answersC.WhenWasTheAccident! } }];
    const asJson = visitor.progress(entries);
    const asPage = send(site.url, "/contact/", { form: contactMessage });
    const asSurvey = form.post({ option: "Within 30 Days" });
    for (const path of ["/", "/survey/c", "/contact/", "/healthz"]) {
      expect((await send(site.url, path)).status, `${path}, while the lock is held`).toBe(200);
    }
    const [json, page, survey] = await Promise.all([asJson, asPage, asSurvey]);
    release();

    for (const answer of [json, page]) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expectGuarded(answer);
    }
    expect(JSON.parse(json.text)).toEqual({ error: expect.stringMatching(/try again/i), field: null });
    expect(page.text).toContain("<h1>Please wait a moment</h1>");
    expectOnlyOurs(page.text, nonceOf(page));
    expect(survey.status).toBe(503);

    expect((await visitor.progress(entries)).status).toBe(200);
    expect(site.output()).toMatch(/"event":"request.failed".*"error":"StoreBusy"/);
  });

  it("says 500 in plain words for a mistake of ours, and logs the error's name", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    await visitor.post({ option: "Within 30 Days" });
    change(site.databaseFile, (db) =>
      db.exec(`update visit_log set body = '{broken secret-answer'
               where visit_id = (select id from visits order by created_at desc limit 1)`),
    );
    const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
    const page = await send(site.url, "/survey/c", { headers: { Cookie: cookie } });
    expect(page.status).toBe(500);
    expectGuarded(page);
    expectOnlyOurs(page.text, nonceOf(page));
    expect(page.text).toContain("<h1>This did not work</h1>");
    expect(page.text).not.toMatch(/SyntaxError|secret-answer|at \w+ \(/);
    expect(site.output()).toMatch(/"event":"request.failed".*"error":"SyntaxError"/);
    expect(site.output()).not.toContain("secret-answer");
  });
});

describe("served over https", () => {
  it("says so for two years, and its cookie is for this host alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "claimpath-"));
    const secure = siteProcess({
      SITE_ORIGIN: "https://site.test",
      DATABASE_URL: `file:${join(folder, "claimpath.db")}`,
      TRUST_PROXY: "1",
    });
    const port = await secure.port;
    const headers = { Host: "site.test", "X-Forwarded-For": "192.0.2.1" };
    const page = await send(`http://127.0.0.1:${port}`, "/survey/c", { headers });
    expect(page.headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
    expect(page.headers["content-security-policy"]).toContain("upgrade-insecure-requests");
    expect(page.headers["set-cookie"]![0]).toMatch(
      /^__Host-visit=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const post = { form: { a: "" }, headers: { ...headers, Origin: "https://site.test" } };
    expect((await send(`http://127.0.0.1:${port}`, "/contact/", post)).status).toBe(422);
    secure.child.kill();
    expect((await secure.ended).code).toBe(0);
  });
});

describe("caching and compression", () => {
  it("keeps built assets for ever and sends them as Brotli", async () => {
    const path = await clientScript();
    const { headers } = await send(site.url, path, { headers: { "Accept-Encoding": "gzip, br" } });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["content-type"]).toMatch(/javascript/);
    expect((await kinds["an unknown asset"]!.get()).headers["cache-control"]).toBe("no-store");
  });

  it("stores no page and compresses it", async () => {
    for (const path of ["/", "/survey/c", "/contact/", "/survey-thank-you/?q=y"]) {
      const { headers } = await send(site.url, path, { headers: { "Accept-Encoding": "gzip" } });
      expect(headers["cache-control"], path).toBe("no-store");
      expect(headers["content-encoding"], path).toBe("gzip");
    }
  });
});

describe("the thank-you page", () => {
  it("gives the address away to nobody and shows nothing of it", holds(140), async () => {
    const query = "email=ana%40example.com&phone=%28213%29+555-0123&city=Austin&zip_code=73301&q=n";
    const page = await send(site.url, `/survey-thank-you/?${query}`);
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.headers["x-robots-tag"]).toBe("noindex");
    expect(page.text).not.toMatch(/ana@|ana%40|555-0123|Austin|73301/);
    expect(page.text).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
    expect(String(page.headers["content-security-policy"])).not.toMatch(/https?:|\*/);
    const [first] = page.text.match(/<script[^>]*>[^<]*/) ?? [];
    expect(first, "the first script of the page").toContain("history.replaceState(history.state");
  });
});

describe("requests that are no proper ones", () => {
  const ends = "Host: site.test\r\nConnection: close\r\n\r\n";
  it.each([
    ["a double slash", `GET // HTTP/1.1\r\n${ends}`],
    ["a Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    ["no Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["half a character", `GET /%E0%A4%A HTTP/1.1\r\n${ends}`],
    ["a NUL", `GET /%00 HTTP/1.1\r\n${ends}`],
    ["a NUL in a file's name", `GET /assets/%00 HTTP/1.1\r\n${ends}`],
    ["a way out of the folder", `GET /assets/..%2f..%2fserver%2findex.js HTTP/1.1\r\n${ends}`],
    ["line breaks in the query", `GET /survey/c?s1=%0d%0aSet-Cookie:a=b&step=%0d%0aX HTTP/1.1\r\n${ends}`],
    ["half a character in the query", `GET /survey/c?s1=%E0%A4%A&oid=%00 HTTP/1.1\r\n${ends}`],
    ["a query of 15 KB", `GET /survey/c?s1=${"a".repeat(15_000)} HTTP/1.1\r\n${ends}`],
    ["a header of 20 KB", `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n${ends}`],
    ["an asterisk", `OPTIONS * HTTP/1.1\r\n${ends}`],
    ["another site's address", `GET http://evil.test/ HTTP/1.1\r\n${ends}`],
    ["no HTTP", "HELLO\r\n\r\n"],
  ])("are answered without an error of ours: %s", async (_name, text) => {
    const { status, head } = await rawRequest(site.url, text);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
    expect(head).not.toMatch(/^set-cookie: a=b/im);
  });

  it("gets no text of the query into the page as markup", async () => {
    const attack = encodeURIComponent(`"'></script><script>alert(1)</script><img src=x onerror=a>`);
    const query = ["s1", "affid", "oid", "debug", "step", "gclid"]
      .map((name) => `${name}=${attack}`)
      .join("&");
    const page = await send(site.url, `/survey/c?${query}`, {
      headers: { Referer: `http://a.test/${attack}` },
    });
    expect(page.text).not.toMatch(/<script>alert|<img src=x/);
    expectOnlyOurs(page.text, nonceOf(page));
  });
});

/** An island's address, as the loader in every page knows it. */
async function clientScript(): Promise<string> {
  const { text } = await send(site.url, "/");
  return text.match(/import\(["'](\/assets\/[^"']+)["']\)/)![1]!;
}
