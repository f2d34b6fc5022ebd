import { dwellTime, isTooFast, unpackDwells } from "../../../analytics/dwell.ts";
import { results } from "../../../analytics/session.ts";
import type { KeptSession } from "../../../store/rows.ts";

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A list of small numbers that grows; loops read `values` up to `length`. */
export class Column<Values extends Numbers> {
  values: Values;
  length = 0;
  private readonly make: (length: number) => Values;

  constructor(make: (length: number) => Values) {
    this.make = make;
    this.values = make(1024);
  }

  push(value: number): void {
    this.set(this.length, value);
  }

  /** Sets one value; everything between it and the end so far is 0. */
  set(at: number, value: number): void {
    this.reserve(at + 1);
    this.values[at] = value;
    if (at >= this.length) this.length = at + 1;
  }

  append(values: ArrayLike<number>): void {
    this.reserve(this.length + values.length);
    this.values.set(values, this.length);
    this.length += values.length;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    const grown = this.make(Math.max(length, Math.ceil(this.values.length * 1.5)));
    grown.set(this.values);
    this.values = grown;
  }
}

export const bytes = () => new Column((length) => new Uint8Array(length));
export const shorts = () => new Column((length) => new Uint16Array(length));
export const words = () => new Column((length) => new Uint32Array(length));

/** Numbers texts (or other keys) from 0, in the order in which they came. */
export class Dictionary<Key = string> {
  readonly texts: Key[] = [];
  private readonly ids = new Map<Key, number>();

  idOf(text: Key): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    this.ids.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  find(text: Key): number | undefined {
    return this.ids.get(text);
  }
}

/** A session's references, by the numbers of the index. */
export type References = {
  source: number;
  trace: number;
  moves: number;
  /** How many of its moves were answers. */
  answers: number;
  dqReason: number;
};

/** `dwellStart` of a session whose dwell times are unknown: what is stored does not fit its trace. */
export const noDwells = 0xffffffff;

/** The sessions of one variant, one column for each property: about 50 bytes for a session of fifteen moves. */
export class Sessions {
  /** The store's id. */
  readonly id = words();
  readonly source = words();
  readonly trace = words();
  readonly day = shorts();
  /** The hour in which it began, since 1970, UTC; 0 if unknown. */
  readonly hour = words();
  readonly result = bytes();
  readonly dqReason = bytes();
  /** 1 for a visit that answered faster than anybody can. */
  readonly isFast = bytes();
  /** The visit's last activity, in minutes since 1970; 0 if unknown, which counts as long ago. */
  readonly lastMinute = words();
  /** The minute since 1970 in which it began, by its last activity and the time that it took; 0 if unknown. */
  readonly begunMinute = words();
  /** Index in `dwells` of the session's first dwell time; it has one for each move of its trace. */
  readonly dwellStart = words();
  /** The class of the time spent before each move. */
  readonly dwells = bytes();

  /** How many of them answered faster than anybody can. */
  fastCount = 0;

  get count(): number {
    return this.source.length;
  }

  /** Writes a session at a position: appends it, or replaces an earlier version of it. */
  put(
    at: number,
    {
      id,
      day,
      hour,
      result,
      dwells,
      lastAt,
    }: Omit<KeptSession, "change" | "sourceId" | "traceId" | "dqReason">,
    { source, trace, moves, answers, dqReason }: References,
  ): void {
    const known = this.count;
    this.id.set(at, id);
    this.source.set(at, source);
    this.trace.set(at, trace);
    this.day.set(at, day);
    this.hour.set(at, hour ?? 0);
    this.result.set(at, Math.max(0, results.indexOf(result as never)));
    this.dqReason.set(at, dqReason);
    this.lastMinute.set(at, Math.floor((lastAt ?? 0) / 60_000));
    const classes = unpackDwells(dwells);
    const isComplete = classes.length === moves;
    this.dwellStart.set(at, isComplete ? this.dwells.length : noDwells);
    if (isComplete) this.dwells.append(classes);
    this.begunMinute.set(at, begunMinute(lastAt, hour, isComplete ? classes : []));
    const isFast = isComplete && isTooFast(classes, answers);
    if (at < known) this.fastCount -= this.isFast.values[at]!;
    this.fastCount += Number(isFast);
    this.isFast.set(at, Number(isFast));
  }
}

/** Dwell times are slightly off, so the minute derived from them stays within the known hour. */
function begunMinute(lastAt: number | null, hour: number | null, classes: Iterable<number>): number {
  if (!lastAt) return 0;
  let ms = lastAt;
  for (const each of classes) ms -= dwellTime(each);
  const minute = Math.max(0, Math.floor(ms / 60_000));
  return hour ? Math.min(Math.max(minute, 60 * hour), 60 * hour + 59) : minute;
}
