import { beforeAll, expect, it } from "vitest";
import { parseCsv } from "../support/csv.ts";
import { siteForTests } from "../support/during.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

const site = siteForTests(withCharts);
const headers = { Authorization: `Bearer ${chartsToken}` };
const get = async (path: string) => {
  const sent = await send(site.url, path, { headers });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};
const codes = ["c", "v4nv", "dui"];

beforeAll(async () => {
  const env = { DATABASE_URL: site.databaseUrl };
  for (const [at, code] of codes.entries()) {
    const amount = `--sessions ${150 + 50 * at} --seed ${at + 1} --days 20 --until 2026-11-10`;
    const made = await runCommand(`simulate-traffic --variant ${code} ${amount}`, env);
    expect(made.stderr).toBe("");
  }
});

/** A table's lines as what each column says. */
async function table(name: string, query: string, of = "/graphs/numbers") {
  const [heads, ...lines] = parseCsv((await get(`${of}/${name}.csv?${query}`)).text);
  return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [heads![at]!, cell])));
}
const figure = (page: string, name: string) =>
  Number(new RegExp(`>${name}</dt><dd><strong>(?:<a[^>]*>)?([\\d,]+)`).exec(page)![1]!.replace(",", ""));
const rate = ["", ", 95% CI low", ", 95% CI high"].map((end) => `Leads per session${end} (%)`);
/** The same, as the breakdown of a survey names it. */
const ownRate = ["", ", 95% CI low", ", 95% CI high"].map((end) => `Conversion${end} (%)`);

it("every survey's row is what its own pages say under the same filters", async () => {
  for (const more of ["", "&from=2026-11-01&affiliate=7"]) {
    const query = `data=simulated&device=phone${more}`;
    const rows = await table("surveys", query);
    expect(rows.map(({ Survey }) => Survey).sort()).toEqual([...codes].sort());
    for (const row of rows) {
      const own = (await get(`/graphs/${row.Survey}/numbers?${query}`)).text;
      const qualified = figure(own, "Qualified leads");
      expect([row["First views"], row.Bounces, row.Sessions, row.Leads, row.Qualified].map(Number)).toEqual([
        figure(own, "First views"),
        figure(own, "Bounces"),
        figure(own, "Sessions"),
        qualified + figure(own, "Disqualified leads"),
        qualified,
      ]);
      const cells = await table("cells", `${query}&by=device`, `/graphs/${row.Survey}/numbers/breakdown`);
      expect(cells).toHaveLength(1);
      expect(rate.map((name) => row[name])).toEqual(ownRate.map((name) => cells[0]![name]));
      const days = await table("steps", query, `/graphs/${row.Survey}/numbers/over-time`);
      const sessionsOn = new Map(days.map(({ Day, Sessions }) => [Day, Sessions]));
      const newest = Object.keys(row).find((name) => name.startsWith("Sessions by day to "))!;
      const last = Date.parse(newest.slice(-10));
      const fourteen = Array.from({ length: 14 }, (_, at) =>
        new Date(last - (13 - at) * 86_400_000).toISOString().slice(0, 10),
      );
      expect(row[newest]).toBe(fourteen.map((day) => sessionsOn.get(day) ?? "0").join(" "));
    }
  }
});

it("surveys, sources and the sentence above them add up to the same", async () => {
  const query = "data=simulated&device=phone";
  const { text } = await get(`/graphs/numbers?${query}`);
  const sums = (rows: Record<string, string>[]) =>
    ["First views", "Sessions", "Leads", "Qualified"].map((name) =>
      rows.reduce((sum, row) => sum + Number(row[name]), 0),
    );
  const all = sums(await table("surveys", query));
  const [views, sessions, leads, qualified] = all;
  expect(text).toContain(
    `3 surveys with visitors, ${views} first views, ${sessions} sessions, ${leads} leads (${qualified} qualified).`,
  );
  for (const by of ["affiliate", "offer", "path", "device", "language", "version"])
    expect(sums(await table("values", `${query}&by=${by}`)), by).toEqual(all);
  // What is not kept of who only looked.
  const bySubId = await table("values", `${query}&by=subId`);
  expect(sums(bySubId).slice(1)).toEqual(all.slice(1));
  expect(new Set(bySubId.map((row) => row["First views"]))).toEqual(new Set([""]));
});

it("leads on with the same filters, and sorts by what is pressed", async () => {
  const { text } = await get(
    "/graphs/numbers?data=simulated&device=phone&by=offer&sort=surveys.sessions&order=up",
  );
  expect(text).toContain('href="/graphs/c/numbers?data=simulated&amp;device=phone"');
  expect(text).toMatch(/href="\?data=simulated&amp;device=phone&amp;offer=[^"]*"/);
  const names = [
    ...text.slice(text.indexOf('data-table="surveys"')).matchAll(/<th scope="row"[^>]*>([\w-]+)/g),
  ];
  const sessions = await table("surveys", "data=simulated&device=phone");
  const order = sessions.toSorted((one, other) => Number(one.Sessions) - Number(other.Sessions));
  expect(names.slice(0, 3).map(([, name]) => name)).toEqual(order.map(({ Survey }) => Survey));
});

it("says that nobody was here, and refuses what cannot be asked", async () => {
  const { text } = await get("/graphs/numbers");
  expect(text).toContain("0 surveys with visitors, 0 first views, 0 sessions");
  expect(text).toContain("No visitors yet.");
  for (const [query, words] of [
    ["affilate=7", "There is no filter “affilate”. Did you mean “affiliate”?"],
    ["with=AtFault", "“with” filters by a step, so it works on the pages of one survey"],
    ["by=colour", "Choose one of these: path, offer, affiliate"],
    ["device=fridge", "Choose one of these: phone, tablet"],
    ["from=2026-11-02&to=2026-11-01", "The last day is before the first."],
  ]) {
    for (const path of ["/graphs/numbers", "/graphs/numbers/surveys.csv"]) {
      const refused = await get(`${path}?${query}`);
      expect([refused.status, refused.text.includes(words!)], `${path}?${query}`).toEqual([422, true]);
    }
  }
  expect((await get("/graphs/numbers/nothing.csv")).status).toBe(404);
});
