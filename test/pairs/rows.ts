import { seeded } from "../stubs/stub-server.ts";
import { type Chosen, combinationsOf, coveringArray } from "./array.ts";
import { type Lived, liveThrough } from "./day.ts";
import type { Ground } from "./ground.ts";
import {
  dealt,
  domains,
  moneyDomains,
  moreRows,
  names,
  parameters,
  plainRow,
  possible,
  type Row,
  rowOf,
  unusual,
} from "./parameters.ts";

/** How many parameters meet in the rows of this run: two in `npm test`, three of those that money depends on in a release. */
export const strength = process.env.MEET === "3" ? 3 : 2;
export const met = strength === 3 ? moneyDomains : domains;
/** `ROW="keys=data payout=share"` repeats that one, or several with `;` between them; `ANY=30 SEED=7` draws as many. */
const { ROW: asked, ANY: howMany, SEED: seed = "1" } = process.env;
export const isWhole = asked === undefined && howMany === undefined;

export const rows: readonly Row[] = isWhole
  ? [
      ...coveringArray(met, strength, possible).map((row, index) => ({
        ...plainRow,
        ...row,
        ...dealt(index),
      })),
      ...(strength === 2 ? moreRows.map(rowOf) : []),
    ]
  : [...(asked?.split(";").map(rowOf) ?? []), ...drawnRows(Number(howMany ?? 0), seeded(Number(seed)))];

/** Rows at random, of which some are nearly plain, and some have hardly a plain value. */
function drawnRows(count: number, random: () => number): Row[] {
  const any = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!;
  return Array.from({ length: count }, () => {
    const share = any([0.15, 0.4, 0.8]);
    const row: Chosen = { ...plainRow };
    for (const name of names) {
      const value = random() < share ? any<string>(parameters[name].values) : row[name]!;
      if (possible({ ...row, [name]: value })) row[name] = value;
    }
    return row as Row;
  });
}

export const wanted = () => combinationsOf(met, strength, possible);

const kindOf = (fault: string) => fault.split(":")[0]!;
/** So many failing rows are made smaller in one run, and so long, in milliseconds: where all fail, the first say enough. */
let left = isWhole ? 3 : 1;
const patienceMs = 120_000;
let ofPlain: Promise<Lived> | undefined;

/** Lives through a row's day. @returns what is to be said where it fails; '' where it does not */
export async function verdictOn(row: Row, ground: Ground): Promise<string> {
  const lived = await liveThrough(row, ground);
  const faults = [...lived.faults, ...(await dearer(row, lived, ground))];
  if (faults.length === 0) return "";
  const small = lived.faults.length > 0 && left-- > 0 ? await smaller(row, lived.faults, ground) : undefined;
  return [
    ...faults.slice(0, 12),
    `The row: ${unusual(row) || "all plain"}`,
    ...(small ? [`What still fails: ${unusual(small) || "all plain"}`] : []),
    `Once more: ROW="${unusual(small ?? row)}" npx vitest run test/pairs`,
  ].join("\n");
}

/** The first visitor of a row may cost so many times what a plain day's costs. The dearest row measured took 7. */
const mostOfPlain = 15;
/** Processor time from which on a first visitor is compared with a plain day's, in milliseconds. */
const suspectMs = 1_500;

/**
 * Whether the first visitor of a row costs too much, as work that is done over and over would. A machine may be slow for
 * a while, so the row is judged by the cheaper of two days, beside a plain one of the same minute.
 */
async function dearer(row: Row, { firstVisitorMs: first }: Lived, ground: Ground): Promise<string[]> {
  if (first < suspectMs) return [];
  const { firstVisitorMs: plain } = await liveThrough(plainRow, ground);
  const { firstVisitorMs: second } = await liveThrough(row, ground);
  const times = Math.round(Math.min(first, second) / plain);
  return times > mostOfPlain
    ? [`processor time is bounded: the first visitor took ${times} times a plain day's`]
    : [];
}

/** The row with as much as possible set back to its plain value, in which something of the same kind still fails. */
async function smaller(row: Row, faults: readonly string[], ground: Ground): Promise<Row> {
  const end = performance.now() + patienceMs;
  // What fails on a plain day too says nothing of this one, where there is more.
  ofPlain ??= liveThrough(plainRow, ground);
  const usual = (await ofPlain).faults.map(kindOf);
  const own = faults.map(kindOf).filter((kind) => !usual.includes(kind));
  if (own.length === 0 && usual.length > 0) return plainRow;
  const kinds = new Set(own);
  const fails = async (tried: Row) =>
    (await liveThrough(tried, ground)).faults.some((fault) => kinds.has(kindOf(fault)));
  let small = row;
  const setBack = (from: Row, back: readonly string[]): Row | undefined => {
    const tried: Chosen = { ...from };
    for (const name of back) tried[name] = plainRow[name as keyof Row];
    return possible(tried) ? (tried as Row) : undefined;
  };
  // Half of all at a time at first, then fewer, in the end one by one.
  for (let size = Math.ceil(names.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const odd = names.filter((name) => small[name] !== plainRow[name]);
    for (let from = 0; from < odd.length; from += size) {
      if (performance.now() > end) return small;
      const tried = setBack(small, odd.slice(from, from + size));
      if (tried && (await fails(tried))) small = tried;
    }
  }
  return small;
}
