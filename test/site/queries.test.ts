import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { query as ask, storedLeads } from "../support/store-reader.ts";
import { entriesC, JsonVisitor, walkForms } from "../support/visitors.ts";

const site = siteForTests({ stubs: false });

const defaults = { affid: "1", oid: "81", sub_id: "1" };

describe("the query of an ad", () => {
  it.each([
    ["of equal names the first counts", "oid=57&oid=56&affid=7&affid=8", { affid: "7", oid: "57" }],
    ["numbers that are none", "oid=1e9&affid=<b>", {}],
    ["a number out of bounds", `oid=${"9".repeat(400)}`, {}],
    ["null bytes", "oid=%00&affid=7%00&s1=a%00b", {}],
    ["half a character", "oid=%E0%A4%A&s1=%E0%A4%A", {}],
    ["bytes that are no text", "affid=%ff%fe&s1=%ff", {}],
    ["placeholders that were not filled in", "oid={}&affid={}&s1={}", { affid: "10", sub_id: "" }],
    ["names in other brackets", "oid[$gt]=1&affid[__proto__]=7", {}],
    ["names that objects inherit", "__proto__=1&constructor=2&hasOwnProperty=3&toString=4", {}],
    ["a step that is none", "step=__proto__&flags=__proto__:on,constructor", {}],
    ["15 KB", `s1=${"a".repeat(15_000)}`, {}],
    ["thousands of names", Array.from({ length: 2_400 }, (_, index) => `a${index}`).join("&"), {}],
    ["nothing but separators", "&".repeat(5_000), {}],
  ])("an abused query still makes a lead: %s", holds("T19"), async (_name, query, expected) => {
    const visitor = await new JsonVisitor(site.url).open(`?${query}`);
    expect(visitor.cookie).not.toBe("");
    const posted = await visitor.finish(entriesC());
    expect([posted.status, posted.text]).toEqual([200, expect.stringContaining("/survey-thank-you/")]);
    expect(storedLeads(site.databaseFile).at(-1)!.record).toMatchObject({ ...defaults, ...expected });
  });

  const meant = { affid: "7", oid: "57", sub_id: "abc" };
  const long = { gclid: "G".repeat(300), fbclid: "f".repeat(256) };
  const clicks = { gbraid: "gb", wbraid: "wb", ttclid: "T".repeat(400), msclkid: "ms" };
  it.each<[query: string, expected: Record<string, string>]>([
    ["?affid=7&oid=57&s1=abc", meant],
    ["affid=7&amp;oid=57&amp;s1=abc", meant],
    ["affid=7?oid=57&s1=abc?fbclid=xyz", { ...meant, fbclid: "xyz" }],
    ["affid[]=7&oid[0]=57&s1[]=abc", meant],
    ["AFFID=7&Oid=57&S1=abc", meant],
    ["affid=7,8&oid=57,58&s1=abc", meant],
    [
      "affid=7&oid=57&s1={sub1}&sub2={{campaign.name}}&gclid={gclid}",
      { ...meant, sub_id: "", sub_id2: "", gclid: "" },
    ],
    ["affid=7%26oid=57%26s1=abc", meant],
    ["affid=7%2526oid%253D57%2526s1%253Dabc", meant],
    ["affid=7;oid=57;s1=abc", meant],
    ["affid=&affid=7&oid={oid}&oid=57&s1=abc", meant],
    ...[
      "7/",
      "7%2F",
      "%227%22",
      "%EF%BC%97",
      "7%252F",
      "7)",
      "%E2%80%8B7",
      "7?utm=x",
      "%E2%80%9C7%E2%80%9D.",
    ].map((affid): [string, typeof meant] => [`affid=${affid}&oid=57/&s1=%E2%80%8Babc`, meant]),
    [
      "affid=7&oid=57&s1=null&sub2=undefined&sub3=(null)&gclid=NULL",
      { ...meant, sub_id: "", sub_id2: "", sub_id3: "", gclid: "" },
    ],
    [`affid=7&oid=57&s1=abc&${new URLSearchParams(long)}`, { ...meant, ...long }],
    [`affid=7&oid=57&s1=abc&${new URLSearchParams(clicks)}`, { ...meant, ...clicks }],
  ])("an ad's address keeps its affiliate, with and without scripts: ?%s", async (query, expected) => {
    // An improper query is redirected to the intended address.
    const { location = `/survey/c?${query}` } = (await send(site.url, `/survey/c?${query}`)).headers;
    const visitor = await new JsonVisitor(site.url).open(location.replace("/survey/c", ""));
    expect((await visitor.finish(entriesC())).status).toBe(200);
    await walkForms(site.url, location);
    // A survey that keeps the query in its thank-you address, which the affiliate's pixel reads.
    const { screen } = await walkForms(site.url, location.replace("/survey/c", "/survey/multi-step"));
    const thanked = new URL(screen.url, site.url).searchParams;
    expect(thanked.getAll("affid")).toEqual([expected.affid]);
    for (const { record } of storedLeads(site.databaseFile).slice(-3)) expect(record).toMatchObject(expected);
    const bodies = ask<{ payload: unknown }>(site.databaseFile, "select payload from outbox").map(
      ({ payload }) => String(payload),
    );
    expect(bodies.join()).not.toMatch(/gbraid|wbraid|ttclid|msclkid/);
  });

  it.each(["a%00b", "%3Cb%3E", "%C3%A4", "{}"])(
    "the thank-you address names the lead's affiliate where ?affid=%s names none",
    async (affid) => {
      const { screen } = await walkForms(site.url, `/survey/multi-step?affid=${affid}`);
      const { record } = storedLeads(site.databaseFile).at(-1)!;
      const named = affid === "{}" ? ["10", "1"] : ["1", "1"];
      expect([record.affid, new URL(screen.url, site.url).searchParams.get("affid")]).toEqual(named);
    },
  );
});

