import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { askedBy } from "../../../../app/graphs/numbers/answers/asked.ts";
import { tableAnswer } from "../../../../app/graphs/numbers/answers/table-answer.ts";
import { tablesOf } from "../../../../app/graphs/numbers/answers/tables.ts";
import { NumbersPage } from "../../../../app/graphs/numbers/numbers-page.tsx";
import type { Table } from "../../../../app/graphs/numbers/table.ts";
import { variants } from "../../../../machines/registry.ts";
import { dayCounter } from "../../../../services/analytics/days.ts";
import { numbersOf } from "../../../../services/analytics/index/numbers.ts";
import { SessionIndex } from "../../../../services/analytics/index/session-index.ts";
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

const plainHref = (href: string) => href.replaceAll("&", "&amp;");
const fileOf = async (table: Table) =>
  parseCsv(await tableAnswer(code, `${table.name}.csv`, [table], "", 200).text());

describe("the analysts' page", () => {
  it("begins with where leads are lost, each row leading to its step and to the sessions that dropped off there", () => {
    const { html, tables, numbers } = numbersFor("data=simulated&device=phone");
    const [leaks] = tables;
    const { id, cells, links } = leaks!.rows[0]!;
    expect(cells[1]).toBe(numbers.nodes.find((node) => node.id === id)!.left);
    const [chartLink, whoLeft] = links!.map(({ href }) => href);
    expect(chartLink).toBe(`?data=simulated&device=phone&at=${id}#picked`);
    expect(html).toContain(plainHref(whoLeft!));
    expect(numbersFor(whoLeft!).numbers.totals.sessions).toBe(cells[1]);
    expect(html.indexOf('data-table="leaks"')).toBeLessThan(html.indexOf('data-island="numbers"'));
  });

  it("says what drop-offs cost where buyers have paid, and nothing where none has", () => {
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
    const outcomes = { all: became, by: { affiliate: {}, subId: {} }, foreignAmounts: 0 };
    const [leaks] = tablesOf(numbers, chart.view, outcomes, params);
    expect(leaks!.columns.slice(-3).map(({ name }) => name)).toEqual([
      "Revenue lost",
      "Revenue lost, 95% CI low",
      "Revenue lost, 95% CI high",
    ]);
    const { left, settled, qualified } = numbers.nodes.find((node) => node.id === leaks!.rows[0]!.id)!;
    const worth = (200 * left * qualified) / (settled - left);
    expect(leaks!.rows[0]!.cells.at(-3)).toBe(Number(worth.toPrecision(2)));
    const [unknown] = tablesOf(numbers, chart.view, null, params);
    expect(unknown!.columns.map(({ name }) => name)).not.toContain("Revenue lost");
  });

  it("sorts a table by the head of a column, its file too", async () => {
    const { html, tables } = numbersFor("data=simulated&sort=steps.drop_off&order=down");
    const steps = tables.find(({ name }) => name === "steps")!;
    const at = steps.columns.findIndex(({ name }) => name === "Drop-off");
    const rates = (await fileOf(steps)).slice(1).map((row) => Number(row[at]));
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
      "?data=simulated&amp;sort=steps.drop_off&amp;order=up#steps",
    ]);
    const placesIn = (order: string) =>
      numbersFor(`data=simulated&sort=steps.step&order=${order}`)
        .tables.find(({ name }) => name === "steps")!
        .rows.map(({ cells }) => String(cells[0]));
    expect(placesIn("up")).toEqual(placesIn("down").toReversed());
    expect(placesIn("up")[0]!.startsWith("A")).toBe(true);
  });

  it("shades shares by rank, the highest darkest", () => {
    const { html, tables } = numbersFor("data=simulated");
    const steps = tables.find(({ name }) => name === "steps")!;
    const at = steps.columns.findIndex(({ name }) => name === "Drop-off");
    const highest = Math.max(...steps.rows.map(({ cells }) => Number(cells[at])));
    expect(html).toContain(`data-unit="percent" data-heat="5">${highest.toFixed(1)}%<small>`);
  });
});
