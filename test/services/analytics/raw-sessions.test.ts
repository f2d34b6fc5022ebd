import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { numbersOf } from "../../../services/analytics/index/numbers.ts";
import { SessionIndex } from "../../../services/analytics/index/session-index.ts";
import { rawFile, rawSessions } from "../../../services/analytics/raw-sessions.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import type { Filters } from "../../../services/analytics/types.ts";
import type { WholeSession } from "../../../services/store/analytics/analytics-sessions.ts";
import { readParquet } from "../../support/parquet.ts";
import { keptInMemory } from "./kept-in-memory.ts";

const day = dayCounter("America/New_York");
const until = Date.UTC(2026, 5, 15);
const made = (code: string, sessions: number) => [
  ...simulate({ sessions, seed: 5, variant: variants.get(code)!, days: 10, until, day }),
];
const sessions = [...made("v4nv", 2_300), ...made("c", 100)].map(({ session }) => session);
const index = new SessionIndex();
await index.refresh(keptInMemory(sessions));

/** The store, which counts how often it is asked. */
function store() {
  const asked: number[] = [];
  return {
    asked,
    async sessionsAfter(id: number, { variant }: { variant?: string }, limit: number) {
      asked.push(id);
      return sessions
        .map((session, at): WholeSession => ({ ...session, id: at + 1, begunAt: null, lastAt: null }))
        .filter((each) => each.id > id && (variant === undefined || each.source.variant === variant))
        .slice(0, limit);
    },
  };
}

const asOf = until;
const asked = "data=simulated";
async function allOf<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
const all = async (filters: Filters, variant?: string) => {
  const pages = await allOf(rawSessions(store(), { variant, data: "simulated", filters, asOf, asked }));
  return pages.flat();
};

describe("sessions, one a row", () => {
  const filters: Record<string, Filters> = {
    none: {},
    devices: { device: ["phone", "tablet"] },
    days: { from: "2026-06-08", to: "2026-06-10" },
    "a way": { with: ["HasLawyer"], without: ["ConfirmationHasLawyer"] },
    results: { result: ["qualified", "open"] },
    "a reason": { dqReason: ["have_attorney|yes"] },
    flags: { flags: { theme: ["default"], socialProof: ["on"] } },
    "where they stand": { endingAt: ["thankYou"] },
  };

  it.each(Object.keys(filters))("are those that the numbers count: %s", async (name) => {
    const rows = await all(filters[name]!, "v4nv");
    const query = { variant: "v4nv", data: "simulated" as const, filters: filters[name]!, paths: 1 };
    const { totals, nodes, paths } = numbersOf(index, query, asOf, asOf);
    expect(rows).toHaveLength(totals.sessions);
    expect(totals.sessions).toBeGreaterThan(0);
    for (const result of ["qualified", "disqualified", "ended", "open", "underWay"] as const)
      expect(rows.filter((row) => row.result === result)).toHaveLength(totals[result]);
    for (const { id, sessions: those } of nodes.filter((node) => node.id !== "start"))
      expect(rows.filter(({ places }) => (places as string[]).includes(id)).length, id).toBe(those);
    const [commonest] = paths.shown;
    const way = commonest!.nodes.join(" ");
    expect(rows.filter(({ places }) => (places as string[]).join(" ") === way)).toHaveLength(
      commonest!.sessions,
    );
  });

  it("of all surveys where none is named, once each, with a time for each move", async () => {
    const rows = await all({});
    expect(rows.map(({ session }) => session)).toEqual(sessions.map((_, at) => at + 1));
    for (const { places, dwell_s, lasted_s } of rows) {
      expect((dwell_s as number[]).length).toBe((places as string[]).length);
      expect(lasted_s).toBeCloseTo(
        (dwell_s as number[]).reduce((sum, time) => sum + time, 0),
        6,
      );
    }
    expect(rows.at(-1)).toMatchObject({
      survey: "c",
      simulated: true,
      filters: asked,
      as_of: asOf,
      visit: null,
    });
  });

  it("are written in row groups, and no further than they are taken", async () => {
    const query = { data: "simulated" as const, asOf, asked };
    const parts = await allOf(rawFile(store(), query, "parquet"));
    expect((await readParquet(Buffer.concat(parts))).rows).toHaveLength(sessions.length);

    const left = store();
    const file = rawFile(left, query, "csv");
    await file.next();
    await file.return(undefined);
    expect(left.asked).toEqual([0]);
  });
});
