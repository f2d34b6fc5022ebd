import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { pagesIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests({
  PROOF_OF_WORK_COST: "0",
  PAGES_FILE: pagesIn({
    "/survey/c": { flags: { theme: "v3", verifyPhone: true } },
    "/survey/v4nv/": { flags: { combinedLastStep: "on" } },
    "/lp/surveyv4nv-2": { flags: { logo: "v2" } },
  }),
});

const looks = async (path: string) => {
  const { text } = await send(site.url, path);
  const [tag = ""] = /<html[^>]*>/.exec(text) ?? [];
  return [...tag.matchAll(/data-(theme|logo)="([^"]+)"/g)].map(([, name, value]) => `${name} ${value}`);
};

describe("page flags of a path", () => {
  it.each([
    ["/survey/c", ["theme v3"]],
    ["/survey/c/", ["theme v3"]],
    ["/survey-sd/v3b", []],
    ["/lp/surveyv4nv-2", ["logo v2"]],
    ["/lp/surveyv4nv-3", []],
    ["/survey/c?flags=theme:v5,logo:v1", ["theme v5", "logo v1"]],
    ["/survey/c?flags=theme:default", []],
  ])("hold at %s: %j", holds(384, 385), async (path, expected) => {
    expect((await looks(path)).sort()).toEqual(expected.sort());
  });

  it("change the way through a survey", async () => {
    const visitor = new FormVisitor(site.url);
    const { html } = await visitor.open("/survey/v4nv");
    const [, data = ""] =
      /<script type="application\/json" id="survey-data">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(data).input.flags).toMatchObject({ combinedLastStep: true, verifyPhone: false });
  });

  it("are counted with the visits that had them", async () => {
    const visitor = await new JsonVisitor(site.url).open("?flags=theme:v7");
    await visitor.finish(entriesC());
    const flags = () =>
      query<{ flags: string }>(
        site.databaseFile,
        "select flags from analytics_sessions s join analytics_traces t on t.id = s.trace_id join analytics_sources c on c.id = s.source_id",
      );
    await waitFor("the visit to be counted", () => flags().length > 0);
    expect(flags()).toEqual([{ flags: "verifyPhone:on,theme:v7" }]);
  });
});

describe("verification of numbers that a path asks for", () => {
  const sent = async (search: string) => {
    const visitor = await new JsonVisitor(site.url).open(search);
    await visitor.progress(entriesC().slice(0, -1));
    const facts = { path: visitor.path, visit: visitor.token, phone: "+12135550187" };
    const { status } = await visitor.post("/api/phone-code/send", facts);
    return status;
  };

  it("sends codes to visitors whose address says nothing of it", async () => {
    expect(await sent("")).toBe(200);
  });

  it("is not turned off by a visitor", async () => {
    expect(await sent("?flags=verifyPhone:off")).toBe(200);
  });

  it("still lets plain forms go on", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c?flags=verifyPhone:off");
    for (const answer of Object.values(answersC)) await visitor.post(answer);
    expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
  });
});

it("a wrong file stops the start with a sentence for each fault", async () => {
  const PAGES_FILE = pagesIn("/survey/zz: {}\n/survey/c:\n  pixels: { meta: abc }\n");
  const refused = await startSite({ stubs: false, PAGES_FILE }).catch(({ message }: Error) => message);
  expect(refused).toContain(`${PAGES_FILE} line 1 column 1: pages./survey/zz is no survey's path`);
  expect(refused).toContain(
    "line 3 column 13: pages./survey/c.pixels.meta must be a pixel id of 5 to 20 digits, or off",
  );
});
