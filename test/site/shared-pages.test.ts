import { describe, expect, it } from "vitest";
import { knownParameters } from "../../machines/context/tracking.ts";
import { entryPaths, findEntry } from "../../machines/registry.ts";
import { inputFor } from "../../machines/visit/open-visit.ts";
import { shortestWay } from "../../machines/visit/shortest-way.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { brought } from "../support/features.ts";
import { holds } from "../support/holds.ts";
import { type Sent, send } from "../support/send.ts";
import { storedLeads } from "../support/store-reader.ts";
import { FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";

const surveyPaths = [...entryPaths].reverse().map((path) => [findEntry(path)!.variant.code, path] as const);
const shared = [
  "/",
  "/about-us/",
  "/car-accident-laws/texas",
  "/privacy-policy/",
  ...brought.flatMap(({ shared: own = [] }) => own),
  ...new Map(surveyPaths.filter(([code]) => code !== "one-page")).values(),
];

/** Every part of a request that a browser fills in holds the visitor's own mark. */
function visitorWith(mark: string) {
  const names = [...knownParameters, "email"];
  const query = new URLSearchParams(names.map((name) => [name, `${mark}-${name}`]));
  const headers = {
    "User-Agent": `${mark}-browser`,
    Referer: `https://ads.example/${mark}`,
    "X-Forwarded-For": `${mark}-address`,
    "X-Forwarded-Host": `${mark}.example`,
    Cookie: `${mark}=${mark}`,
    "Accept-Language": `${mark}`,
  };
  return (url: string, path: string) => send(url, `${path}?${query}`, { headers });
}

const own = ({ headers }: Sent) => {
  const { "set-cookie": cookie, date, ...same } = headers;
  return same;
};
const sessionOf = ({ headers }: Sent) => {
  const value = headers["set-cookie"]![0]!.match(/=([^.]+)\./)![1]!;
  return JSON.parse(Buffer.from(value, "base64url").toString());
};

describe("pages that are the same for everybody", () => {
  const site = siteForTests();
  const one = visitorWith("zq1");
  const other = visitorWith("zq2");

  it.each(shared)("contain nothing about any visitor: %s", holds("T13"), async (path) => {
    // At once, so that both may find the page unmade; and once more from memory.
    const asked = await Promise.all([one(site.url, path), other(site.url, path)]);
    const [first, second] = asked;
    const again = await one(site.url, path);
    expect([first!.status, second!.text, again.text]).toEqual([200, first!.text, first!.text]);
    expect([own(second!), own(again)]).toEqual([own(first!), own(first!)]);
    expect(JSON.stringify([first!.text, own(first!)])).not.toMatch(/zq[12]/);
    if (!findEntry(path)) return expect(first!.headers).not.toHaveProperty("set-cookie");
    const sessions = [...asked, again].map(sessionOf);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
  });

  it("are compressed, more tightly once they are requested again, with the same words", async () => {
    const packed = async (encoding: string) => {
      const response = await fetch(`${site.url}/survey/b?flags=theme:v5`, {
        headers: { "Accept-Encoding": encoding },
      });
      const bytes = Number(response.headers.get("content-length"));
      return { bytes, text: await response.text(), encoding: response.headers.get("content-encoding") };
    };
    const [first, gzip, plain] = [await packed("br"), await packed("gzip"), await packed("identity")];
    expect([first.encoding, gzip.encoding, plain.encoding]).toEqual(["br", "gzip", null]);
    expect([first.text, gzip.text]).toEqual([plain.text, plain.text]);
    await expect.poll(async () => (await packed("br")).bytes).toBeLessThan(first.bytes);
  });

  it("let the lead say how its visitor arrived, by form and by script", async () => {
    const from = "https://ads.example/spring";
    const came = { headers: { Referer: from } };
    const visitor = await new JsonVisitor(site.url, "/survey/c", came).open("?affid=7&s1=abc&gclid=g1");
    await visitor.finish();
    const byScript = storedLeads(site.databaseFile).at(-1)!.record;
    expect(byScript).toMatchObject({ affid: "7", sub_id: "abc", gclid: "g1", page_referer: from });
    const walker = new FormVisitor(site.url, (request) => {
      if (request.method === "GET" && !request.headers.has("cookie")) request.headers.set("Referer", from);
      return fetch(request);
    });
    await walker.open("/survey/c?affid=8&s1=def");
    while (walker.screen.step) await walker.post(answersC[walker.screen.step]!);
    expect(storedLeads(site.databaseFile).at(-1)!.record).toMatchObject({
      affid: "8",
      sub_id: "def",
      page_referer: from,
    });
  });
});

describe("with a cache in front", () => {
  const site = siteForTests({
    "server.shared-cache-seconds": "300",
    "server.region-header": "CF-Region-Code",
    stubs: false,
  });

  it.each(["/survey/c", "/about-us/"])(
    "a page may be cached for everybody, and begins nobody's session: %s",
    async (path) => {
      const { headers } = await send(site.url, path);
      expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=300");
      expect(headers.vary).toBe("Accept-Encoding, Sec-GPC, CF-Region-Code, Cookie");
      expect(headers).not.toHaveProperty("set-cookie");
    },
  );

  it("the first answer begins the session, and the walk makes a lead", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?affid=7");
    expect(visitor.cookie).toBe("");
    while (visitor.screen.step) await visitor.post(answersC[visitor.screen.step]!);
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you/);
    expect(storedLeads(site.databaseFile).at(-1)!.record).toMatchObject({ affid: "7" });
  });

  it("a page that knows its visitor is cached by nobody", async () => {
    const visitor = new FormVisitor(site.url);
    const { step } = await visitor.open("/survey/c");
    await visitor.post(answersC[step]!);
    const { headers } = await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } });
    expect(headers["cache-control"]).toBe("no-store");
    for (const path of ["/contact/", "/do-not-sell-my-information/", "/survey-thank-you/"])
      expect((await send(site.url, path)).headers["cache-control"], path).toBe("no-store");
  });

  it("the pages on the way are alike except for their visitor's own data", async () => {
    const description = (mark: string) => `He said "it's me" & drove off: ${mark}`;
    const given = Object.values(answersC).slice(0, -1);
    // The answers to check, which the page with the consent lists.
    const listIn = (html: string) => html.match(/<dl\b.*?<\/dl>/s)?.[0] ?? "";
    const walk = async (query: string) => {
      const visitor = new FormVisitor(site.url);
      await visitor.open(`/survey/c?${query}`);
      const pages: string[] = [];
      for (const answer of given) {
        const { case_description: own } = answer;
        await visitor.post(own ? { case_description: description(query.slice(3, 6)) } : answer);
        pages.push(visitor.screen.html);
      }
      // Refused, the same question is made for its visitor alone.
      await visitor.post({ phone: "1", zip_code: "90210" });
      expect(listIn(pages.at(-1)!)).toMatch(/^<dl/);
      expect(listIn(pages.at(-1)!)).toBe(listIn(visitor.screen.html));
      return pages;
    };
    // A page that was made first in one name has made nobody else's.
    const poisoner = new FormVisitor(site.url);
    await poisoner.open("/survey/c?s1=zq4");
    for (const answer of given) {
      await poisoner.post(answer);
      const said = { Host: "zq4.test", "X-Forwarded-Host": "zq4.test", Referer: "https://zq4.test/" };
      const headers = { ...said, Cookie: poisoner.cookie, "Accept-Language": "zq4", "User-Agent": "zq4" };
      expect((await send(site.url, "/survey/c?zq4=zq4", { headers })).status).toBe(200);
    }
    const dataIn = (html: string) => JSON.parse(html.match(/id="survey-data">(.*?)<\/script>/s)![1]!);
    const [first, again, other] = [
      await walk("s1=zq1"),
      await walk("s1=zq2"),
      await walk("s1=zq3&flags=theme:v3"),
    ];
    for (const [at, html] of again.entries()) {
      const [mine, theirs] = [dataIn(html), dataIn(first[at]!)];
      expect(html).not.toMatch(/zq[134]/);
      expect(html).toContain(`name="visit" value="${mine.visit.token}"`);
      expect(mine.session.sessionId).toBe(mine.visit.id);
      expect(mine.hidden.visit).toBe(mine.visit.token);
      for (const own of [theirs.visit.token, theirs.visit.id, theirs.visit.leadEvent])
        expect(html).not.toContain(own);
      const answered = mine.log.filter(({ kind }: { kind: string }) => kind === "answer");
      expect(answered).toHaveLength(at + 1);
      expect(mine.input.tracking.sub_id).toBe("zq2");
      const without = (page: string) =>
        page
          .replace(listIn(page), "")
          .replaceAll(
            /(?<=id="survey-data">).*?(?=<\/script>)|(?<=name="(?:visit|shown)" value=")[^"]*/gs,
            "",
          );
      expect(without(html)).toBe(without(first[at]!));
      expect(without(other[at]!)).not.toBe(without(html));
      expect(other[at]).toContain('data-theme="v3"');
    }
  });

  it("a survey of one question begins its session first and names its visit, or two presses would make two leads", async () => {
    const isOneQuestion = (path: string) => {
      const entry = findEntry(path)!;
      const arrival = { path, query: {}, referer: "" };
      return (
        shortestWay(entry.variant.machine, inputFor(entry, { arrival, startedAt: 0 })).steps.length === 1
      );
    };
    for (const path of entryPaths.filter(isOneQuestion)) {
      const [{ headers, text }, other] = [await send(site.url, path), await send(site.url, path)];
      expect([path, headers["cache-control"], headers["set-cookie"]?.length]).toEqual([path, "no-store", 1]);
      const names = [text, other.text].map((html) => hiddenFields(html).visit);
      expect([path, ...names]).toEqual([path, expect.any(String), expect.any(String)]);
      expect(names[1]).not.toBe(names[0]);
    }
  });
});