describe("a redirect", () => {
  it.each([
    ["/survey/c)", "/survey/c"],
    ["/survey/c.", "/survey/c"],
    ["/survey/c,?affid=7", "/survey/c?affid=7"],
    ["/survey/c%20", "/survey/c"],
    ["/survey/c%E2%80%8B?affid=7", "/survey/c?affid=7"],
    ["/survey//c?affid=7", "/survey/c?affid=7"],
    ["/survey/c&affid=7&s1=a%20b", "/survey/c?affid=7&s1=a+b"],
    ["/survey/c%3Faffid=7&s1=abc", "/survey/c?affid=7&s1=abc"],
    ["/survey/v4nv-es).", "/survey/v4nv-es"],
    ["/contact/)", "/contact/"],
    ["/about-us%E2%80%9D", "/about-us/"],
    ["/)", "/"],
  ])("the address %s leads to %s", async (path, meant) => {
    const sent = await send(site.url, path);
    expect([sent.status, sent.headers.location]).toEqual([302, meant]);
    expect((await send(site.url, meant)).status).toBe(200);
  });

  it.each(["/survey/nothing)", "/survey-thank-you&q=y)", "/nothing.", "/%E0%A4%A)", "/graphs)"])(
    "the address %s leads nowhere, since nothing exists without its last character",
    async (path) => {
      expect((await send(site.url, path)).status).toBe(404);
    },
  );

  const evil = "evil.test";
  it.each([
    `//${evil}/`,
    `//${evil}/..`,
    `/%5c${evil}/`,
    `/%2f%2f${evil}/`,
    `/%09/${evil}/`,
    `/survey/c//${evil}`,
    `/survey/c/../..//${evil}/`,
    `/contact//${evil}/%2e%2e`,
    `/about-us?/../..//${evil}`,
    `http://${evil}/survey/c`,
    `/survey/c?step=//${evil}&next=//${evil}&redirect=//${evil}&location=//${evil}&returnTo=//${evil}`,
    `/survey/f?inspect=//${evil}&url=http://${evil}`,
    `/survey-thank-you/?q=y&location=//${evil}&next=http://${evil}`,
  ])("no address redirects to another host: %s", holds("T21"), async (path) => {
    for (const method of ["GET", "POST"]) {
      const form = { visit: "x", step: `//${evil}`, location: `//${evil}`, intent: `//${evil}` };
      const headers = { Host: evil, "X-Forwarded-Host": evil };
      const sending = method === "POST" ? { form } : {};
      for (const sent of [
        await send(site.url, path, sending),
        await send(site.url, path, { ...sending, headers }),
      ]) {
        expect(sent.status).toBeLessThan(500);
        const { location = "/", refresh } = sent.headers;
        expect(new URL(location, site.url).origin).toBe(site.url);
        expect(refresh).toBeUndefined();
        expect(sent.text).not.toMatch(/(?:href|src|action|content)="[^"]*\/\/evil\.test/);
      }
    }
  });
});

describe("a line break in a query", () => {
  it("line breaks stay out of headers and log lines", holds("T24"), async () => {
    const breaks = "%0d%0aSet-Cookie:%20stolen=1%0d%0a%0d%0a%e5%98%8a%e5%98%8dX:1";
    const typed = '\r\nSet-Cookie: stolen=1\r\n\r\n{"event":"forged"}\n';
    const before = site.output().length;
    for (const path of ["/survey/c", "/survey-thank-you/", "/nothing", "/contact/"]) {
      for (const address of [`${path}?s1=${breaks}&affid=${breaks}&step=${breaks}`, `${path}${breaks}`]) {
        for (const form of [undefined, { visit: typed, step: typed, email: typed, intent: typed }]) {
          const { status, headers } = await send(site.url, address, form && { form });
          expect(status).toBeLessThan(500);
          expect([headers.x, String(headers["set-cookie"]).includes("stolen")]).toEqual([undefined, false]);
        }
      }
    }
    const lines = site.output().slice(before).trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(["forged", undefined]).not.toContain(JSON.parse(line).event);
  });
});
