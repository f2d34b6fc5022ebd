import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chartsToken, withCharts } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, storedLeads } from "../../support/store-reader.ts";
import { parseCsv } from "../../support/tables.ts";
import { JsonVisitor } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const site = siteForTests(withCharts);
const headers = { Authorization: `Bearer ${chartsToken}` };
const today = new Date().toISOString().slice(0, 10);

async function leadFrom(search: string): Promise<string> {
  const before = new Set(storedLeads(site.databaseFile).map(({ id }) => id));
  await (await new JsonVisitor(site.url).open(search)).finish();
  return storedLeads(site.databaseFile).find(({ id }) => !before.has(id))!.id;
}

function importing(what: "outcomes" | "costs", text: string) {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-import-")), "table.csv");
  writeFileSync(file, text);
  return runCommand(`${what} import ${file}`, { DATABASE_URL: site.databaseUrl });
}

/** The rows of the file, each up to its costs, by their first two cells. */
async function rowsOf(search = ""): Promise<Record<string, string>> {
  const { text } = await send(site.url, `/graphs/c/numbers/outcomes.csv${search}`, { headers });
  return Object.fromEntries(
    parseCsv(text)
      .slice(1)
      .map(([by, value, ...cells]) => [`${by} ${value}`.trim(), cells.slice(0, 16).join(" | ")]),
  );
}

it("analysts see the outcomes and the cost of leads by source", async () => {
  const [sold, returned] = [await leadFrom("?affid=7&s1=news"), await leadFrom("?affid=7&s1=video")];
  await leadFrom("?affid=8&s1=news");
  const sessions = () =>
    query(site.databaseFile, "select id from analytics_sessions where result = 'qualified'");
  await waitFor("the analysts' sessions", () => sessions().length === 3, 30_000);
  const days = query<{ day: number }>(site.databaseFile, "select day from analytics_sessions");
  const day = new Date(days[0]!.day * 86_400_000).toISOString().slice(0, 10);

  const reported = await importing(
    "outcomes",
    `lead_id,outcome,at,buyer,amount_cents\n${sold},paid,${today},Smith,4500\n${returned},accepted,${today},Smith,\n${returned},returned,${today},Smith,\n`,
  );
  expect(reported.stdout).toContain("3 outcomes added, 0 known already\n");
  const costs = `day,survey,affiliate,sub_id,cost_cents,clicks,cents_per_click\n${day},c,7,news,,100,7.5\n${day},c,7,other,250,,\n`;
  expect((await importing("costs", costs)).stdout).toBe("2 costs set, 0 known already\n");
  const wrong = await importing("costs", `${costs}${day},c,8,,lots,,\n`);
  expect(wrong).toMatchObject({ status: 1, stdout: "0 costs set, 2 known already\n" });
  expect(wrong.stderr).toContain("line 4, column cost_cents: must be a whole number of cents");
  // A cost of the whole affiliate beside those of its sub ids would count them twice, also in another file.
  const whole = await importing("costs", `day,survey,affiliate,cost_cents\n${day},c,7,250\n`);
  expect(whole.stdout).toBe("");
  expect(whole.stderr).toContain(
    "line 2, column sub_id: would count twice: the cost of its source news on that day is known",
  );
  const both = await importing("costs", `${costs}${day},c,9,,5,,\n${day},c,9,x,5,,\n`);
  expect(both.stderr).toMatch(/^2 lines of .*its source x on that day is in line 5\n.* in line 4\n$/s);
  expect(query(site.databaseFile, "select day from source_costs")).toHaveLength(2);

  expect(await rowsOf()).toEqual({
    "All leads": "3 | 2 | 2 | 66.7 | 20.8 | 93.9 | 1 | 50 | 9.5 | 90.5 | 0 | 45 | 10 | 35 | 15 | 5",
    "Affiliate 7": "2 | 2 | 2 | 100 | 34.2 | 100 | 1 | 50 | 9.5 | 90.5 | 0 | 45 | 10 | 35 | 22.5 | 5",
    "Affiliate 8": "1 | 0 | 0 | 0 | 0 | 79.3 | 0 |  |  |  | 0 | 0 |  |  | 0 | ",
    "Sub id news": "2 | 1 | 1 | 50 | 9.5 | 90.5 | 0 | 0 | 0 | 79.3 | 0 | 45 | 7.5 | 37.5 | 22.5 | 3.75",
    "Sub id other": "0 | 0 | 0 |  |  |  | 0 |  |  |  | 0 | 0 | 2.5 | -2.5 |  | ",
    "Sub id video": "1 | 1 | 1 | 100 | 20.7 | 100 | 1 | 100 | 20.7 | 100 | 0 | 0 |  |  | 0 | ",
  });
  expect((await rowsOf("?affiliate=8"))["All leads"]).toBeUndefined();
  expect(Object.keys(await rowsOf("?result=qualified"))).toEqual([]);
  const { text } = await send(site.url, "/graphs/c/numbers", { headers });
  expect(text).toContain("What became of leads, by source");
  expect(text).toContain("$45.00");
  expect(text).toContain(
    "Costs are known for 1 of 2 affiliates: profit and cost per lead of all leads are those of",
  );
  // A source that costs more than it earns is on the first page of all.
  const next = async () => (await send(site.url, "/graphs/numbers", { headers })).text;
  expect(await next()).not.toContain("costs more than it earns");
  await importing("costs", `day,survey,affiliate,cost_cents\n${day},c,8,9900\n`);
  expect(await next()).toContain("Affiliate 8 costs more than it earns: $99.00 for $0.00 of revenue.");
  const elsewhere = await send(site.url, "/graphs/c/numbers/outcomes.csv");
  expect(elsewhere.status).toBe(404);
}, 120_000);
