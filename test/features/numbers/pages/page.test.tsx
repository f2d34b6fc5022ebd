import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, test } from "vitest";
import { askedBy } from "../../../../app/features/numbers/answers/asked.ts";
import { tablesOf } from "../../../../app/features/numbers/answers/by-step.ts";
import { comparedTables } from "../../../../app/features/numbers/answers/two-sides.ts";
import { NumbersPage } from "../../../../app/features/numbers/by-step.tsx";
import { fileOf } from "../../../../app/features/numbers/tables/answers/table-file.ts";
import { NumberTable } from "../../../../app/features/numbers/tables/number-table.tsx";
import { heatOf, type Table } from "../../../../app/features/numbers/tables/table.ts";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { overlapOf } from "../../../../services/features/numbers/index/count.ts";
import { numbersOf } from "../../../../services/features/numbers/index/numbers.ts";
import { compareNumbers } from "../../../../services/features/numbers/significance.ts";
import type { Numbers } from "../../../../services/features/numbers/types.ts";
import { parseCsv } from "../../../support/tables.ts";
import { simulatedIndex } from "../indexes.ts";

const code = "v4nv";
const chart = (await chartOf(code))!;
const index = await simulatedIndex(code, 1500);

function numbersFor(search: string): { html: string; numbers: Numbers; tables: Table[] } {
  const params = new URLSearchParams(search);
  const { asked, wrong } = askedBy(code, params);
  const numbers = numbersOf(index, asked!.query, 0);
  return htmlOf(numbers, params, wrong, asked);
}

function htmlOf(numbers: Numbers, params: URLSearchParams, wrong = {}, asked = askedBy(code, params).asked) {
  const tables = tablesOf(numbers, chart.view, null, params);
  const page = (
    <NumbersPage
      chart={chart}
      asked={asked}
      wrong={wrong}
      numbers={numbers}
      tables={tables}
      notes={[]}
      query={params}
    />
  );
  return { html: renderToStaticMarkup(page), numbers, tables };
}

describe("the age of the numbers", () => {
  it("the page says in words when its numbers are old", () => {
    const params = new URLSearchParams("data=simulated");
    const { numbers, html } = numbersFor("data=simulated");
    expect(html).not.toContain("is behind");
    const old = htmlOf({ ...numbers, isBehind: true, asOf: Date.UTC(2026, 0, 2, 3, 4, 5) }, params).html;
    expect(old.replaceAll(/<\/?time[^>]*>/g, "")).toContain("These numbers are as of 2026-01-02 03:04 UTC");
  });
});

/** A table's rows as shown, with numbers as they are written in a file. */
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

const csvOf = (table: Table, about: Parameters<typeof fileOf>[2] = { asked: "", asOf: 0 }) =>
  parseCsv(new TextDecoder().decode(fileOf(table, "csv", about)));

