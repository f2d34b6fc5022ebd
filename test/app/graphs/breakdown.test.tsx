import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BreakdownPage } from "../../../app/graphs/breakdown/breakdown-page.tsx";
import { narrowedTo } from "../../../app/graphs/breakdown/value-of.ts";
import { chartOf } from "../../../app/graphs/chart-of.ts";
import { askedBy } from "../../../app/graphs/numbers/answers/asked.ts";
import { dividedBy, namesToChoose } from "../../../app/graphs/numbers/answers/breakdown/asked-breakdown.ts";
import { breakdownTable, heatTable } from "../../../app/graphs/numbers/answers/breakdown/tables.ts";
import { titlesIn } from "../../../app/graphs/ui/title-of.ts";
import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { breakdownIn } from "../../../services/analytics/index/breakdown.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { keptInMemory } from "../../services/analytics/kept-in-memory.ts";

const code = "c";
const { view } = (await chartOf(code))!;
const index = new SessionIndex();
const day = dayCounter("UTC");
const options = {
  sessions: 400,
  seed: 3,
  variant: variants.get(code)!,
  days: 14,
  until: Date.UTC(2026, 5, 15),
  day,
};
await index.refresh(keptInMemory([...simulate(options)].map(({ session }) => session)));

function pageOf(search: string) {
  const query = new URLSearchParams(search);
  const { asked, wrong } = askedBy(code, query);
  const { divided, wrong: wrongParts } = dividedBy(query);
  const { by, and } = divided;
  const numbers = numbersOf(index, asked!.query, 0);
  const breakdown = breakdownIn(index, asked!.query, 0, by, and);
  const titleOf = titlesIn(view);
  const cells = breakdownTable(breakdown, divided, { titleOf, code, query });
  const tables = [cells, ...(and ? [heatTable(breakdown, { by, and }, titleOf, query)] : [])];
  const names = namesToChoose(numbers.choices.flags);
  const props = { view, divided, numbers, breakdown, tables, names, fewSessions: 30, query };
  const html = renderToStaticMarkup(<BreakdownPage {...props} wrong={{ ...wrong, ...wrongParts }} />);
  return { html, breakdown, tables };
}

test("every cell leads to the numbers that it counts", () => {
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

test("a cell of few sessions says so, and is not shaded", () => {
  const { breakdown, html } = pageOf("data=simulated&by=subId&and=affiliate");
  const cells = breakdown.rows.flatMap((row) => row.cells).filter(({ sessions }) => sessions > 0);
  const few = cells.filter(({ sessions }) => sessions < 30).length;
  expect(few).toBeGreaterThan(5);
  expect(html.split("<small>Only ").length - 1).toBeGreaterThanOrEqual(few);
  expect(html).not.toMatch(/data-heat="\d" data-few/);
});

test("a part that no filter can be made of leads nowhere, others replace what was asked", () => {
  const query = new URLSearchParams("device=phone&device=tablet&from=2026-06-01&by=device&sort=heat.all");
  expect(narrowedTo(query, [["device", "tablet"]])!.toString()).toBe("device=tablet&from=2026-06-01");
  expect(narrowedTo(query, [["day", "2026-06-03"]])!.getAll("from")).toEqual(["2026-06-03"]);
  expect(narrowedTo(query, [["weekday", "Monday"]])).toBeUndefined();
  expect(narrowedTo(query, [["device", null]])).toBeUndefined();
});

test("what sessions cannot be divided by is said", () => {
  expect(dividedBy(new URLSearchParams("by=shoeSize")).wrong.by).toContain("“shoeSize”");
  expect(dividedBy(new URLSearchParams("by=device&and=device")).wrong.and).toContain("two different");
  expect(dividedBy(new URLSearchParams("by=flag.theme&and=weekday")).wrong).toEqual({});
});
