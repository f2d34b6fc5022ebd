import { describe, expect, it } from "vitest";
import { answersC, contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { expectGuarded, expectOnlyOurs } from "../support/guarded.ts";
import { holds } from "../support/holds.ts";
import { rawRequest } from "../support/raw-request.ts";
import { send } from "../support/send.ts";
import { change, holdWriteLock } from "../support/store-reader.ts";
import { type Answer, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests();

describe("when the store or the program fails", () => {
  it("says 503 and to try again, by page and JSON, and goes on afterwards", holds("T5"), async () => {
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

  it("says 500 in plain words for a mistake of ours, and logs the error's name", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    await visitor.post({ option: "Within 30 Days" });
    change(site.databaseFile, (db) =>
      db.exec(`update visit_log set body = '{broken secret-answer'
               where visit_id = (select id from visits order by created_at desc limit 1)`),
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
  it("keeps built assets for ever and sends them as Brotli", async () => {
    const path = await clientScript();
    const { headers } = await send(site.url, path, { headers: { "Accept-Encoding": "gzip, br" } });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["content-type"]).toMatch(/javascript/);
    expect((await send(site.url, "/assets/nothing.js")).headers["cache-control"]).toBe("no-store");
  });

  it("stores no page and compresses it", async () => {
    for (const path of ["/", "/survey/c", "/contact/", "/survey-thank-you/?q=y"]) {
      const { headers } = await send(site.url, path, { headers: { "Accept-Encoding": "gzip" } });
      expect(headers["cache-control"], path).toBe("no-store");
      expect(headers["content-encoding"], path).toBe("gzip");
    }
  });
});

it("our scripts can make neither markup nor scripts of a text", async () => {
  for (const path of ["/", "/survey/c", "/contact/", "/survey-thank-you/"]) {
    const { headers } = await send(site.url, path);
    expect(headers["content-security-policy"], path).toContain(
      "; require-trusted-types-for 'script'; trusted-types 'none'; ",
    );
  }
});

it("the thank-you page gives the address away to nobody and shows nothing of it", holds(140), async () => {
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

  it("gets no text of the query into the page as markup", holds("T20"), async () => {
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

/** Each form with a good answer, and where a visitor is afterwards. */
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

it("a store in trouble: every form comes back with what was typed, in its language, and is sent again when asked", async () => {
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
  const held = await Promise.all(visitors.map(({ visitor, given }) => visitor.post(given))).finally(release);

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
