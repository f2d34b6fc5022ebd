import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { askedBy } from "../../../../app/features/numbers/answers/asked.ts";
import {
  breakdownTable,
  dividedBy,
  groupsToChoose,
  heatTable,
  loadBreakdown,
  namesToChoose,
} from "../../../../app/features/numbers/answers/by-value.ts";
import { BreakdownPage, type BreakdownShown } from "../../../../app/features/numbers/by-value.tsx";
import { narrowedTo, valueInWords } from "../../../../app/features/numbers/query.ts";
import { loader as visitsLoader } from "../../../../app/features/numbers/visits/list-route.tsx";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { titlesIn } from "../../../../app/graphs/ui/title-of.ts";
import { type Analytics, AnalyticsUnavailable } from "../../../../services/features/numbers/client.ts";
import { breakdownIn } from "../../../../services/features/numbers/index/breakdown.ts";
import { numbersOf } from "../../../../services/features/numbers/index/numbers.ts";
import { databases, freshStore } from "../../../support/databases.ts";
import { simulatedIndex } from "../indexes.ts";

const code = "c";
const { view } = (await chartOf(code))!;
const index = await simulatedIndex(code, 400);

function pageOf(search: string) {
  const query = new URLSearchParams(search);
  const { asked, wrong } = askedBy(code, query);
  const { divided, wrong: wrongParts } = dividedBy(query);
  const { by, and, against } = divided;
  const numbers = numbersOf(index, asked!.query, 0);
  const breakdown = breakdownIn(index, asked!.query, 0, by, and, against);
  const titleOf = titlesIn(view);
  const cells = breakdownTable(breakdown, divided, { titleOf, code, query });
  const tables = [cells, ...(and ? [heatTable(breakdown, { by, and }, titleOf, query)] : [])];
  const names = namesToChoose(numbers.choices.flags);
  const groups = groupsToChoose(breakdown, String);
  const props = { view, divided, numbers, breakdown, tables, names, groups, fewSessions: 30, query };
  const html = renderToStaticMarkup(<BreakdownPage {...props} wrong={{ ...wrong, ...wrongParts }} />);
  return { html, breakdown, tables };
}

test("every cell links to the numbers that it counts", () => {
  const { breakdown, html } = pageOf("data=simulated&by=device&and=affiliate&sort=heat.all&order=up");
  const filled = breakdown.rows.flatMap(({ cells }) => cells).filter(({ sessions }) => sessions > 0);
  const links = [...html.matchAll(/href="\/graphs\/c\/numbers\?([^"]*device=[^"]*affiliate=[^"]*)">/g)];
  expect(links.length).toBe(filled.length);
  const counts = links.map(([, address]) => {
    const { asked } = askedBy(code, new URLSearchParams(address!.replaceAll("&amp;", "&")));
    return numbersOf(index, asked!.query, 0).totals.sessions;
  });
  const ascending = (all: number[]) => all.toSorted((one, other) => one - other);
  expect(ascending(counts)).toEqual(ascending(filled.map(({ sessions }) => sessions)));
  expect(html).toContain('aria-sort="ascending"');
});

test("groups are compared with the chosen one, which is not compared with itself", () => {
  const { html, breakdown, tables } = pageOf("data=simulated&by=affiliate&against=is:12");
  expect(breakdown.against).toEqual({ value: "12" });
  const { columns, rows } = tables[0]!;
  const beside = columns.findIndex(({ name }) => name === "Versus 12");
  const saidOf = (value: string) => rows.find(({ cells }) => cells[0] === value)!.cells[beside];
  expect(saidOf("12")).toBe("what the others are compared with");
  expect(saidOf("7")).toMatch(/^(higher|lower|no significant difference)$/);
  expect(html).toMatch(/<option value="is:12" selected="">12<\/option>/);
  expect(pageOf("data=simulated&against=7").html).toContain("Compare with all others, the largest group");
  // Rates of a row's parts are shares, which are not compared with another row's.
  expect(pageOf("data=simulated&by=result&against=largest").breakdown.against).toBeUndefined();
});

