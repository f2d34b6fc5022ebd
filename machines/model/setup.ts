import { readArrival } from "../context/tracking.ts";
import { findEntry, type SurveyEntry } from "../registry.ts";
import { type CalendarDay, formatIso, isRealDate } from "../rules/dates.ts";
import type { SurveyInput, SurveySettings } from "../survey.ts";
import type { Variant } from "../variant.ts";
import { inputFor } from "../visit/open-visit.ts";
import { type Move, readMove, writeMove } from "./moves.ts";

/** How a simulated visitor comes in. */
export type Setup = SurveySettings & {
  path: string;
  /** From the address: `affid=7&flags=combinedLastStep`. */
  query: string;
  /** The visitor's state, two letters; '' where it is not known. */
  region: string;
  today: CalendarDay;
};

/** A simulation as its address describes it. */
export type Scenario = {
  setup: Setup;
  moves: Move[];
  /** How many of the moves have happened. */
  at: number;
  /** How many more moves the address has that cannot be read; none by default. */
  unread?: number;
};

/** A chart's input about how the visitor comes in. */
export function inputOf({ path, query, region, today, ...settings }: Setup): {
  entry: SurveyEntry;
  input: SurveyInput;
} {
  const entry = findEntry(path)!;
  const { keepsQuery } = entry.variant;
  const arrival = readArrival(path, new URLSearchParams(query), "", { keepsQuery, region });
  const startedAt = Date.UTC(today.year, today.month - 1, today.day, 12);
  return { entry, input: inputFor(entry, { arrival, startedAt }, settings) };
}

/** Reads a simulation of a variant from an address; what is missing there or makes no sense is as usual. */
export function readScenario(
  { code, entries }: Pick<Variant, "code" | "entries">,
  query: URLSearchParams,
  usual: Pick<Setup, "today"> & SurveySettings,
): Scenario {
  const path = query.get("path") ?? "";
  const list = (name: keyof SurveySettings) =>
    query.has(name)
      ? [
          ...query
            .get(name)!
            .toUpperCase()
            .matchAll(/[A-Z]{2}/g),
        ].map(String)
      : usual[name];
  const given = query.getAll("do");
  const moves = given.flatMap((text) => readMove(text) ?? []);
  const at = Number(query.get("at") ?? moves.length);
  return {
    setup: {
      path: findEntry(path)?.variant.code === code ? path : Object.keys(entries)[0]!,
      query: query.get("query") ?? "",
      region: /^[A-Za-z]{2}$/.exec(query.get("region") ?? "")?.[0].toUpperCase() ?? "",
      today: dayIn(query.get("today")) ?? usual.today,
      dateOfBirthStates: list("dateOfBirthStates"),
      noDefaultBuyersStates: list("noDefaultBuyersStates"),
    },
    moves,
    unread: given.length - moves.length,
    at: Number.isInteger(at) && at >= 0 ? Math.min(at, moves.length) : moves.length,
  };
}

/** The complete query of a simulation's address: it is the same one whenever it is opened. */
export function writeScenario({ setup, moves, at }: Scenario): URLSearchParams {
  const query = new URLSearchParams({ path: setup.path, today: formatIso(setup.today) });
  for (const name of ["query", "region"] as const) if (setup[name]) query.set(name, setup[name]);
  for (const name of ["dateOfBirthStates", "noDefaultBuyersStates"] as const)
    query.set(name, setup[name].join());
  for (const move of moves) query.append("do", writeMove(move));
  if (at < moves.length) query.set("at", String(at));
  return query;
}

function dayIn(text: string | null): CalendarDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? "") ?? [];
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return year && isRealDate(date) ? date : undefined;
}
