import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { askedBy } from "../../../../app/graphs/numbers/answers/asked.ts";
import { comparedTables } from "../../../../app/graphs/numbers/answers/compared-tables.ts";
import { tableAnswer } from "../../../../app/graphs/numbers/answers/table-answer.ts";
import { tablesOf } from "../../../../app/graphs/numbers/answers/tables.ts";
import { NumberTable } from "../../../../app/graphs/numbers/number-table.tsx";
import { NumbersPage } from "../../../../app/graphs/numbers/numbers-page.tsx";
import type { Table } from "../../../../app/graphs/numbers/table.ts";
import { variants } from "../../../../machines/registry.ts";
import { dayCounter } from "../../../../services/analytics/days.ts";
import { numbersOf } from "../../../../services/analytics/index/numbers.ts";
import { overlapOf } from "../../../../services/analytics/index/overlap.ts";
import { SessionIndex } from "../../../../services/analytics/index/session-index.ts";
import { compareNumbers } from "../../../../services/analytics/significance.ts";
import { simulate } from "../../../../services/analytics/simulation/simulate.ts";
import type { Numbers } from "../../../../services/analytics/types.ts";
import { keptInMemory } from "../../../services/analytics/kept-in-memory.ts";
import { parseCsv } from "../../../support/csv.ts";

const code = "v4nv";
const chart = (await chartOf(code))!;
const index = new SessionIndex();
beforeAll(async () => {
  const [variant, until] = [variants.get(code)!, Date.UTC(2026, 5, 15)];
  const options = { sessions: 1500, seed: 3, variant, days: 14, until, day: dayCounter("UTC") };
  await index.refresh(keptInMemory([...simulate(options)].map(({ session }) => session)));
});

function numbersFor(search: string): { html: string; numbers: Numbers; tables: Table[] } {
  const params = new URLSearchParams(search);
  const { asked, wrong } = askedBy(code, params);
  const numbers = numbersOf(index, asked!.query, 0);
  return htmlOf(numbers, params, wrong, asked);
}

function htmlOf(numbers: Numbers, params: URLSearchParams, wrong = {}, asked = askedBy(code, params).asked) {
  const tables = tablesOf(numbers, chart.view, null, params);
  const page = <NumbersPage {...{ chart, asked, wrong, numbers, tables, notes: [] }} query={params} />;
  return { html: renderToStaticMarkup(page), numbers, tables };
}

it("says when the numbers are old, in words", () => {
  const params = new URLSearchParams("data=simulated");
  const { numbers, html } = numbersFor("data=simulated");
  expect(html).not.toContain("is behind");
  const old = htmlOf({ ...numbers, isBehind: true, asOf: Date.UTC(2026, 0, 2, 3, 4, 5) }, params).html;
  expect(old).toContain("These numbers are as of 2026-01-02 03:04:05 UTC");
});

/** What a table shows, line by line, as numbers are written in a file. */
function shown(html: string, name: string): string[][] {
  const [, body = ""] = html.match(
    new RegExp(`<table[^>]*data-table="${name}"[^>]*>.*?<tbody>(.*?)</tbody>`),
  )!;
  return [...body.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<t[hd]\b[^>]*data-unit="(\w+)"[^>]*>(.*?)<\/t[hd]>/g)].flatMap(([, unit, text]) =>
      unit === "text"
        ? plain(text!)
        : withBounds(text!).map((each) => each.replace(/[,$%+]| pp| s|–/g, "").replace("−", "-")),
    ),
  );
}

/** A number, and the interval below it. */
function withBounds(text: string): string[] {
  const [number, bounds] = text.replace(/<a[^>]*>|<\/(a|small)>/g, "").split("<small>");
  return [number!, ...(bounds?.split(" to ") ?? [])];
}

function plain(text: string): string {
  const read = text.replaceAll("&gt;", ">").replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  return read === "(none)" ? "" : read;
}

async function csvRows(table: Table): Promise<string[][]> {
  const file = await tableAnswer(code, `${table.name}.csv`, [table], "", 200).text();
  // Behind what the page shows a file has what tells its rows apart.
  return parseCsv(file)
    .slice(1)
    .map((row) => row.slice(0, table.columns.length))
    .map((row) => row.filter((cell, at) => cell !== "" || !table.columns[at]!.isBound));
}

