import { describe, expect, it } from "vitest";
import { findEntry, variants } from "../../../machines/registry.ts";
import { readArm, readFlags, sourceOf } from "../../../services/analytics/source.ts";
import { dayCounter, dayNumber } from "../../../services/calendar/days.ts";
import { breakdownOf, type Counted } from "../../../services/features/numbers/breakdown.ts";
import { breakdownIn } from "../../../services/features/numbers/index/breakdown.ts";
import { numbersOf } from "../../../services/features/numbers/index/numbers.ts";
import { SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { sourceOutcomes } from "../../../services/features/numbers/outcomes.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { OutcomeTally } from "../../../services/features/numbers/tables/outcome-tally.ts";
import type { Filters, Query } from "../../../services/features/numbers/types.ts";
import { keptInMemory } from "./indexes.ts";
import { type Plain, plainOf } from "./recount.ts";

describe("the breakdown", () => {
  const options = { sessions: 300, seed: 5, days: 14, until: Date.UTC(2026, 5, 15), day: dayCounter("UTC") };
  const sessionsOf = (code: string) =>
    [...simulate({ ...options, variant: variants.get(code)! })].map(({ session }) => session);
  const query = { variant: "c", data: "simulated" as const };

  function counted(those: readonly Plain[]): Counted {
    const qualified = those.filter(({ result }) => result === "qualified").length;
    const leads = qualified + those.filter(({ result }) => result === "disqualified").length;
    return { sessions: those.length, leads, qualified, rated: { sessions: those.length, leads } };
  }

  /** A group all of whose sessions are in rates. */
  const group = (sessions: number, leads: number): Counted => ({
    sessions,
    leads,
    qualified: 0,
    rated: { sessions, leads },
  });

  const only = ({ sessions, leads, qualified, rated }: Counted): Counted => ({
    sessions,
    leads,
    qualified,
    rated: { sessions: rated.sessions, leads: rated.leads },
  });

  it("a group as good as the one it is compared with is not called better", () => {
    const rows = ["7", "12", "44", null];
    const counts = [[group(5_000, 2_900)], [group(2_000, 1_170)], [group(2_000, 900)], [group(9_000, 90)]];
    const grid = { rows, columns: [""], counts, others: { rows: 5, columns: 0 } };
    const differs = (against?: Parameters<typeof breakdownOf>[3]) =>
      breakdownOf(grid, "affiliate", undefined, against).rows.map(({ total }) => total.differs);
    expect(differs()).toEqual([1, 1, 1, -1]);
    expect(differs({ value: "7" })).toEqual([0, 0, -1, -1]);
    // The sum of rare values is no group, however large.
    expect(differs("largest")).toEqual([0, 0, -1, -1]);
    expect(differs({ value: "nobody" })).toEqual([1, 1, 1, -1]);
  });

  it("with levels of sources, campaigns and ad sets are groups and filters of their own", async () => {
    const paths = ["spring/florida/v-1", "spring/florida/v-2", "spring/texas", "summer"];
    const sessions = sessionsOf("c").map((session, at) => ({
      ...session,
      source: { ...session.source, subId: paths[at % paths.length]! },
    }));
    const leveled = new SessionIndex();
    await leveled.refresh(keptInMemory(sessions));
    const by = (name: "campaign" | "adSet", filters: Filters = {}) =>
      Object.fromEntries(
        breakdownIn(leveled, { ...query, filters }, Infinity, name).rows.map(({ value, total }) => [
          value,
          total.sessions,
        ]),
      );
    expect(by("campaign")).toEqual({ spring: 225, summer: 75 });
    expect(by("adSet")).toEqual({ "spring/florida": 150, "spring/texas": 75, summer: 75 });
    expect(by("adSet", { campaign: ["summer"], except: ["campaign"] })).toEqual({
      "spring/florida": 150,
      "spring/texas": 75,
    });
    // Without levels they would repeat the sub ids, and are left out.
    const campaigns = async (index: SessionIndex) =>
      numbersOf(index, query, Infinity).choices.campaign.map(({ value }) => value);
    expect(await campaigns(leveled)).toEqual(["spring", "summer"]);
    const flat = new SessionIndex();
    await flat.refresh(keptInMemory(sessionsOf("c")));
    expect(await campaigns(flat)).toEqual([]);
  });

  it("the commonest of very many values have rows and columns, and the rest are summed", async () => {
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

  it("a cell that differs from the rest by more than chance is marked, corrected for all other cells", () => {
    const grid = (counts: Counted[][]) => ({
      rows: counts.map((_, at) => String(at)),
      columns: ["one"],
      counts,
      others: { rows: 0, columns: 0 },
    });
    // Alone its p is 0.004: among twenty it may be chance.
    const like = Array.from({ length: 19 }, () => [group(400, 200)]);
    const twenty = breakdownOf(grid([[group(400, 230)], ...like]), "affiliate");
    expect(twenty.rows.map(({ total }) => total.differs)).toEqual(Array(20).fill(0));
    expect(breakdownOf(grid([[group(400, 230)], [group(7600, 3800)]]), "device").rows[0]!.total.differs).toBe(
      1,
    );
    const some = breakdownOf(grid([[group(400, 100)], [group(29, 0)], ...like]), "affiliate");
    expect(some.rows.slice(0, 3).map(({ total }) => total.differs)).toEqual([-1, 0, 0]);
    expect(some.rows[1]!.total.adjusted).toBeNull();
  });
});

const day = dayNumber("2026-01-31");
const tally: OutcomeTally = {
  variant: "c",
  path: "/survey/c",
  offer: "57",
  affiliate: "7",
  subId: "news",
  version: "v1",
  device: "phone",
  language: "en",
  flags: "theme:v3",
  scripts: "on",
  day,
  reported: 10,
  taken: 8,
  returned: 2,
  retained: 1,
  paid: 9_000,
  credited: 500,
  foreignAmounts: 1,
};
const tallies = [tally, { ...tally, affiliate: "8", subId: "1", day: day + 1, flags: "" }];
const cost = { variant: "c", affiliate: "7", subId: "", day, cents: 1_000 };
const costs = [
  cost,
  { ...cost, subId: "news", cents: 200 },
  { ...cost, affiliate: "9", day: day + 1, cents: 30 },
];

const of = (filters: Filters, data?: Query["data"]) =>
  sourceOutcomes({ variant: "c", data, filters }, tallies, costs);

describe("the outcomes of sources", () => {
  it("outcomes are counted for each source and for all, with what each cost", () => {
    const { reported, taken, returned, retained, paid, credited } = tally;
    const once = { reported, taken, returned, retained, paid, credited };
    const nothing = { reported: 0, taken: 0, returned: 0, retained: 0, paid: 0, credited: 0 };
    expect(of({})).toEqual({
      all: { reported: 20, taken: 16, returned: 4, retained: 2, paid: 18_000, credited: 1_000, cost: 1_230 },
      by: {
        campaign: {},
        adSet: {},
        affiliate: {
          "7": { ...once, cost: 1_200 },
          "8": { ...once, cost: null },
          "9": { ...nothing, cost: 30 },
        },
        subId: { news: { ...once, cost: 200 }, "1": { ...once, cost: null } },
      },
      foreignAmounts: 2,
    });
  });

  it("with levels, those of a campaign and an ad set are counted with the costs of all that is in them", () => {
    const leveled = ["spring/florida/v-1", "spring/texas"].map((subId) => ({ ...tally, subId }));
    const spent = ["spring/florida", "spring/texas/v-9", "summer"].map((subId, at) => ({
      ...cost,
      subId,
      cents: 100 * (at + 1),
    }));
    const costsBy = (filters: Filters, name: "campaign" | "adSet" | "subId") =>
      Object.entries(sourceOutcomes({ variant: "c", filters }, leveled, spent)!.by[name]).map(
        ([source, became]) => `${source} ${became.reported} ${became.cost}`,
      );
    expect(costsBy({}, "campaign").toSorted()).toEqual(["spring 20 300", "summer 0 300"]);
    expect(costsBy({ campaign: ["spring"] }, "adSet")).toEqual([
      "spring/florida 10 100",
      "spring/texas 10 200",
    ]);
    expect(costsBy({ adSet: ["spring/florida"] }, "subId")).toEqual([
      "spring/florida/v-1 10 null",
      "spring/florida 0 100",
    ]);
  });

  it.each<[string, Filters, reported: number, cost: number | null]>([
    ["an affiliate", { affiliate: ["7"] }, 10, 1_200],
    ["a sub id, whose costs are its own alone", { subId: ["news"] }, 10, 200],
    ["a day", { to: "2026-01-31" }, 10, 1_200],
    ["the days from then", { from: "2026-02-01" }, 10, 30],
    ["a device, of which no cost is known", { device: ["phone"] }, 20, null],
    ["another device", { device: ["desktop"] }, 0, null],
    ["a flag, of which no cost is known", { flags: { theme: ["v3"] } }, 10, null],
    ["an empty list, which is none", { affiliate: [], flags: { theme: [] } }, 20, 1_230],
  ])("%s", (_, filters, reported, spent) => {
    expect(of(filters)?.all).toMatchObject({ reported, cost: spent });
  });

  it.each<Filters>([
    { result: ["qualified"] },
    { dqReason: ["statute"] },
    { with: ["AtFault"] },
    { without: ["AtFault"] },
    { endingAt: ["AtFault"] },
  ])("nothing is counted where outcomes are unknown by %o", (filters) => {
    expect(of(filters)).toBeNull();
  });

  it("simulated visits have no outcomes", () => {
    expect(of({}, "simulated")).toBeNull();
    expect(of({}, "both")?.all.reported).toBe(20);
  });
});

describe("a source", () => {
  const entry = findEntry("/survey/c")!;
  const arm = { experiment: "theme", name: "color", version: "12345678", flags: "theme:v3" };

  it("a link's id that identifies the visitor is not stored, unless the operator names it", () => {
    const query = { affid: "rivera", s1: "2135550178" };
    const arrival = { path: "/survey/c", query, referer: "" };
    const trail = [
      { step: "a", answers: { lastName: "Rivera", phone: "(213) 555-0178" }, at: 1, outcomes: [] },
    ];
    const idsOf = (...[visit, settings]: [Parameters<typeof sourceOf>[1], object?]) => {
      const { affiliate, subId } = sourceOf(entry, visit, { settings });
      return [affiliate, subId];
    };
    expect(idsOf({ arrival, facts: {} })).toEqual(["rivera", "2135550178"]);
    expect(idsOf({ arrival, facts: {}, trail })).toEqual(["(other)", "(other)"]);
    const knownAffiliates = new Set(["rivera"]);
    expect(idsOf({ arrival, facts: {}, trail }, { knownAffiliates })).toEqual(["rivera", "(other)"]);
  });

  it("the arm is among the flags, and a visitor who returns with others has crossed over", () => {
    const flagsOf = (query: Record<string, string>, won?: true) => {
      const arrival = { path: "/survey/c", query, referer: "", arm: { ...arm, ...(won && { won }) } };
      return sourceOf(entry, { arrival, facts: {} }).flags;
    };
    expect(readFlags(flagsOf({}))).toMatchObject({ experiment: "theme/color", theme: "v3" });
    const drawn = { experiment: "theme", arm: "color", version: "12345678" };
    expect(readArm(flagsOf({}))).toEqual({ ...drawn, isCrossed: false });
    expect(readArm(flagsOf({ flags: "theme:v5" }))).toEqual({ ...drawn, isCrossed: true });
    expect(readFlags(flagsOf({ flags: "theme:v5" })).theme).toBe("v5");
    expect(readArm(flagsOf({}, true))).toBeUndefined();
    expect(readArm("theme:v3")).toBeUndefined();
  });
});
