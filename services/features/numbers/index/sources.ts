import type { AnalyticsSource } from "../../../store/rows.ts";
import { type DataKind, type Dimension, dimensions, valueIn } from "../types.ts";
import { bytes, Dictionary, shorts, words } from "./sessions.ts";

/** The first day of a source without sessions. */
const noDay = 0xffff;
const allReasons = 256;

/**
 * All sources by number, with the values of each dimension by number too, so that many sources are compared quickly. It
 * keeps the counts that do not depend on filters, so that no query has to compute them.
 */
export class Sources {
  readonly variants = new Dictionary();
  readonly variant = words();
  readonly simulated = bytes();
  readonly values = Object.fromEntries(dimensions.map((name) => [name, new Dictionary()])) as {
    [name in Dimension]: Dictionary;
  };
  readonly valueOf = Object.fromEntries(dimensions.map((name) => [name, words()])) as {
    [name in Dimension]: ReturnType<typeof words>;
  };
  /** The page flags that differ from the defaults, as one text. */
  readonly flagTexts = new Dictionary();
  readonly flags = words();
  /** Sessions, the days of the first and the last one, and the first known hour on the first day (0 if unknown). */
  readonly sessions = words();
  readonly firstDay = shorts();
  readonly firstHour = words();
  readonly lastDay = shorts();
  /** Sessions by disqualification reason, for each variant and kind of data. */
  private readonly reasons = new Map<number, Uint32Array>();
  /** By the store's id: the source's number plus one. */
  private readonly known = words();
  lastId = 0;

  get count(): number {
    return this.variant.length;
  }

  /** The number of a source by its id in the store; undefined if it has not been read. */
  numberOf(id: number): number | undefined {
    const found = this.known.values[id];
    return found === undefined || found === 0 || id >= this.known.length ? undefined : found - 1;
  }

  add({ id, ...source }: AnalyticsSource & { id: number }): void {
    this.variant.push(this.variants.idOf(source.variant));
    this.simulated.push(Number(source.simulated));
    for (const name of dimensions) this.valueOf[name].push(this.values[name].idOf(valueIn(source, name)!));
    this.flags.push(this.flagTexts.idOf(source.flags));
    this.sessions.push(0);
    this.firstDay.push(noDay);
    this.firstHour.push(0);
    this.lastDay.push(0);
    this.known.set(id, this.count);
    this.lastId = Math.max(this.lastId, id);
  }

  addSession(source: number, dqReason: number, { day, hour }: { day: number; hour: number | null }): void {
    this.sessions.values[source]!++;
    this.reasonsOf(source)[dqReason]!++;
    this.lastDay.values[source] = Math.max(this.lastDay.values[source]!, day);
    const [first, known] = [this.firstDay.values[source]!, this.firstHour.values[source]!];
    if (day > first) return;
    this.firstDay.values[source] = day;
    this.firstHour.values[source] = day < first || known === 0 ? (hour ?? 0) : Math.min(known, hour || known);
  }

  /** Called before a session is replaced. The replacement began at the same time, so the days stay. */
  removeSession(source: number, dqReason: number): void {
    this.sessions.values[source]!--;
    this.reasonsOf(source)[dqReason]!--;
  }

  private isOf(source: number, data: DataKind): boolean {
    return data === "both" || (this.simulated.values[source] === 1) === (data === "simulated");
  }

  /** The sources of a variant and a kind of data, or of all variants. */
  *numbers(data: DataKind, variant?: string): Generator<number> {
    const wanted = variant === undefined ? undefined : (this.variants.find(variant) ?? -1);
    for (let source = 0; source < this.count; source++) {
      const isWanted = wanted === undefined || this.variant.values[source] === wanted;
      if (isWanted && this.isOf(source, data)) yield source;
    }
  }

  /** The first and the last day of all sessions of a variant, or of all variants; null if there are none. */
  days(data: DataKind, variant?: string): { first: number; last: number } | null {
    let [first, last] = [noDay, 0];
    for (const source of this.numbers(data, variant)) {
      first = Math.min(first, this.firstDay.values[source]!);
      last = Math.max(last, this.lastDay.values[source]!);
    }
    return first === noDay ? null : { first, last };
  }

  /** All sessions of a variant and a kind of data by disqualification reason. */
  byReason(variant: string, data: DataKind): Uint32Array {
    const sum = new Uint32Array(allReasons);
    const number = this.variants.find(variant);
    for (const simulated of number === undefined ? [] : [0, 1]) {
      if (data !== "both" && (simulated === 1) !== (data === "simulated")) continue;
      this.reasons.get(number! * 2 + simulated)?.forEach((count, reason) => {
        sum[reason]! += count;
      });
    }
    return sum;
  }

  private reasonsOf(source: number): Uint32Array {
    const key = this.variant.values[source]! * 2 + this.simulated.values[source]!;
    const reasons = this.reasons.get(key) ?? new Uint32Array(allReasons);
    this.reasons.set(key, reasons);
    return reasons;
  }
}
