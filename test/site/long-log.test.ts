import { afterAll, beforeAll, expect, it } from "vitest";
import { type Entry, JsonVisitor } from "../support/json-visitor.ts";
import { send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const step = "WhenWasTheAccident";
/** Each differs from the one before it, so that none counts as a repetition. */
const answers = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    answer: { step, fields: { option: index % 2 ? "Within 30 Days" : "Within 6 Months" } },
  }));
const stored = () =>
  query<{ entries: number }>(site.databaseFile, "select count(*) as entries from visit_log")[0]!.entries;

it("a visit whose log has 500 entries takes no more answers, by JSON or by form, and says so", async () => {
  const visitor = await new JsonVisitor(site.url).open();
  for (let batch = 0; batch < 12 && stored() < 500; batch++) await visitor.progress(answers(50));
  const full = stored();
  expect(full).toBeGreaterThanOrEqual(500);
  expect(full).toBeLessThan(560);
  const byJson = await visitor.progress(answers(1));
  expect(byJson.status).toBe(429);
  expect(JSON.parse(byJson.text)).toEqual({ error: "This visit has too many answers.", field: "entries" });
  const byForm = await send(site.url, "/survey/c", {
    form: { visit: visitor.token, step, option: "Within 30 Days" },
    headers: { Cookie: visitor.cookie, Origin: site.url },
  });
  expect(byForm.status).toBe(429);
  expect(byForm.text).toContain("We received too many answers in a short time.");
  expect(stored()).toBe(full);
});
