import fc from "fast-check";
import { expect, test } from "vitest";
import { variants } from "../../../machines/registry.ts";
import {
  type BreakdownName,
  breakdownNames,
  breakdownOf,
  type Counted,
} from "../../../services/analytics/breakdown.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { breakdownIn } from "../../../services/analytics/index/breakdown.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { readFlags } from "../../../services/analytics/source.ts";
import type { Filters } from "../../../services/analytics/types.ts";
import { keptInMemory } from "./kept-in-memory.ts";
import { type Plain, passesFilters, plainOf } from "./recount.ts";

const options = { sessions: 300, seed: 5, days: 14, until: Date.UTC(2026, 5, 15), day: dayCounter("UTC") };
const sessionsOf = (code: string) =>
  [...simulate({ ...options, variant: variants.get(code)! })].map(({ session }) => session);
const sessions = [...sessionsOf("c"), ...sessionsOf("dui")];
const index = new SessionIndex();
await index.refresh(keptInMemory(sessions));
const plain = sessions.map(plainOf).filter(({ source }) => source.variant === "c");
const query = { variant: "c", data: "simulated" as const };

const names: BreakdownName[] = [...breakdownNames, "flag.theme", "flag.socialProof"];
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });

/** What a session is known by, asked one by one. */
function partOf({ source, ...session }: Plain, name: BreakdownName): string {
  if (name === "weekday") return weekday.format(Date.parse(session.day));
  if (name === "endingAt") return session.place;
  if (name.startsWith("flag.")) return readFlags(source.flags)[name.slice(5)]!;
  return ({ ...source, ...session } as unknown as Record<string, string>)[name]!;
}

function counted(those: readonly Plain[]): Counted {
  const qualified = those.filter(({ result }) => result === "qualified").length;
  const leads = qualified + those.filter(({ result }) => result === "disqualified").length;
  return { sessions: those.length, leads, qualified };
}

const only = ({ sessions: count, leads, qualified }: Counted): Counted => ({
  sessions: count,
  leads,
  qualified,
});
const filters: fc.Arbitrary<Filters> = fc.record({
  from: fc.constantFrom(undefined, "2026-06-05"),
  device: fc.subarray(["phone", "desktop"]),
  result: fc.subarray(["qualified" as const, "open" as const]),
  without: fc.subarray(["IncidentDescription"]),
});

test("a group that is as good as another is not called better, where it is compared with that and not with the rest", () => {
  const rows = ["7", "12", "44", null];
  const counts = [
    [{ sessions: 5_000, leads: 2_900, qualified: 0 }],
    [{ sessions: 2_000, leads: 1_170, qualified: 0 }],
    [{ sessions: 2_000, leads: 900, qualified: 0 }],
    [{ sessions: 9_000, leads: 90, qualified: 0 }],
  ];
  const grid = { rows, columns: [""], counts, others: { rows: 5, columns: 0 } };
  const differs = (against?: Parameters<typeof breakdownOf>[3]) =>
    breakdownOf(grid, "affiliate", undefined, against).rows.map(({ total }) => total.differs);
  expect(differs()).toEqual([1, 1, 1, -1]);
  expect(differs({ value: "7" })).toEqual([0, 0, -1, -1]);
  // The sum of rare values is no group, however large.
  expect(differs("largest")).toEqual([0, 0, -1, -1]);
  expect(differs({ value: "nobody" })).toEqual([1, 1, 1, -1]);
});

test("every row and cell is what a plain count finds, and together they are all sessions", () => {
  fc.assert(
    fc.property(
      filters,
      fc.constantFrom(...names),
      fc.constantFrom(undefined, ...names),
      (asked, by, and) => {
        const those = plain.filter((each) => passesFilters(each, asked));
        const found = breakdownIn(index, { ...query, filters: asked }, 0, by, and);
        expect(only(found.total)).toEqual(counted(those));
        const values = [...new Set(those.map((each) => partOf(each, by)))];
        expect(found.rows.map(({ value }) => value).sort()).toEqual(values.sort());
        for (const { value, total, cells } of found.rows) {
          const row = those.filter((each) => partOf(each, by) === value);
          expect(only(total)).toEqual(counted(row));
          expect(cells.map(only)).toEqual(
            found.columns.map((column) => counted(row.filter((each) => partOf(each, and!) === column.value))),
          );
          if (!found.isOfRow && row.length > 0) expect(total.rate).toBe(counted(row).leads / row.length);
          if (found.isOfRow && and) expect(cells.reduce((sum, { rate }) => sum + rate!, 0)).toBeCloseTo(1);
        }
        for (const { value, total } of found.columns) {
          expect(only(total)).toEqual(counted(those.filter((each) => partOf(each, and!) === value)));
        }
      },
    ),
    { numRuns: 120 },
  );
});

test("of very many values the commonest have rows and columns, the rest is summed", async () => {
  const many = [...sessionsOf("c"), ...sessionsOf("c")].map((session, at) => ({
    ...session,
    source: { ...session.source, subId: at < 90 ? "common" : `s${at}`, affiliate: `a${at % 250}` },
  }));
  const large = new SessionIndex();
  await large.refresh(keptInMemory(many));
  const all = counted(many.map(plainOf));
  for (const and of [undefined, "affiliate" as const]) {
    const { rows, columns, others, total } = breakdownIn(large, query, 0, "subId", and);
    expect(only(total)).toEqual(all);
    expect(rows).toHaveLength(201);
    expect([rows[0]!.value, rows[0]!.total.sessions, rows[200]!.value]).toEqual(["common", 90, null]);
    expect([rows[200]!.total.sessions, others.rows]).toEqual([600 - 90 - 199, 511 - 200]);
    if (!and) continue;
    expect([columns.length, columns[24]!.value, others.columns]).toEqual([25, null, 250 - 24]);
    expect(columns.reduce((sum, column) => sum + column.total.sessions, 0)).toBe(600);
    const cells = rows.flatMap((row) => row.cells);
    expect(cells.reduce((sum, cell) => sum + cell.sessions, 0)).toBe(600);
  }
});

test("a cell that differs from the rest by more than chance is marked, weighed with all the others", () => {
  const cell = (count: number, leads: number) => ({ sessions: count, leads, qualified: 0 });
  const grid = (counts: Counted[][]) => ({
    rows: counts.map((_, at) => String(at)),
    columns: ["one"],
    counts,
    others: { rows: 0, columns: 0 },
  });
  // Alone its p is 0.004: among twenty it may be chance.
  const like = Array.from({ length: 19 }, () => [cell(400, 200)]);
  const twenty = breakdownOf(grid([[cell(400, 230)], ...like]), "affiliate");
  expect(twenty.rows.map(({ total }) => total.differs)).toEqual(Array(20).fill(0));
  expect(breakdownOf(grid([[cell(400, 230)], [cell(7600, 3800)]]), "device").rows[0]!.total.differs).toBe(1);
  const some = breakdownOf(grid([[cell(400, 100)], [cell(29, 0)], ...like]), "affiliate");
  expect(some.rows.slice(0, 3).map(({ total }) => total.differs)).toEqual([-1, 0, 0]);
  expect(some.rows[1]!.total.adjusted).toBeNull();
});
