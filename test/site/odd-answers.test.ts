import { afterEach, describe, expect, it } from "vitest";
import { visitorOf, walkSurvey } from "../specification/survey-walk.ts";
import type { Fault } from "../stubs/faults.ts";
import { type Stub, startStub } from "../stubs/stub-server.ts";
import { answersC } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { entriesC, type FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/** Zippopotam's answer for one zip; it is down for another. */
const places = [{ "place name": "Zippopolis", state: "California", "state abbreviation": "CA" }];
const zips = during(() =>
  startStub(({ path }) =>
    path === "/90210" ? { body: { "post code": "90210", places } } : { status: 503, body: {} },
  ),
);
const buyers = {
  selectedBuyers: [{ name: "Odd Firm", id: "7" }, { name: "No Firm" }],
  allPossibleBuyers: [],
};
const firms = during(() => startStub(() => ({ body: buyers })));
const site = siteForTests(() => ({
  ZIP_LOOKUP_URL: `${zips.origin}/{zip}`,
  ZIP_LOOKUP_HEADERS: "x-key=the%20key",
  BUYERS_URL: firms.origin,
  PREPOP_URL: "",
  PREPOP_PERCENT: "50",
  OWN_POSTS_FIRST_RETRY_MS: "100",
  LEADPROSPER_FIRST_RETRY_MS: "100",
}));
afterEach(() => {
  for (const stub of receivers()) stub.fault = "ok";
});
const receivers = (): Stub[] => [site.stubs.ownPosts, site.stubs.leadProsper, site.stubs.leadExchange];

const newest = () => storedLeads(site.databaseFile).at(-1)!;
const failures = (provider: string) =>
  site
    .output()
    .split("\n")
    .filter((line) => line.includes('"provider.failed"') && line.includes(`"${provider}"`)).length;
const messageTo = (destination: string) =>
  query<{ status: string; attempts: number; detail: string }>(
    site.databaseFile,
    `select status, attempts, (select detail from outbox_attempts where outbox_id = outbox.id) as detail
     from outbox where id = ?`,
    `${newest().id}.${destination}`,
  )[0]!;

const walk = (path: string, visitor = visitorOf(site)) => walkSurvey(site, path, {}, { visitor });

const odd: Fault[] = ["garbage", "huge", "drip"];

describe("a receiver that answers with status 200", () => {
  it.each(odd)("has its lead, once, whatever the body: %s", holds(464, 474), async (fault) => {
    site.stubs.ownPosts.fault = fault;
    site.stubs.ownPosts.requests.length = 0;
    await walk("/survey/e");
    await waitFor("the end", () => messageTo("distribution").status === "delivered");
    expect(messageTo("distribution")).toMatchObject({ attempts: 1, detail: "any answer counts" });
    expect(site.stubs.ownPosts.requests).toHaveLength(1);
  });

  it.each(["html", "cut"] as const)("has it too where its word is read, and cannot be: %s", async (fault) => {
    site.stubs.leadProsper.fault = fault;
    await walk("/survey/c");
    await waitFor("the end", () => messageTo("lead-prosper").status === "delivered");
    expect(messageTo("lead-prosper")).toMatchObject({
      attempts: 1,
      detail: "status 200, but the answer could not be read",
    });
  });

  it("received the lead, where that is the exchange", holds(475), async () => {
    site.stubs.leadExchange.fault = "html";
    const before = site.stubs.leadExchange.requests.length;
    await walk("/survey/c");
    expect(site.stubs.leadExchange.requests).toHaveLength(before + 1);
    expect(failures("lead-exchange")).toBe(0);
  });
});

it("a zip service may leave things out, and its failures fill no log", holds(481), async () => {
  await walk("/survey/c");
  expect(newest().record).toMatchObject({
    city: "Zippopolis",
    state: "CA",
    state_long: "California",
    county: "Los Angeles",
  });
  expect(zips.requests.at(-1)!.headers["x-key"]).toBe("the key");
  for (let people = 0; people < 3; people++) {
    const elsewhere = { PhoneAndZip: { ...answersC.PhoneAndZip!, zip_code: "10001" } };
    await (await new JsonVisitor(site.url).open()).finish(entriesC(elsewhere));
    expect(newest().record).toMatchObject({ city: "New York", county: "New York" });
  }
  expect(failures("zip-lookup")).toBe(1);
});

it("a buyer of odd shape is named, one that cannot be read is not", holds(488), async () => {
  await walk("/survey/v4nv-1to1");
  expect(newest().record).toMatchObject({
    "1_to_1_result": "selected",
    selected_buyers: [7],
    selected_buyer_names: ["Odd Firm"],
  });
});

it("an affiliate in letters is not mapped, none at all is mapped as 10", holds(487), async () => {
  const { requests } = site.stubs.mappings;
  const before = requests.length;
  await walk("/survey/c?affid=letters");
  expect(newest().record).toMatchObject({ affid: "letters", lp_campaign_id: "" });
  expect(requests).toHaveLength(before);
  await walk("/survey/c?affid=");
  expect(newest().record).toMatchObject({ affid: "10", lp_campaign_id: "51" });
  expect(requests.slice(before).map(({ body }) => JSON.parse(body))).toEqual([{ affid: 10, oid: 81 }]);
  expect(failures("mappings")).toBe(0);
});

it("pre-population without a service is drawn by each session for itself", holds(489), async () => {
  const drawn = new Map<string, FormVisitor>();
  for (let people = 0; drawn.size < 2 && people < 30; people++) {
    const visitor = visitorOf(site);
    await walk("/survey/c", visitor);
    const { record } = newest();
    drawn.set(String(record.prePopPii), visitor);
  }
  for (const [prePopPii, visitor] of drawn) {
    await walkSurvey(site, "/survey/c", {}, { visitor, until: "NameAndEmail" });
    expect(visitor.screen.html.includes('value="Rivera"')).toBe(prePopPii === "yes");
  }
  expect([...drawn.keys()].sort()).toEqual(["no", "yes"]);
});
