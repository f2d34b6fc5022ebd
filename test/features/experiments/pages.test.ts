import { expect, test } from "vitest";
import { dayCounter } from "../../../services/calendar/days.ts";
import { chartsToken, withCharts } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { settingsOf } from "../../support/files.ts";
import { send } from "../../support/send.ts";
import { query } from "../../support/store-reader.ts";
import { FormVisitor } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";
import { addSimulated } from "../numbers/simulated.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
const tried = {
  id: "theme",
  about: "Another color brings more leads.",
  paths: ["/survey/c"],
  arms: [
    { name: "plain", weight: 1 },
    { name: "color", weight: 1, flags: { theme: "v3" } },
  ],
  control: "plain",
  metric: "leads",
  start: daysAgo(10),
};
const experiments = {
  salt: "a salt of the tests",
  list: [tried, { ...tried, id: "later", paths: ["/survey/v7"], start: "2030-01-01T00:00:00Z" }],
};
const site = siteForTests({ ...withCharts, experiments });

const headers = { Authorization: `Bearer ${chartsToken}` };
const page = async (path: string) => {
  const { status, text } = await send(site.url, path, { headers });
  return { status, words: text.replaceAll(/<script.*?<\/script>/gs, "").replaceAll(/<[^>]*>/g, " ") };
};

test("the list shows every experiment with its state and outcome; a visit of today does not count yet", async () => {
  const visitor = new FormVisitor(site.url);
  const { html } = await visitor.open("/survey/c");
  await visitor.post({ option: /name="option" value="([^"]+)"/.exec(html)![1]! });
  const sessions = "select id from analytics_sessions";
  await waitFor("the visit to be rolled up", () => query(site.databaseFile, sessions).length === 1);
  const { status, words } = await page("/graphs/experiments");
  expect(status).toBe(200);
  expect(words).toMatch(/theme\s+Not enough data yet\s+running\s+0 visits\s/);
  expect(words).toMatch(/later\s+–\s+not started\s+0 \w/);
});

test("each experiment has a report, and an unknown one is not found", async () => {
  const { status, words } = await page("/graphs/experiments/theme");
  expect([status, words.includes("Another color brings more leads.")]).toEqual([200, true]);
  expect(words).toMatch(/Status\s+running/);
  expect(words).toContain("Leads per visit with an answer, as first views are not known for all visits");
  expect((await page("/graphs/experiments/them")).status).toBe(404);
  expect((await send(site.url, "/graphs/experiments/theme")).status).toBe(404);
});

test("everybody who was shown an arm on a past day counts, even those who left at once", async () => {
  const { assign } = settingsOf({ NODE_ENV: "test", experiments }).arms;
  await addSimulated(site, { sessions: 400, seed: 3, until: daysAgo(2).slice(0, 10), assign: assign! });
  const stored = (table: string, what: string) =>
    query(
      site.databaseFile,
      `select flags, sum(${what}) as sum from ${table} as counted
       join analytics_sources as source on source.id = counted.source_id
       where simulated = 1 and flags like '%theme/%' group by 1`,
    ).reduce((sum, row) => sum + Number(row.sum), 0);
  const [views, visits] = [stored("analytics_views", "views"), stored("analytics_sessions", "1")];
  expect(views).toBeGreaterThan(visits);
  const shown = async () => {
    const { words } = await page("/graphs/experiments/theme?data=simulated");
    if (!words.includes("Leads per first view")) return 0;
    const row = (arm: string) => new RegExp(`${arm}\\s+50\\.0%\\s+([\\d,]+)`).exec(words)?.[1] ?? "0";
    return ["plain", "color"].reduce((sum, arm) => sum + Number(row(arm).replace(",", "")), 0);
  };
  await waitFor("all views", async () => (await shown()) === views);
  // The list counts what the report counts, in the same words.
  const counted = new RegExp(`running\\s+${views.toLocaleString("en-US")} first views\\s`);
  expect((await page("/graphs/experiments?data=simulated")).words).toMatch(counted);
});

test("one that is still to begin is planned by a day of its survey, counted from the first that there was", async () => {
  await addSimulated(site, { code: "v7", sessions: 300, seed: 4, days: 10, until: daysAgo(2).slice(0, 10) });
  const [before] = query<{ first: number; sum: number }>(
    site.databaseFile,
    `select min(day) as first, sum(views) as sum from analytics_views as counted
     join analytics_sources as source on source.id = counted.source_id where variant = 'v7'`,
  );
  const perDay = Math.round(before!.sum / (dayCounter("America/New_York")(Date.now()) - before!.first));
  let words = "";
  await waitFor("the plan", async () => {
    ({ words } = await page("/graphs/experiments/later?data=simulated"));
    return words.includes("First views per day");
  });
  expect(words).toMatch(new RegExp(`First views per day\\s+${perDay}\\s`));
});
