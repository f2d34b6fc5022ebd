import { ReadableStream } from "node:stream/web";
import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { dayCounter } from "../../../services/calendar/days.ts";
import { begun, untilEnd } from "../../../services/features/numbers/client.ts";
import { SessionIndex } from "../../../services/features/numbers/index/session-index.ts";
import { rawFile, rawSessions } from "../../../services/features/numbers/raw-sessions.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import type { WholeSession } from "../../../services/features/numbers/tables/numbers.ts";
import { readParquet } from "../../support/tables.ts";
import { keptInMemory } from "./indexes.ts";

const day = dayCounter("America/New_York");
const until = Date.UTC(2026, 5, 15);
const made = (code: string, sessions: number) => [
  ...simulate({ sessions, seed: 5, variant: variants.get(code)!, days: 10, until, day }),
];
const sessions = [...made("v4nv", 2_300), ...made("c", 100)].map(({ session }) => session);
const index = new SessionIndex();
await index.refresh(keptInMemory(sessions));

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
describe("sessions, one a row", () => {
  it("sessions of all surveys are read if none is named, once each, with a time for each move", async () => {
    const pages = await allOf(rawSessions(store(), { data: "simulated", filters: {}, asOf, asked }));
    const rows = pages.flat();
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

  it("are written in row groups, no further than they are read", async () => {
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

function promised() {
  let [tell, fail]: [tell: () => void, fail: (reason: Error) => void] = [() => {}, () => {}];
  const promise = new Promise<never>((resolve, reject) => {
    tell = resolve as () => void;
    fail = reject;
  });
  return { promise, tell, fail };
}
const never = new Promise<never>(() => {});
const part = (length: number) => new Uint8Array(length);

it("fails when the other thread dies, even halfway", async () => {
  const ended = promised();
  const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(part(1)) });
  const parts = untilEnd(silent, ended.promise);
  expect((await parts.next()).value).toHaveLength(1);
  const next = parts.next();
  ended.fail(new Error("gone"));
  await expect(next).rejects.toThrow("gone");
  await expect(untilEnd(silent, ended.promise).next()).rejects.toThrow();
});

it("the export tells the other thread when the reader stops", async () => {
  const cancelled = promised();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(part(1)),
    cancel: () => cancelled.tell(),
  });
  const parts = untilEnd(endless, never);
  await parts.next();
  await parts.return(undefined);
  await cancelled.promise;
});

it("fails at once when its source does", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield await Promise.reject(new Error("no store"));
  }
  await expect(begun(failing())).rejects.toThrow("no store");
});
