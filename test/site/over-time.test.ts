import { beforeAll, expect, it } from "vitest";
import { parseCsv } from "../support/csv.ts";
import { siteForTests } from "../support/during.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

const site = siteForTests(withCharts);
const headers = { Authorization: `Bearer ${chartsToken}` };
const get = async (query: string, path = "/graphs/c/numbers/over-time") => {
  const sent = await send(site.url, `${path}?data=simulated${query}`, { headers });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};

beforeAll(async () => {
  const env = { DATABASE_URL: site.databaseUrl };
  const made = await runCommand("simulate-traffic --sessions 300 --seed 1 --days 20 --until 2026-11-10", env);
  expect(made.stderr).toBe("");
});

const sum = (lines: string[][], column: string) => {
  const at = lines[0]!.indexOf(column);
  return lines.slice(1).reduce((all, line) => all + Number(line[at]), 0);
};
const totalIn = (text: string, name: string) =>
  Number(new RegExp(`>${name}</dt><dd><strong>(?:<a[^>]*>)?([\\d,]+)`).exec(text)![1]!.replace(",", ""));

it("is as much by hour, day and week as the survey's numbers say, under the same filters", async () => {
  for (const filter of ["", "&device=phone&from=2026-11-01"]) {
    const numbers = (await get(filter, "/graphs/c/numbers")).text;
    for (const step of ["hour", "day", "week"]) {
      const lines = parseCsv(
        (await get(`${filter}&step=${step}`, "/graphs/c/numbers/over-time/steps.csv")).text,
      );
      const sums = ["First views", "Sessions"].map((column) => sum(lines, column));
      const isWhole = step !== "hour" || filter !== "";
      if (isWhole) expect(sums).toEqual(["First views", "Sessions"].map((name) => totalIn(numbers, name)));
      else expect(lines).toHaveLength(14 * 24 + 1);
    }
  }
});

it("is drawn without a script, says the same in a table, and leads to a step's own numbers", async () => {
  const { text, status } = await get("&step=week");
  expect(status).toBe(200);
  expect(text.match(/data-chart="(counts|rates)"/g)).toHaveLength(2);
  expect(text).toContain("<polyline");
  expect(text).toMatch(/<th scope="row"[^>]*>2026-11-02/);
  const href = /href="(\/graphs\/c\/numbers\?[^"]*from=2026-11-02[^"]*)"/
    .exec(text)![1]!
    .replaceAll("&amp;", "&");
  expect(href).toContain("to=2026-11-08");
  const own = (await send(site.url, href, { headers })).text;
  const lines = parseCsv((await get("&step=week", "/graphs/c/numbers/over-time/steps.csv")).text);
  const week = lines.find(([at]) => at === "2026-11-02")!;
  expect(String(totalIn(own.replaceAll("<!-- -->", ""), "Sessions"))).toBe(
    week[lines[0]!.indexOf("Sessions")],
  );
});

it("marks what analysts noted on a day", async () => {
  const form = { intent: "add", day: "2026-11-03", about: "", words: "Prices went up." };
  expect((await send(site.url, "/graphs/c/notes", { form, headers })).status).toBe(303);
  const { text } = await get("");
  expect(text).toContain("<title>2026-11-03: Note (The whole survey): Prices went up.</title>");
  expect(text).toMatch(/2026-11-03<\/td><td[^>]*>Note \(The whole survey\): Prices went up\./);
});

it("refuses steps that there are not, in words, and changes nothing else of the question", async () => {
  const { status, text } = await get("&step=month");
  expect(status).toBe(422);
  expect(text).toContain("Choose one of these: hour, day, week.");
  expect((await get("&step=month", "/graphs/c/numbers/over-time/steps.csv")).status).toBe(422);
});
