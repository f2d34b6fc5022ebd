import { describe, expect, it, onTestFinished } from "vitest";
import { answersC, contactMessage } from "../support/answers.ts";
import { chartsToken, withCharts } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { brought } from "../support/features.ts";
import { holds } from "../support/holds.ts";
import { expectGuarded, expectOnlyOurs, rawRequest, type Sent, send } from "../support/send.ts";
import { addressOf, startSite } from "../support/site.ts";
import { change, holdWriteLock, rewrite } from "../support/store-reader.ts";
import { type Answer, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests();

describe("when the store or the program fails", () => {
  it("answers 503 with Retry-After, by page and JSON, and recovers afterwards", holds("T5"), async () => {
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
    expectOnlyOurs(page);
    expect(survey.status).toBe(503);

    expect((await visitor.progress(entries)).status).toBe(200);
    expect(site.output()).toMatch(/"event":"request.failed".*"error":"StoreBusy"/);
  });

  it("answers 500 in plain words for a mistake of ours, and logs the error's name", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    await visitor.post({ option: "Within 30 Days" });
    const newest = "(select id from visits order by created_at desc limit 1)";
    rewrite(site.databaseFile, "visit_log.body", `visit_id = ${newest}`, () => "{broken secret-answer");
    // Of the length that the process remembers, the log would not be read.
    change(site.databaseFile, (database) =>
      database.exec(`update visits set log_length = log_length + 1 where id = ${newest}`),
    );
    const page = await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } });
    expect(page.status).toBe(500);
    expectGuarded(page);
    expectOnlyOurs(page);
    expect(page.text).toContain("<h1>Something went wrong</h1>");
    expect(page.text).not.toMatch(/SyntaxError|secret-answer|at \w+ \(/);
    expect(site.output()).toMatch(/"event":"request.failed".*"error":"SyntaxError"/);
    expect(site.output()).not.toContain("secret-answer");
  });
});

describe("caching and compression", () => {
  it("caches built assets for ever and sends them as Brotli", async () => {
    const path = await clientScript();
    const { headers } = await send(site.url, path, { headers: { "Accept-Encoding": "gzip, br" } });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["content-type"]).toMatch(/javascript/);
    expect((await send(site.url, "/assets/nothing.js")).headers["cache-control"]).toBe("no-store");
  });

  it("caches no page and compresses it", async () => {
    for (const path of ["/", "/survey/c", "/contact/", "/survey-thank-you/?q=y"]) {
      const { headers } = await send(site.url, path, { headers: { "Accept-Encoding": "gzip" } });
      expect(headers["cache-control"], path).toBe("no-store");
      expect(headers["content-encoding"], path).toBe("gzip");
    }
  });
});

describe("the headers of a page", () => {
  it("our scripts cannot make markup or scripts from text", async () => {
    for (const path of ["/", "/survey/c", "/contact/", "/survey-thank-you/"]) {
      const { headers } = await send(site.url, path);
      expect(headers["content-security-policy"], path).toContain(
        "; require-trusted-types-for 'script'; trusted-types 'none'; ",
      );
    }
  });

  it("the thank-you page reveals its address to nobody and shows nothing from it", holds(140), async () => {
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
    ["a NUL in a file's name", `GET /assets/%00 HTTP/1.1\r\n${ends}`],
    ["a way out of the folder", `GET /assets/..%2f..%2fserver%2findex.js HTTP/1.1\r\n${ends}`],
    ["an asterisk", `OPTIONS * HTTP/1.1\r\n${ends}`],
    ["another site's address", `GET http://evil.test/ HTTP/1.1\r\n${ends}`],
  ])("are answered without an error of ours: %s", holds("T19", "T24"), async (_name, text) => {
    const { status, head } = await rawRequest(site.url, text);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    expect(head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(head).toMatch(/^x-content-type-options: nosniff/im);
  });

  it("put no text of the query into the page as markup", holds("T20"), async () => {
    const attack = encodeURIComponent(`"'></script><script>alert(1)</script><img src=x onerror=a>`);
    const query = ["s1", "affid", "oid", "debug", "step", "gclid"]
      .map((name) => `${name}=${attack}`)
      .join("&");
    const page = await send(site.url, `/survey/c?${query}`, {
      headers: { Referer: `http://a.test/${attack}` },
    });
    expect(page.text).not.toMatch(/<script>alert|<img src=x/);
    expectOnlyOurs(page);
  });
});

/** An island's address, as the loader in every page knows it. */
async function clientScript(): Promise<string> {
  const { text } = await send(site.url, "/");
  return text.match(/import\(["'](\/assets\/[^"']+)["']\)/)![1]!;
}

const en = { language: "en", title: "Please wait a moment" };
const es = { language: "es", title: "Espere un momento, por favor" };
const typed = {
  firstName: 'Ana "Eva"',
  lastName: "<b>",
  email: "ana@example.com",
  phoneNumber: "(213) 555-0123",
};
const message = "A truck hit us & left.";

/** Each form with a valid answer, and where a visitor is afterwards. */
const forms: { path: string; answer: Answer; words: typeof en; next: RegExp }[] = [
  { path: "/survey/c?affid=7", answer: { option: "Within 30 Days" }, words: en, next: /step=\w+/ },
  { path: "/survey/v4nv-es", answer: { option: "Within 30 Days" }, words: es, next: /step=\w+/ },
  { path: "/survey/ticket", answer: {}, words: en, next: /step=\w+/ },
  { path: "/survey/benefits", answer: {}, words: en, next: /step=\w+/ },
  {
    path: "/contact/",
    answer: { typeOfAccident: "Truck Accident", ...typed, message },
    words: en,
    next: /sent=1/,
  },
  { path: "/do-not-sell-my-information/", answer: { email: "ana@example.com" }, words: en, next: /done=all/ },
];

describe("a form while the store is in trouble", () => {
  it("every form comes back with what was typed, in its language, and is sent again on request", async () => {
    const visitors = await Promise.all(
      forms.map(async ({ path, answer }) => {
        const visitor = new FormVisitor(site.url);
        const { html } = await visitor.open(path);
        const [, option] = html.match(/<button[^>]* name="option" value="([^"]+)"/) ?? [];
        const given = Object.keys(answer).length > 0 ? answer : option ? { option } : { intent: "next" };
        return { visitor, given, own: hiddenFields(html) };
      }),
    );
    const release = holdWriteLock(site.databaseFile);
    const held = await Promise.all(visitors.map(({ visitor, given }) => visitor.post(given))).finally(
      release,
    );

    for (const [at, { status, html }] of held.entries()) {
      const { path, words } = forms[at]!;
      const { own, given } = visitors[at]!;
      expect(status, path).toBe(503);
      expect(html).toContain(`<html lang="${words.language}">`);
      expect(html).toContain(`<h1>${words.title}</h1>`);
      expect(html).toContain('<a href="tel:+18775550142">(877) 555-0142</a>');
      expect(hiddenFields(html), path).toEqual({ ...own, ...given });
      expect(html, "it sends itself, and nobody is asked for work").toMatch(
        /<form [^>]*data-island="proof" data-challenge="" data-seconds="\d+"/,
      );
    }
    for (const [at, { visitor }] of visitors.entries()) {
      const { status, url } = await visitor.post({});
      expect([status, url], forms[at]!.path).toEqual([200, expect.stringMatching(forms[at]!.next)]);
    }
  });
});

