import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn, settingsOf } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, storedLeads } from "../../support/store-reader.ts";
import { JsonVisitor, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyer = await startStub(() => ({ body: { buy: "yes", price: 100 } }));
const { path, remove } = destinationsIn(
  `destinations:\n  north: { kind: json, mode: live, repeats: { hours: 0 }, only: { qualified: any }, url: "${buyer.origin}/", answer: { accepted: { field: buy, is: "yes" }, price: price } }\norder: [north]\nsources: { campaign: [sub1, utm_campaign], set: [sub2, utm_term], ad: [sub3, utm_content] }\n`,
);
const site = siteForTests({ stubs: false, CLAIMPATH_FILE: path });
afterAll(async () => {
  remove();
  await buyer.stop();
});
const env = () => ({ DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE: path });
const sourcesIn = (table: string) =>
  query<{ sub_id: string }>(site.databaseFile, `select sub_id from ${table} order by id`).map(
    ({ sub_id }) => sub_id,
  );
const today = new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });

let cookie: string;
const get = async (address: string) =>
  (await send(site.url, address, { headers: { Cookie: cookie } })).text.replaceAll("<!-- -->", "");

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  await walkForms(site.url, "/survey/c?affid=252&utm_campaign=spring&sub2=florida&utm_content=video-2");
  await waitFor("the first sale", () => sourcesIn("sales_ledger").length === 1);
  // A link's own sub id wins, and our scripts send no parameters but ours.
  const address = "?affid=252&s1=spring&utm_campaign=summer&utm_term=texas&utm_content=2135550123";
  const Referer = `${site.url}/survey/c${address}`;
  await (await new JsonVisitor(site.url, "/survey/c", { headers: { Referer } }).open(address)).finish();
  await waitFor("the second sale", () => sourcesIn("sales_ledger").length === 2);
});

it("a link names a campaign, an ad set and an ad, by sub ids or what the owner says in their place", async () => {
  expect(sourcesIn("sales_ledger")).toEqual(["spring/florida/video-2", "spring/texas/(other)"]);
  await waitFor(
    "the sessions",
    () => query(site.databaseFile, "select id from analytics_sessions").length > 1,
  );
  expect(sourcesIn("analytics_sources")).toEqual(
    expect.arrayContaining(["spring/florida/video-2", "spring/texas/(other)"]),
  );
  const [record] = storedLeads(site.databaseFile).map((lead) => lead.record);
  expect([record!.sub_id, record!.sub_id2, record!.sub_id3]).toEqual(["spring", "florida", "video-2"]);
});

it("a campaign is looked for with all of its ads, in the inbox, the books and the profit", async () => {
  const found = async (page: string) =>
    [...(await get(page)).matchAll(/href="\/console\/leads\/[\w-]+"/g)].length;
  for (const [sub, leads] of [
    ["spring", 2],
    ["spring/florida", 1],
    ["spring/florida/video-2", 1],
    ["sprin", 0],
    ["spring/flo", 0],
  ] as const) {
    expect(await found(`/console?affiliate=252&sub=${sub}`), sub).toBe(leads);
    expect(await found(`/console/sales?sub=${sub}`), sub).toBe(leads);
  }
});

it("profit is told by campaign, ad set and ad, each a press away from what is in it", async () => {
  const costs = join(mkdtempSync(join(tmpdir(), "claimpath-costs-")), "costs.csv");
  const line = (source: string, cents: number) => `${today},c,252,${source},${cents}\n`;
  const head = "day,survey,affiliate,sub_id,cost_cents\n";
  writeFileSync(costs, head + line("spring/florida", 700) + line("spring/texas/v-1", 300));
  expect((await runCommand(`costs import ${costs}`, env())).stdout).toContain("2 costs set");
  const rows = async (query: string) =>
    [...(await get(`/console/profit?${query}`)).matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
      row!
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  expect(await rows("by=campaign")).toEqual(["252, spring $190.00 95 % 2 $200.00 $0.00 $0.00 $10.00"]);
  expect(await rows("by=ad+set")).toEqual([
    "252, spring/florida $93.00 93 % 1 $100.00 $0.00 $0.00 $7.00",
    "252, spring/texas $97.00 97 % 1 $100.00 $0.00 $0.00 $3.00",
  ]);
  expect(await get("/console/profit?by=campaign")).toMatch(/by=ad\+set&amp;affiliate=252&amp;sub=spring"/);
  expect(await rows("by=sub+id&affiliate=252&sub=spring%2Fflorida")).toEqual([
    "252, spring/florida -$7.00 – 0 $0.00 $0.00 $0.00 $7.00",
    "252, spring/florida/video-2 $100.00 100 % 1 $100.00 $0.00 $0.00 $0.00",
  ]);
  // A campaign's own cost would count those of its ads again.
  writeFileSync(costs, head + line("spring", 1_000));
  const { status, stderr } = await runCommand(`costs import ${costs}`, env());
  expect(status).toBe(1);
  expect(stderr).toMatch(/line 2, column sub_id: would count twice: .*its source spring\/florida/);
});

it.each([
  ["campaign: [utm_campaign]", "sources.campaign must be one of sub1 to sub4"],
  ["campaign: [sub1, email]", "sources.campaign must be one of sub1 to sub4"],
  ["ad: [sub3]", "sources.set must be set too"],
  ["set: [sub1]", "must each begin with another sub id"],
])("the program does not start with sources of %s", (line, words) => {
  const { path: wrong, remove: removeWrong } = destinationsIn(`sources: { ${line} }\n`);
  expect(() => settingsOf({ CLAIMPATH_FILE: wrong })).toThrow(words);
  removeWrong();
});