function csvRows(table: Table): string[][] {
  // Behind what the page shows a file has what tells its rows apart.
  return csvOf(table)
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
  ])("shows the same numbers as its files: %s", async (search) => {
    const { html, tables } = numbersFor(`${search}&rows=all`);
    const filled = tables.filter(({ rows }) => rows.length > 0);
    expect(filled.length).toBeGreaterThan(6);
    for (const table of filled) {
      expect(asNumbers(shown(html, table.name)), table.name).toEqual(asNumbers(csvRows(table)));
    }
  });

  it("omits steps that nobody reached, and says so, until every row is requested", () => {
    const { html, tables } = numbersFor("data=simulated");
    const steps = tables.find(({ name }) => name === "steps")!;
    const used = steps.rows.filter(({ cells }) => cells[1] !== 0);
    expect(used.length).toBeLessThan(steps.rows.length);
    expect(shown(html, "steps")).toHaveLength(used.length);
    expect(html).toMatch(
      new RegExp(
        `${steps.rows.length - used.length}(<!-- -->)? (<!-- -->)?more were(<!-- -->)? reached by nobody`,
      ),
    );
    expect(html).toContain('href="?data=simulated&amp;rows=all#steps"');
  });

  it("draws the numbers where they are counted, and moves nothing between filters", () => {
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

  it("fades rarely used transitions", () => {
    const { html, numbers } = numbersFor("data=simulated&least=30");
    const faint = [...html.matchAll(/data-edge="([^"]+)" data-mark="([^"]*)"/g)]
      .filter(([, , mark]) => mark!.split(" ").includes("faint"))
      .map(([, id]) => plain(id!));
    const few = numbers.edges
      .filter(({ share, isModelled }) => isModelled && share !== null && share < 0.3)
      .map(({ id }) => id);
    expect(few.length).toBeGreaterThan(3);
    expect(faint.sort()).toEqual(few.sort());
  });

  it("shows the time to a lead, overall and by device", () => {
    const { html, numbers } = numbersFor("data=simulated");
    const lasting = (ms: number) => {
      const seconds = Math.round(ms / 1000);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    };
    const [all, first] = numbers.completed;
    expect([all!.device, all!.count]).toEqual([null, numbers.totals.leads]);
    const [, shown] = /Time to complete<\/dt>(.*?)<\/div>/.exec(html)!;
    expect(shown).toContain(`<strong>${lasting(all!.median)}</strong>`);
    expect(shown).toContain(`took ${lasting(all!.quarter)} to ${lasting(all!.threeQuarters)}`);
    expect(shown).toContain(`${first!.device} ${lasting(first!.median)}`);
  });

  it("says when sessions are simulated, and when there are none", () => {
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
      timedEvery: 7,
    };
    const { html, tables } = htmlOf(broken, new URLSearchParams("data=simulated"));
    expect(html).toContain("At fault: 7 in, 5 out, 1 still there");
    expect(html).not.toContain("entries equal exits");
    const usual = numbersFor("data=simulated").html;
    expect([html, usual].map((each) => each.includes("times are taken from 1 in"))).toEqual([true, false]);
    // Records from before an edit of the chart are no alarm.
    expect(html).toMatch(
      /<p class="_counted_\w+">One step or transition is of another version of the chart.*?by=version/,
    );
    expect(html).not.toContain("forged");
    const marked = tables.flatMap(({ rows }) =>
      rows.filter(({ isMarked }) => isMarked).map(({ cells }) => cells[0]),
    );
    expect(marked).toEqual(["At fault", "Gone"]);
  });

  it("keeps an impossible question, and says what is wrong with it", () => {
    const params = new URLSearchParams("from=yesterday&device=phone&flag.theme=v3");
    const { wrong } = askedBy(code, params);
    const page = (
      <NumbersPage
        chart={chart}
        asked={undefined}
        wrong={wrong}
        numbers={null}
        tables={[]}
        notes={[]}
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

const plainHref = (href: string) => href.replaceAll("&", "&amp;");

describe("its tables", () => {
  it("starts with where leads are lost; each row links to its step and to the sessions that dropped off there", () => {
    const { html, tables, numbers } = numbersFor("data=simulated&device=phone");
    const [leaks] = tables;
    expect(leaks!.note).toContain(`The ${leaks!.rows.length} costliest of `);
    const { id, cells, links } = leaks!.rows[0]!;
    expect(cells[1]).toBe(numbers.nodes.find((node) => node.id === id)!.left);
    const [chartLink, whoLeft] = links!.map(({ href }) => href);
    expect(chartLink).toBe(`?data=simulated&device=phone&at=${id}#picked`);
    expect(html).toContain(plainHref(whoLeft!));
    expect(numbersFor(whoLeft!).numbers.totals.sessions).toBe(cells[1]);
    expect(html.indexOf('data-table="leaks"')).toBeLessThan(html.indexOf('data-island="numbers"'));
  });

  it("shows the cost of drop-offs where buyers have paid, and none elsewhere", () => {
    const params = new URLSearchParams("data=simulated");
    const { numbers } = numbersFor("data=simulated");
    const became = {
      reported: 9,
      taken: 4,
      returned: 1,
      retained: 0,
      paid: 90_000,
      credited: 10_000,
      cost: null,
    };
    const outcomes = {
      all: became,
      by: { affiliate: {}, campaign: {}, adSet: {}, subId: {} },
      foreignAmounts: 0,
    };
    const [leaks] = tablesOf(numbers, chart.view, outcomes, params);
    expect(leaks!.columns.slice(-3).map(({ name }) => name)).toEqual([
      "Revenue lost",
      "Revenue lost, 95% CI low",
      "Revenue lost, 95% CI high",
    ]);
    const { rated } = numbers.nodes.find((node) => node.id === leaks!.rows[0]!.id)!;
    const worth = (200 * rated.left * rated.qualified) / (rated.sessions - rated.left);
    expect(leaks!.rows[0]!.cells.at(-3)).toBe(Number(worth.toPrecision(2)));
    const [unknown] = tablesOf(numbers, chart.view, null, params);
    expect(unknown!.columns.map(({ name }) => name)).not.toContain("Revenue lost");
  });

  it("sorts a table and its file by a column's header", async () => {
    const { html, tables } = numbersFor("data=simulated&rows=all&sort=steps.drop_off&order=down");
    const steps = tables.find(({ name }) => name === "steps")!;
    const at = steps.columns.findIndex(({ name }) => name === "Drop-off");
    const rates = csvOf(steps)
      .slice(1)
      .map((row) => Number(row[at]));
    expect(rates).toEqual(rates.toSorted((one, other) => other - one));
    expect(new Set(rates).size).toBeGreaterThan(4);
    const shown = html
      .slice(html.indexOf('data-table="steps"'))
      .matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g);
    const places = steps.rows.map(({ cells }) => cells[0]);
    expect([...shown].slice(0, places.length).map(([, place]) => place)).toEqual(places);
    const sortedHead = html.match(/<th[^>]*aria-sort="(\w+)"[^>]*><a href="([^"]*)"/)!;
    expect(html.match(/aria-sort/g)).toHaveLength(1);
    expect(sortedHead.slice(1)).toEqual([
      "descending",
      "?data=simulated&amp;rows=all&amp;sort=steps.drop_off&amp;order=up#steps",
    ]);
    const placesIn = (order: string) =>
      numbersFor(`data=simulated&sort=steps.step&order=${order}`)
        .tables.find(({ name }) => name === "steps")!
        .rows.map(({ cells }) => String(cells[0]));
    expect(placesIn("up")).toEqual(placesIn("down").toReversed());
    expect(placesIn("up")[0]!.startsWith("A")).toBe(true);
  });

  it("shades shares by rank, the highest darkest, and says what a high one means", () => {
    const { html, tables } = numbersFor("data=simulated");
    expect(html).toMatch(/data-heat="5" data-high="good" data-highest="true">/);
    expect(html).toMatch(
      /<span data-high="good">high is good<\/span><span data-high="bad">high is bad<\/span>/,
    );
    const steps = tables.find(({ name }) => name === "steps")!;
    const at = steps.columns.findIndex(({ name }) => name === "Drop-off");
    const highest = Math.max(...steps.rows.map(({ cells }) => Number(cells[at])));
    expect(html).toContain(
      `data-unit="percent" data-heat="5" data-high="bad" data-highest="true">${highest.toFixed(1)}%<small>`,
    );
  });
});

describe("a file", () => {
  it("distinguishes all rows, and says what was asked and when", async () => {
    const asked = "data=simulated&device=phone";
    const { numbers, tables } = numbersFor(asked);
    const about = { code, asked, asOf: Date.UTC(2026, 5, 15, 12) };
    for (const name of ["steps", "ways"]) {
      const table = tables.find((each) => each.name === name)!;
      const [heads, ...rows] = csvOf(table, about);
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
    expect(whole!.rows.map(({ cells, isMarked }) => [cells[0], cells[1], cells[2], isMarked])).toEqual([
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
      const files = csvRows(table).map((row) =>
        row.map((cell, at) => ([10, 11].includes(at) && Number(cell) < 0.0001 && cell ? "0" : cell)),
      );
      expect(asNumbers(shown(html, table.name))).toEqual(asNumbers(files));
    }
  });

  const query = (search: string) => askedBy(code, new URLSearchParams(search)).asked!.query;

  it("tests nothing where both sides have the same sessions", () => {
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

  it("tests neither the total nor a first question where the first questions differ", () => {
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

describe("the shades of cells", () => {
  test("cells are shaded by rank, equal ones alike, and unknown ones not at all", () => {
    expect(heatOf([10, 20, 30, 40, 50])).toEqual([1, 2, 3, 4, 5]);
    expect(heatOf([3, null, 900, 3, 4])).toEqual([1, undefined, 4, 1, 2]);
  });

  test("two different values are no scale", () => {
    expect(heatOf([1, 2, 2, null])).toEqual([undefined, undefined, undefined, undefined]);
  });
});
