import { describe, expect, it } from "vitest";
import { siteForTests } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query } from "../../support/store-reader.ts";
import { FormVisitor, JsonVisitor } from "../../support/visitors.ts";

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const two = (other: object) => [
  { name: "plain", weight: 1 },
  { name: "other", weight: 1, ...other },
];
const common = { about: "Tried by a test.", control: "plain", metric: "qualified", start: inDays(-2) };
const theme = { ...common, id: "theme", paths: ["/survey/c"], arms: two({ flags: { theme: "v3" } }) };
const salt = "a salt of the tests";

const site = siteForTests({
  stubs: false,
  experiments: {
    salt,
    list: [
      theme,
      { ...common, id: "short", paths: ["/survey/v4nv"], arms: two({ survey: "/survey/c" }) },
      { ...theme, id: "won", paths: ["/survey/v3"], stop: inDays(-1), winner: "other" },
      { ...theme, id: "later", paths: ["/survey/dui"], start: inDays(1) },
    ],
  },
});

const look = (html: string) => /<html[^>]*data-theme="([^"]+)"/.exec(html)?.[1] ?? "plain";
const surveyIn = (html: string) => /"survey":"([^"]+)"/.exec(html)![1]!;
const newestArrival = (file = site.databaseFile) =>
  JSON.parse(
    query<{ body: string }>(
      file,
      "select body from visit_log where kind = 'entry' order by visit_id desc, seq limit 1",
    )[0]!.body,
  );
const optionIn = (html: string) => /name="option" value="([^"]+)"/.exec(html)![1]!;

/** Opens an address as new browsers until each look was shown. */
async function eachLook(path: string, of: (html: string) => string | undefined) {
  const found = new Map<string, FormVisitor>();
  for (let tries = 0; tries < 60 && found.size < 2; tries++) {
    const visitor = new FormVisitor(site.url);
    const { html } = await visitor.open(path);
    found.set(of(html)!, visitor);
  }
  return found;
}

const names: Record<string, string> = { plain: "plain", v3: "other", v4nv: "plain", c: "other" };

describe("an arm of page flags", () => {
  it("is shown to a share of visitors, and again to those who return", async () => {
    const seen = await eachLook("/survey/c", look);
    expect([...seen.keys()].sort()).toEqual(["plain", "v3"]);
    for (const [theme, visitor] of seen) {
      const { cookie } = visitor;
      for (let times = 0; times < 3; times++)
        expect(look((await visitor.open("/survey/c")).html)).toBe(theme);
      expect(cookie.split(";").length).toBe(1);
    }
  });

  it.each(["forms", "scripts"])("is recorded with a visit of %s, which continues in it", async (how) => {
    for (const [theme, visitor] of await eachLook("/survey/c", look)) {
      const option = optionIn(visitor.screen.html);
      const { step } = visitor.screen;
      if (how === "forms") expect(look((await visitor.post({ option })).html)).toBe(theme);
      else {
        const json = new JsonVisitor(site.url);
        json.cookie = visitor.cookie;
        expect((await json.progress([{ answer: { step, fields: { option } } }])).status).toBe(200);
      }
      const flags = theme === "v3" ? "theme:v3" : "";
      expect(newestArrival().arm).toMatchObject({ experiment: "theme", name: names[theme], flags });
      const { html, step: next } = await visitor.open("/survey/c");
      expect([look(html), next === step]).toEqual([theme, false]);
    }
  });
});

describe("an arm that is another survey", () => {
  it("an arm that is another survey is shown at the visitor's own path, as a whole survey", async () => {
    const seen = await eachLook("/survey/v4nv?affid=12&s1=ad", surveyIn);
    expect([...seen.keys()].sort()).toEqual(["c", "v4nv"]);
    for (const [survey, visitor] of seen) {
      const { step } = visitor.screen;
      const next = await visitor.post({ option: optionIn(visitor.screen.html) });
      expect([next.status, surveyIn(next.html), next.step === step]).toEqual([200, survey, false]);
      expect(next.url).toMatch(/^\/survey\/v4nv\?/);
      expect(newestArrival()).toMatchObject({ path: "/survey/v4nv", query: { affid: "12", s1: "ad" } });
      expect(newestArrival().arm.name).toBe(names[survey]);
      const again = await visitor.open("/survey/v4nv");
      expect([surveyIn(again.html), again.step]).toEqual([survey, next.step]);
    }
  });
});