const asNumbers = (rows: string[][]) =>
  rows.map((row) => row.map((cell) => (cell && !Number.isNaN(Number(cell)) ? String(Number(cell)) : cell)));

describe("the analysts' page", () => {
  it.each([
    "data=simulated",
    "data=simulated&device=phone&result=qualified&flag.theme=v3&without=WillingToTreat",
  ])("shows the numbers of its files: %s", async (search) => {
    const { html, tables } = numbersFor(search);
    const filled = tables.filter(({ rows }) => rows.length > 0);
    expect(filled.length).toBeGreaterThan(6);
    for (const table of filled) {
      expect(asNumbers(shown(html, table.name)), table.name).toEqual(asNumbers(await csvRows(table)));
    }
  });

  it("draws them where they are counted, and moves nothing between filters", () => {
    const all = numbersFor("data=simulated");
    const few = numbersFor("data=simulated&result=disqualified");
    const atFault = all.numbers.nodes.find(({ id }) => id === "AtFault")!;
    const from = all.html.indexOf('data-node="AtFault"');
    const drawn = all.html.slice(from, all.html.indexOf("</g>", from));
    expect(drawn).toContain(`>${atFault.sessions.toLocaleString("en-US")}</text>`);
    const boxes = (html: string) =>
      [...html.matchAll(/data-node="([^"]+)"[^>]*>(?:<a[^>]*>)?<rect x="(\d+)" y="(\d+)"/g)].map((match) =>
        match.slice(1, 4),
      );
    expect(boxes(all.html)).toHaveLength(chart.view.nodes.length);
    expect(boxes(few.html)).toEqual(boxes(all.html));
    expect(few.numbers.totals.sessions).toBeLessThan(all.numbers.totals.sessions);
  });

  it("fades ways that few take", () => {
    const { html, numbers } = numbersFor("data=simulated&least=30");
    const faint = [...html.matchAll(/data-edge="([^"]+)" data-mark="([^"]*)"/g)]
      .filter(([, , mark]) => mark!.split(" ").includes("faint"))
      .map(([, id]) => plain(id!));
    const few = numbers.edges
      .filter(({ share, isModelled }) => isModelled && share < 0.3)
      .map(({ id }) => id);
    expect(few.length).toBeGreaterThan(3);
    expect(faint.sort()).toEqual(few.sort());
  });

  it("says when the sessions are simulated, and when there are none", () => {
    expect(numbersFor("data=simulated").html).toContain("These sessions are simulated.");
    const { html } = numbersFor("data=real");
    expect(html).not.toContain("are simulated.");
    expect(html).toContain("No visitors yet.");
  });

  it("shows a breach, and what today's chart does not have", () => {
    const { numbers } = numbersFor("data=simulated");
    const [edge, ...edges] = numbers.edges;
    const breaches = [{ node: "AtFault", visits: 7, exits: 5, stillThere: 1 }];
    const broken: Numbers = {
      ...numbers,
      edges: [
        ...edges,
        { ...edge!, id: "Gone->AtFault", source: "Gone", target: "AtFault", isModelled: false },
      ],
      conservation: { holds: false, breaches },
    };
    const { html, tables } = htmlOf(broken, new URLSearchParams("data=simulated"));
    expect(html).toContain("At fault: 7 in, 5 out, 1 still there");
    expect(html).not.toContain("entries equal exits");
    expect(html).toContain("One step or transition in the logs is not in today’s chart");
    const marked = tables.flatMap(({ rows }) =>
      rows.filter(({ isMarked }) => isMarked).map(({ cells }) => cells[0]),
    );
    expect(marked).toEqual(["At fault", "Gone"]);
  });

  it("keeps what was asked where it cannot be, and says what is wrong", () => {
    const params = new URLSearchParams("from=yesterday&device=phone&flag.theme=v3");
    const { wrong } = askedBy(code, params);
    const page = (
      <NumbersPage
        {...{ chart, asked: undefined, wrong, numbers: null, tables: [], notes: [] }}
        query={params}
      />
    );
    const html = renderToStaticMarkup(page);
    expect(html).toMatch(/id="from"[^>]*aria-invalid="true" aria-describedby="from-error"/);
    expect(html).toContain('<span id="from-error"');
    expect(html).toContain('name="device" checked="" value="phone"');
    expect(html).toContain('name="flag.theme" checked="" value="v3"');
    expect(html).not.toContain("<svg");
  });
});

