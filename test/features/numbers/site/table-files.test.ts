import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { chartsToken, withCharts } from "../../../support/console-people.ts";
import { siteForTests } from "../../../support/during.ts";
import { runCommand } from "../../../support/run-command.ts";
import { send } from "../../../support/send.ts";
import { query, sqlOn } from "../../../support/store-reader.ts";
import { parseCsv, readParquet } from "../../../support/tables.ts";
import { JsonVisitor } from "../../../support/visitors.ts";
import { waitFor } from "../../../support/wait-for.ts";
import { addSimulated } from "../simulated.ts";

const site = siteForTests(withCharts);
const headers = { Authorization: `Bearer ${chartsToken}` };
const page = async (path: string) =>
  (await send(site.url, path, { headers })).text.replaceAll("<!-- -->", "");

beforeAll(async () => {
  await new JsonVisitor(site.url).open("?affid=7").then((visitor) => visitor.finish());
  const sessions = () => query(site.databaseFile, "select id from analytics_sessions");
  await waitFor("the visitor's session", () => sessions().length === 1);
  await addSimulated(site, { sessions: 400, seed: 4 });
});

async function csv(path: string) {
  const { status, headers: said, text } = await send(site.url, path, { headers });
  expect([status, said["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
  return { lines: parseCsv(text), disposition: said["content-disposition"] };
}
async function parquet(path: string) {
  const answer = await fetch(site.url + path, { headers });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "application/vnd.apache.parquet",
  ]);
  const read = await readParquet(Buffer.from(await answer.arrayBuffer()));
  return { ...read, disposition: answer.headers.get("content-disposition") };
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
}
/** Days and formulas are written otherwise than engines' values. */
const alike = (text: string) => text.replace(/T00:00:00.000Z$/, "").replace(/^'(?==)/, "");

it("the drawing can be downloaded with the numbers of its filters, or with a message where there are none", async () => {
  const asked = "data=simulated&device=phone";
  const { lines } = await csv(`/graphs/c/numbers/steps.csv?${asked}`);
  const sessions = lines.find(([place]) => place === "At fault")![lines[0]!.indexOf("Sessions")]!;
  const drawing = async (more: string) => {
    const { text, ...sent } = await send(site.url, `/graphs/c/numbers/drawing.svg?${asked}${more}`, {
      headers,
    });
    return { ...sent, text, atFault: /data-node="AtFault".*?<\/g>/s.exec(text)?.[0] };
  };
  const { status, headers: said, text, atFault } = await drawing("");
  expect([status, said["content-type"]]).toEqual([200, "image/svg+xml; charset=utf-8"]);
  expect(text).toMatch(/^<svg /);
  expect(atFault).toContain(`>${sessions}</text>`);
  expect((await drawing("&measure=conversion")).atFault).toMatch(/>\d+%<\/text>/);
  const refused = await drawing("&from=soon");
  expect([refused.status, refused.text]).toEqual([422, "Write the day like this: 2026-01-31.\n"]);
});

describe("a table of the numbers", () => {
  const asked = "data=simulated&device=phone&result=qualified&result=open";
  it.each([
    asked,
    "show=sides&a.data=simulated&b.data=simulated&b.device=phone",
    `show=values&${asked}&by=affiliate&and=device`,
    `show=time&${asked}&step=week`,
  ])("is the same in both formats, each value in its type: %s", async (search) => {
    const links = [
      ...(await page(`/graphs/c/numbers?${search}`)).matchAll(/href="([^"]*\.(?:csv|parquet)\?[^"]*)"/g),
    ].map(([, href]) => href!.replaceAll("&amp;", "&"));
    const tables = links.filter((href) => href.includes(".csv?"));
    expect(links).toHaveLength(2 * tables.length);
    expect(tables.length).toBeGreaterThan(0);
    for (const href of tables) {
      const { lines, disposition } = await csv(href);
      const file = await parquet(href.replace(".csv?", ".parquet?"));
      expect(links).toContain(href.replace(".csv?", ".parquet?"));
      expect(file.disposition).toBe(disposition!.replace(".csv", ".parquet"));
      const [heads, ...rows] = lines;
      expect(file.columns.map(({ name }) => name)).toEqual(heads);
      const isNew = (name: string) => name === "As of";
      const plain = (cells: string[]) => cells.filter((_, column) => !isNew(heads![column]!)).map(alike);
      expect(
        file.rows.map((row) => plain(Object.values(row).map(asText))),
        href,
      ).toEqual(rows.map(plain));
      const types = new Map(file.columns.map(({ name, type }) => [name, type]));
      expect([types.get("Survey"), types.get("Filters"), types.get("As of")]).toEqual([
        "UTF8",
        "UTF8",
        "TIMESTAMP_MILLIS",
      ]);
      expect(file.rows[0]).toMatchObject({ Survey: "c", Filters: search });
      for (const [name, type] of types) if (/\((%|s|USD)\)$/.test(name)) expect(type, name).toBe("DOUBLE");
    }
  });

  it("counts in whole numbers, and names its places by their ids", async () => {
    const { columns, rows } = await parquet(`/graphs/c/numbers/steps.parquet?${asked}`);
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({ Step: "UTF8", Id: "UTF8", Sessions: "INT32", Leads: "INT32" });
    expect(rows.map(({ Id }) => Id)).toContain("AtFault");
  });
});

describe("the sessions behind the numbers", () => {
  const searches = [
    "data=simulated",
    "data=both&device=phone&result=open",
    "affiliate=7",
    "data=simulated&with=HasLawyer&from=2030-01-01",
  ];

  it.each(searches)("are as many as the page counts, in both formats: %s", async (search) => {
    const shown = await page(`/graphs/c/visits?${search}`);
    const count = Number(/([\d,]+) visits?, as of/.exec(shown)![1]!.replace(",", ""));
    expect(shown.includes(`/graphs/c/sessions/parquet?${search.replaceAll("&", "&amp;")}`)).toBe(count > 0);
    const file = await parquet(`/graphs/c/sessions/parquet?${search}`);
    const { lines, disposition } = await csv(`/graphs/c/sessions/csv?${search}`);
    const [heads, ...rows] = lines;
    expect(disposition).toBe('attachment; filename="c-sessions.csv"');
    expect([file.rows.length, rows.length]).toEqual([count, count]);
    expect(file.columns.map(({ name }) => name)).toEqual(heads);
    const plain = (cells: string[]) => cells.slice(0, -1).map(alike);
    expect(file.rows.map((row) => plain(Object.values(row).map(asText)))).toEqual(rows.map(plain));
    expect(file.rows.every((row) => row.filters === search && row.survey === "c")).toBe(true);
  });

  it("are visits that can be opened, and contain nothing that was typed", async () => {
    const { rows } = await parquet("/graphs/c/sessions/parquet");
    const [visitor] = rows;
    expect(rows).toHaveLength(1);
    expect(visitor).toMatchObject({
      affiliate: "7",
      simulated: false,
      result: "qualified",
      place: "thankYou",
    });
    expect((visitor!.last_at as Date).getTime()).toBeGreaterThanOrEqual(
      (visitor!.began_at as Date).getTime(),
    );
    expect(visitor!.dwell_s).toHaveLength((visitor!.places as string[]).length);
    const opened = await send(site.url, `/graphs/c/visits/${visitor!.visit}`, { headers });
    expect(opened.status).toBe(200);
    const [lead] = query(site.databaseFile, "select record from leads") as { record: string }[];
    const { firstName, lastName, email, phone, zip_code } = JSON.parse(lead!.record);
    for (const typed of [firstName, lastName, email, phone, zip_code])
      expect(JSON.stringify(rows).toLowerCase()).not.toContain(String(typed).toLowerCase());
  });

  it.each(["csv", "parquet"])("require a sign-in and a possible question: %s", async (format) => {
    const at = `/graphs/c/sessions/${format}`;
    for (const wrong of [undefined, { Authorization: "Bearer wrong" }])
      expect((await send(site.url, at, { headers: wrong })).status).toBe(404);
    for (const search of [
      "device=toaster",
      "from=soon",
      "affilate=7",
      "older=3",
      "from=2026-02-01&to=2026-01-01",
    ]) {
      const { status, text } = await send(site.url, `${at}?${search}`, { headers });
      expect([status, text.length > 10], search).toEqual([422, true]);
    }
    const head = await send(site.url, at, { headers, method: "HEAD" });
    expect([head.status, head.headers["cache-control"]]).toEqual([200, "no-store, no-transform"]);
    for (const missing of [`/graphs/nothing/sessions/${format}`, "/graphs/c/sessions/constructor"])
      expect((await send(site.url, missing, { headers })).status).toBe(404);
  });
});

it("the command writes a file for each survey and day, the same sessions as the page", async () => {
  const folder = `${site.databaseFile}-export`;
  const run = (line: string) =>
    runCommand(`sessions export ${folder} ${line}`, { DATABASE_URL: site.databaseUrl });
  const written = await run("--data simulated --survey c");
  expect([written.status, written.stderr]).toEqual([0, ""]);
  expect(written.stdout).toMatch(/^Wrote 400 sessions into \d+ files in /);
  const names = readdirSync(join(folder, "c"));
  const files = await Promise.all(
    names.map(async (name) => [name, await readParquet(readFileSync(join(folder, "c", name)))] as const),
  );
  for (const [name, { rows }] of files)
    for (const row of rows) expect(`${asText(row.day).slice(0, 10)}.parquet`).toBe(name);
  const plain = (rows: Record<string, unknown>[]) =>
    rows.map(({ filters, as_of, ...row }) => JSON.stringify(row)).sort();
  const { rows } = await parquet("/graphs/c/sessions/parquet?data=simulated");
  expect(plain(files.flatMap(([, file]) => file.rows))).toEqual(plain(rows));
  for (const wrong of ["--survey nothing", "--from soon", "--data made", "--format xlsx"]) {
    const refused = await run(wrong);
    expect([refused.status !== 0, refused.stdout], wrong).toEqual([true, ""]);
  }
});

/** Processor time so far of this process, which is the site's too, in seconds. */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

it("writing stops once the client is gone, and the site keeps answering", async () => {
  const columns = "source_id, trace_id, day, result, dq_reason, dwells";
  const last = "(select max(id) from analytics_sessions)";
  await sqlOn(
    site.databaseUrl,
    `with recursive n(n) as (select 1 union all select n + 1 from n where n < 100)
     insert into analytics_sessions (id, change, ${columns})
     select ${last} + row_number() over (), ${last} + row_number() over (), ${columns}
     from analytics_sessions join n where visit_id is null`,
  );
  const begun = async () => {
    const asked = get(`${site.url}/graphs/c/sessions/csv?data=simulated`, { headers });
    const [response] = await once(asked, "response");
    return { asked, response };
  };
  const { response: all } = await begun();
  const start = worked();
  await once(all.resume(), "end");
  const whole = worked() - start;
  const { asked, response } = await begun();
  expect(response.headers["content-length"]).toBe(undefined);
  await once(response, "readable");
  const before = worked();
  asked.destroy();
  await waitFor("the site to rest", async () => {
    const sofar = worked();
    await setTimeout(200);
    return worked() - sofar < 0.02;
  });
  // Continued writing would have worked for all of it; the site's other work meanwhile does not count.
  expect(worked() - before).toBeLessThan(whole / 2);
  const few = await csv("/graphs/c/sessions/csv?affiliate=7");
  expect(few.lines).toHaveLength(2);
});