describe("nobody chooses an arm", () => {
  it("by flags in the address, which leave the experiment", holds("T130"), async () => {
    const visitor = new FormVisitor(site.url);
    for (const theme of ["v3", "v5"]) {
      const { html } = await visitor.open(`/survey/c?flags=theme:${theme}`);
      expect(look(html)).toBe(theme);
    }
    await visitor.post({ option: optionIn(visitor.screen.html) });
    expect(newestArrival().arm).toBeUndefined();
  });

  it("by flags too long to be read, which leave it too", holds("T130"), async () => {
    const looks = new Set<string>();
    for (let times = 0; times < 8; times++) {
      looks.add(look((await send(site.url, `/survey/c?flags=theme:${"v".repeat(300)}`)).text));
    }
    expect([...looks]).toEqual(["plain"]);
  });

  it("by an altered cookie, or without one: what was shown does not count", holds("T130"), async () => {
    for (const cookie of ["", "altered"]) {
      const visitor = new FormVisitor(site.url);
      const { html } = await visitor.open("/survey/c");
      for (const [name, value] of visitor.cookies)
        visitor.cookies.set(
          name,
          cookie && `${value.slice(0, 10)}${value[10] === "A" ? "B" : "A"}${value.slice(11)}`,
        );
      await visitor.post({ option: optionIn(html) });
      expect(newestArrival().arm).toBeUndefined();
    }
  });

  it("by personal words or ids, which are in no first view and no address", holds("T131"), async () => {
    for (const visitor of (await eachLook("/survey/c", look)).values()) {
      expect(visitor.screen.html).not.toMatch(/experiment|"arm"/);
      await visitor.post({ option: optionIn(visitor.screen.html) });
      expect(visitor.screen.url).not.toMatch(/theme|other|plain|arm/);
      expect([...visitor.cookies.keys()]).toEqual(["visit"]);
    }
  });
});

describe("a visit under way", () => {
  it("a visit in progress continues as it began, across a stop and a start", async () => {
    const short = { ...common, id: "short", paths: ["/survey/v4nv"], arms: two({ survey: "/survey/c" }) };
    const list = (own: object) => ({ salt, list: [{ ...short, ...own }] });
    const begin = async (settings: object) => startSite({ stubs: false, ...settings });
    const visitors = new Map<string, FormVisitor>();
    let at = await begin({ experiments: list({}) });
    const kept = { DATABASE_URL: at.databaseUrl };
    for (let tries = 0; tries < 40 && visitors.size < 2; tries++) {
      const visitor = new FormVisitor(at.url);
      visitors.set(surveyIn((await visitor.open("/survey/v4nv")).html), visitor);
    }
    for (const [, visitor] of visitors) await visitor.post({ option: optionIn(visitor.screen.html) });
    await at.close();
    // From one moment on everybody is shown the path's own survey, and then nobody.
    for (const own of [
      { stop: new Date().toISOString() },
      { stop: new Date().toISOString(), winner: "plain" },
    ]) {
      at = await begin({ ...kept, experiments: list(own) });
      for (const [survey, { cookies, screen }] of visitors) {
        const visitor = new FormVisitor(at.url);
        for (const [name, value] of cookies) visitor.cookies.set(name, value);
        const { html, step } = await visitor.open("/survey/v4nv");
        expect([surveyIn(html), step]).toEqual([survey, screen.step]);
        expect(surveyIn((await visitor.post({ option: optionIn(html) })).html)).toBe(survey);
        visitors.get(survey)!.screen = visitor.screen;
      }
      expect(surveyIn((await new FormVisitor(at.url).open("/survey/v4nv")).html)).toBe("v4nv");
      await at.close();
    }
  });
});