test("a cell of few sessions says so, and is not shaded", () => {
  const { breakdown, html } = pageOf("data=simulated&by=subId&and=affiliate");
  const cells = breakdown.rows.flatMap((row) => row.cells).filter(({ sessions }) => sessions > 0);
  const few = cells.filter(({ sessions }) => sessions < 30).length;
  expect(few).toBeGreaterThan(5);
  expect(html.split("<small>Only ").length - 1).toBeGreaterThanOrEqual(few);
  expect(html).not.toMatch(/data-heat="\d" data-few/);
});

test("a part that no filter can express has no link, and others replace the question", () => {
  const query = new URLSearchParams("device=phone&device=tablet&from=2026-06-01&by=device&sort=heat.all");
  expect(narrowedTo(query, [["device", "tablet"]])!.toString()).toBe("device=tablet&from=2026-06-01");
  expect(narrowedTo(query, [["day", "2026-06-03"]])!.getAll("from")).toEqual(["2026-06-03"]);
  expect(narrowedTo(query, [["weekday", "Monday"]])).toBeUndefined();
  expect(narrowedTo(query, [["device", null]])).toBeUndefined();
});

test("an empty value is shown as none, and values that are not listed are counted together", () => {
  const said = (value: string | null, name: "device" | "endingAt" = "device") =>
    valueInWords(name, value, 1_200, (id) => `the place ${id}`);
  expect([said("phone"), said(""), said(null)]).toEqual(["phone", "(none)", "Other (1,200)"]);
  expect([said("AtFault", "endingAt"), said("", "endingAt")]).toEqual(["the place AtFault", "the place "]);
});

test("an impossible breakdown is explained", () => {
  expect(dividedBy(new URLSearchParams("by=shoeSize")).wrong.by).toContain("“shoeSize”");
  // A form's two menus do not know of each other.
  const { divided, wrong } = dividedBy(new URLSearchParams("by=device&and=device"));
  expect([divided, wrong]).toEqual([{ by: "device" }, {}]);
  expect(dividedBy(new URLSearchParams("by=flag.theme&and=weekday")).wrong).toEqual({});
});

describe("the page of a breakdown", () => {
  const on = freshStore(databases[0].start);
  const answers: Partial<Analytics> = {
    query: async (query) => numbersOf(index, query, 0),
    breakdown: async (query, by, and) => breakdownIn(index, query, 0, by, and),
  };
  const gone = async () => {
    throw new AnalyticsUnavailable("The sessions are being read.");
  };
  const asked = (search: string, analytics = answers) => ({
    request: new Request(`http://site/graphs/${code}/numbers?show=values&${search}`),
    context: { services: { store: on.store, running: { numbers: analytics } } } as unknown as AppLoadContext,
    params: { code },
  });
  const load = async (search: string, analytics = answers) => {
    const { data, init } = await loadBreakdown(asked(search, analytics));
    return { status: init?.status ?? 200, shown: data as BreakdownShown };
  };

  test("divides by one part, or by two", async () => {
    const { status, shown } = await load("data=simulated&by=device&and=affiliate");
    expect(status).toBe(200);
    expect(shown.tables).toHaveLength(2);
    expect(shown.breakdown!.columns.length).toBeGreaterThan(1);
    const one = await load("data=simulated&by=device");
    expect(one.shown.tables).toHaveLength(1);
    expect(one.shown.breakdown!.rows.length).toBeGreaterThan(1);
  });

  test("is a 422 for an impossible breakdown, and a 503 with the reason while there are no numbers", async () => {
    expect(await load("by=shoeSize")).toMatchObject({ status: 422, shown: { breakdown: null } });
    const unavailable = await load("by=device", { query: gone, breakdown: gone });
    expect(unavailable).toMatchObject({
      status: 503,
      shown: { unavailable: "The sessions are being read." },
    });
  });

  test("does so for the visits behind it, too", async () => {
    const without = (analytics: Partial<Analytics>) => visitsLoader(asked("", analytics));
    const unavailable = await without({ query: gone, visits: gone });
    expect(unavailable).toMatchObject({
      data: { unavailable: "The sessions are being read.", list: null },
      init: { status: 503 },
    });
    const broken = async () => {
      throw new Error("a fault of the program");
    };
    await expect(without({ query: broken, visits: broken })).rejects.toThrow("a fault of the program");
  });
});