describe("behind a TLS proxy", () => {
  /** A site as it is behind a TLS proxy. */
  const site = siteForTests({
    ...withCharts,
    SITE_ORIGIN: "https://site.test",
    TRUST_PROXY: "1",
    "limits.posts-per-address": "30",
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

  type Kind = [what: string, status: number, path: string, sending: Parameters<typeof send>[2]];
  const kinds: Kind[] = [
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
    ...brought.flatMap(({ ofCharts = [] }) => ofCharts.map((each): Kind => [...each, { headers: signedIn }])),
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
      "earns the Observatory's best grade and declares its type: %s",
      holds("T26"),
      async (_what, status, path, sending) => {
        const answer = await send(addressOf(site), path, { headers: ours, ...sending });
        expect(answer.status).toBe(status);
        expectBest(answer, path);
      },
    );

    it("has the hash of every inline script and style on a page", holds("T20"), async () => {
      for (const [, , path, sending] of kinds) {
        const answer = await send(addressOf(site), path, { headers: ours, ...sending });
        if (String(answer.headers["content-type"]).startsWith("text/html")) expectOnlyOurs(answer);
      }
    });

    it("even one over the limit of posts", async () => {
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
      const chunked =
        "POST /do-not-sell-my-information/ HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n";
      const body = "Transfer-Encoding: chunked\r\n\r\n8\r\nemail=x%\r\n2\r\n40\r\n0\r\n\r\n";
      const answer = await rawRequest(
        addressOf(site),
        `${chunked}X-Forwarded-For: 192.0.2.2\r\n${form}${body}`,
      );
      expect(answer.status).toBe(422);
      expect(answer.body).toContain('value="x@"');
    });

    it("and has no body is not taken for a form", async () => {
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

    it("no offered change of protocol is accepted", async () => {
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
});

async function start(settings: Record<string, string>): Promise<string> {
  const site = await startSite({ stubs: false, ...settings });
  onTestFinished(site.close);
  return addressOf(site);
}

/** What a survey's page with this request says about its host, and whether search engines may list it. */
async function isExternalHost(url: string, headers: Record<string, string>) {
  const { text } = await send(url, "/survey/c", { headers });
  const isExternal = text.includes('"isExternalHost":true');
  expect(text.includes('name="robots" content="noindex"')).toBe(isExternal);
  expect(text.includes('rel="canonical"')).toBe(!isExternal);
  return isExternal;
}

describe("a survey under another host's name", () => {
  it("is not listed where the site's own name is known", holds(208), async () => {
    const url = await start({ SITE_ORIGIN: "https://site.test" });
    expect(await isExternalHost(url, { Host: "other.test" })).toBe(true);
    expect(await isExternalHost(url, { Host: "site.test" })).toBe(false);
    expect(await isExternalHost(url, { Host: "SITE.test:443" })).toBe(false);
  });

  it("is recognized by what the proxy forwards, since it may use any name itself", holds(208), async () => {
    const url = await start({ SITE_ORIGIN: "https://site.test", TRUST_PROXY: "1" });
    const inner = { Host: "127.0.0.1:3000", "X-Forwarded-For": "192.0.2.1" };
    expect(await isExternalHost(url, inner)).toBe(false);
    expect(await isExternalHost(url, { ...inner, "X-Forwarded-Host": "other.test" })).toBe(true);
    expect(await isExternalHost(url, { ...inner, "X-Forwarded-Host": "site.test" })).toBe(false);
    expect(await isExternalHost(url, { ...inner, "X-Forwarded-Host": "a b" })).toBe(false);
  });

  it("is the site's own where no SITE_ORIGIN is given", holds(208), async () => {
    expect(await isExternalHost(await start({}), { Host: "other.test" })).toBe(false);
  });
});
