import { beforeAll, describe, expect, it } from "vitest";
import { askedBy } from "../../../../app/graphs/numbers/answers/asked.ts";
import { leadResults, visitsAddress } from "../../../../app/graphs/numbers/query.ts";
import type { Counted } from "../../../../app/graphs/tables/table.ts";
import { askedVisits } from "../../../../app/graphs/visits/asked-visits.ts";
import { variants } from "../../../../machines/registry.ts";
import { dayCounter } from "../../../../services/analytics/days.ts";
import { numbersOf } from "../../../../services/analytics/index/numbers.ts";
import { SessionIndex } from "../../../../services/analytics/index/session-index.ts";
import { visitRows } from "../../../../services/analytics/index/visit-rows.ts";
import { simulate } from "../../../../services/analytics/simulation/simulate.ts";
import { results } from "../../../../services/analytics/types.ts";
import { keptInMemory } from "../../../services/analytics/indexes.ts";

const code = "v4nv";
const until = Date.UTC(2026, 5, 15);
const asOf = until;
const index = new SessionIndex();

beforeAll(async () => {
  const options = { variant: variants.get(code)!, days: 14, until, day: dayCounter("UTC") };
  const simulated = [...simulate({ ...options, sessions: 300, seed: 3 })].map(({ session }) => session);
  // Some of the visitors' own are under way.
  const own = [...simulate({ ...options, sessions: 200, seed: 4 })].map(({ session }, number) => ({
    ...session,
    visitId: `visit-${number}`,
    source: { ...session.source, simulated: false },
    lastAt: asOf - (number % 3) * 20 * 60_000,
  }));
  await index.refresh(keptInMemory([...simulated, ...own]));
});

/** The visits that a pressed number leads to. */
function visitsAt(search: string, counted: Counted, page: { older?: number; limit?: number } = {}) {
  const address = visitsAddress(code, new URLSearchParams(search), counted);
  expect(address).toMatch(/^\/graphs\/v4nv\/visits\?/);
  const { asked, wrong } = askedVisits(code, new URL(address, "http://site").searchParams);
  expect(wrong).toEqual({});
  return visitRows(index, asked!, { limit: 50, ...page }, asOf);
}

const numbersAt = (search: string) =>
  numbersOf(index, askedBy(code, new URLSearchParams(search)).asked!.query, asOf);

describe.each([
  "",
  "data=simulated",
  "data=both&at=AtFault&measure=time&least=20&paths=5&zoom=0.8",
  "data=both&device=phone&result=qualified&result=open&without=WillingToTreat",
  "data=both&with=HasLawyer&endingAt=thankYou&endingAt=NameAndEmail.asking&dqReason=",
])("the visits behind the numbers of ?%s", (search) => {
  it("are as many as each number says", () => {
    const { totals, nodes, edges, leads } = numbersAt(search);
    const count = (counted: Counted) => visitsAt(search, counted).count;
    expect(count({})).toBe(totals.sessions);
    for (const result of results)
      if (totals[result] > 0) expect(count({ result: [result] }), result).toBe(totals[result]);
    for (const { qualified, dqReason, count: number } of leads) {
      const result = [qualified ? ("qualified" as const) : ("disqualified" as const)];
      expect(count({ result, dqReason }), dqReason).toBe(number);
    }
    for (const each of [...nodes, ...edges]) {
      expect(count({ with: each.id }), each.id).toBe(each.sessions);
      if (each.leads > 0) expect(count({ with: each.id, result: leadResults }), each.id).toBe(each.leads);
      if (each.qualified > 0)
        expect(count({ with: each.id, result: ["qualified"] }), each.id).toBe(each.qualified);
    }
    for (const { id, stillThere, underWay } of nodes) {
      if (stillThere > 0) expect(count({ endingAt: id }), id).toBe(stillThere);
      if (underWay > 0) expect(count({ endingAt: id, result: ["underWay"] }), id).toBe(underWay);
    }
    expect(nodes.some(({ sessions }) => sessions > 0)).toBe(true);
  });
});

describe("a list of visits", () => {
  it("goes on page by page, each visit once, the newest first", () => {
    const found: { key: number; day: string }[] = [];
    for (let older: number | undefined, isMore = true; isMore; older = found.at(-1)!.key) {
      const page = visitsAt("data=both", {}, { limit: 37, ...(older !== undefined && { older }) });
      found.push(...page.rows);
      isMore = page.isMore;
      expect(page.count).toBe(500);
    }
    expect(new Set(found.map(({ key }) => key)).size).toBe(500);
    expect(found.map(({ key }) => key)).toEqual(
      found.map(({ key }) => key).sort((one, other) => other - one),
    );
    expect(found.map(({ day }) => day)).toEqual(
      found
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
  });

  it("goes back from any of them", () => {
    const { rows } = visitsAt("data=both", {}, { limit: 500 });
    const query = { variant: code, data: "both" as const };
    const newer = visitRows(index, query, { newer: rows[40]!.key, limit: 5 }, asOf).rows;
    expect(newer).toEqual(rows.slice(35, 40));
  });

  it("says of each where it is, what was answered, how long it took and on what", () => {
    const { rows } = visitsAt("data=simulated&endingAt=thankYou&result=qualified", {});
    const [row] = rows;
    expect(row).toMatchObject({ isSimulated: true, result: "qualified", place: "thankYou", dqReason: "" });
    expect(row!.answered).toBeGreaterThan(8);
    expect(row!.lasted).toBeGreaterThan(10_000);
    expect(["phone", "tablet", "desktop", "other"]).toContain(row!.device);
    expect(row!.day).toMatch(/^2026-06-\d\d$/);
  });

  it("cannot begin just anywhere", () => {
    expect(askedVisits(code, new URLSearchParams("older=x")).wrong).toEqual({
      older: "There is no such page of the list.",
    });
    expect(askedVisits(code, new URLSearchParams("affilate=7")).wrong.affilate).toContain("affiliate");
  });
});
