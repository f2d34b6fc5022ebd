import type { AnalyticsSource } from "../../store/analytics.ts";
import { type Dimension, dimensions } from "../types.ts";
import { bytes, Dictionary, words } from "./column.ts";

/** All sources by number: each dimension's values by number too, so that very many are quickly compared. */
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
  /** Page flags that are not as by default, as one text. */
  readonly flagTexts = new Dictionary();
  readonly flags = words();
  private readonly known = words();
  lastId = 0;

  get count(): number {
    return this.variant.length;
  }

  numberOf(id: number): number | undefined {
    const found = this.known.values[id];
    return found === undefined || found === 0 || id >= this.known.length ? undefined : found - 1;
  }

  add({ id, ...source }: AnalyticsSource & { id: number }): void {
    this.variant.push(this.variants.idOf(source.variant));
    this.simulated.push(Number(source.simulated));
    for (const name of dimensions) this.valueOf[name].push(this.values[name].idOf(source[name]));
    this.flags.push(this.flagTexts.idOf(source.flags));
    this.known.set(id, this.count);
    this.lastId = Math.max(this.lastId, id);
  }
}