describe("a file", () => {
  it("tells all its rows apart, and says of itself what was asked and when", async () => {
    const asked = "data=simulated&device=phone";
    const { numbers, tables } = numbersFor(asked);
    const about = { code, asked, asOf: Date.UTC(2026, 5, 15, 12) };
    for (const name of ["steps", "ways"]) {
      const table = tables.find((each) => each.name === name)!;
      const [heads, ...rows] = parseCsv(
        await tableAnswer(code, `${name}.csv`, [table], "", 200, about).text(),
      );
      expect(heads!.slice(-4)).toEqual(["Id", "Survey", "Filters", "As of"]);
      expect(new Set(rows.map((row) => row.at(-4))).size).toBe(rows.length);
      expect(rows[0]!.slice(-3)).toEqual([code, asked, "2026-06-15T12:00:00.000Z"]);
    }
    const places = tables[1]!.rows.map(({ cells }) => cells[0]);
    expect(new Set(places).size).toBe(numbers.nodes.length);
  });
});

describe("a comparison", () => {
  it("shows the numbers of its files, and marks significant differences", async () => {
    const side = (search: string) => numbersFor(`data=simulated&${search}`).numbers;
    const compared = compareNumbers(side("result=qualified"), side("result=open"));
    const tables = comparedTables(compared, chart.view, new URLSearchParams());
    const [whole] = tables;
    expect(whole!.rows.map(({ cells, isMarked }) => [cells[0], cells[2], cells[4], isMarked])).toEqual([
      ["Leads per session", 100, 0, true],
      ["Qualified leads per session", 100, 0, true],
    ]);
    expect(tables.map(({ name }) => name)).toEqual([
      "whole",
      "drop-off",
      "conversion",
      "refused",
      "ways",
      "times",
    ]);
    for (const table of tables) {
      const html = renderToStaticMarkup(
        <NumberTable table={table} fileAt={() => ""} query={new URLSearchParams()} />,
      ).replaceAll("&lt; 0.0001", "0");
      const files = (await csvRows(table)).map((row) =>
        row.map((cell, at) => ([9, 10].includes(at) && Number(cell) < 0.0001 && cell ? "0" : cell)),
      );
      expect(asNumbers(shown(html, table.name))).toEqual(asNumbers(files));
    }
  });

  const query = (search: string) => askedBy(code, new URLSearchParams(search)).asked!.query;

  it("tests nothing where the same sessions are on both sides", () => {
    const [all, some] = ["data=simulated", "data=simulated&flag.theme=v3"].map(query);
    const overlap = overlapOf(index, all!, some!);
    const [a, b] = [all!, some!].map((each) => numbersOf(index, each, 0));
    expect(overlap).toBe(b!.totals.sessions);
    const { leads, steps } = compareNumbers(a!, b!, overlap);
    expect([leads.test, leads.p, steps[5]!.dropOff.test]).toEqual([null, null, null]);
    const other = query("data=simulated&flag.theme=default");
    expect(overlapOf(index, other, some!)).toBe(0);
    expect(compareNumbers(numbersOf(index, other, 0), b!, 0).leads.test).toBe("z");
  });

  it("tests neither the whole nor a first question where another one is first", () => {
    const { numbers } = numbersFor("data=simulated");
    const edges = numbers.edges.map((edge) =>
      edge.source === "start" ? { ...edge, target: "AtFault" } : edge,
    );
    const { leads, steps, firstQuestions } = compareNumbers(numbers, { ...numbers, edges });
    expect(firstQuestions!.b).toEqual(["AtFault"]);
    const testOf = (id: string) => steps.find(({ node }) => node === id)!.dropOff.test;
    expect([leads.test, testOf("AtFault"), testOf("WhenWasTheAccident")]).toEqual([null, null, null]);
    expect(testOf("HasLawyer")).not.toBeNull();
  });
});
