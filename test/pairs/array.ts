import { seeded } from "../stubs/stub-server.ts";

/** Parameters by name, each with the values that it can have. */
export type Domains = Readonly<Record<string, readonly string[]>>;
/** A value for each parameter. */
export type Chosen = Record<string, string>;
/** Some parameters with their values, which a row has or lacks: a pair, a triple. */
export type Combination = readonly (readonly [name: string, value: string])[];

/** Whether what is chosen so far can be together; what is not chosen yet speaks against nothing. */
export type Possible = (chosen: Readonly<Chosen>) => boolean;

/** All possible combinations of this many parameters, those of the most values first. */
export function combinationsOf(domains: Domains, strength: number, possible: Possible): Combination[] {
  const names = Object.keys(domains);
  const found: Combination[] = [];
  const extend = (from: number, so: Combination): void => {
    if (!possible(Object.fromEntries(so))) return;
    if (so.length === strength) return void found.push(so);
    for (let index = from; index < names.length; index++)
      for (const value of domains[names[index]!]!) extend(index + 1, [...so, [names[index]!, value]]);
  };
  extend(0, []);
  return found;
}

/** How many candidates are drawn for each row, of which the one with the most new combinations is kept. */
const candidates = 5;

/**
 * Rows in which every possible combination occurs: greedy, a combination that is still missing first and then, parameter
 * by parameter in a drawn order, the value that brings the most missing ones. The same in every run.
 * @param strength how many parameters meet: 2 for pairs
 * @param plain what a parameter has where nothing speaks for another value
 * @returns rows, the plain one first
 */
export function coveringArray(
  domains: Domains,
  strength: number,
  possible: Possible,
  seed = 1,
  plain: Chosen = Object.fromEntries(Object.entries(domains).map(([name, [first]]) => [name, first!])),
): Chosen[] {
  const random = seeded(seed);
  const keyOf = (combination: Combination) => combination.map((each) => each.join("=")).join(" ");
  const missing = new Map(combinationsOf(domains, strength, possible).map((each) => [keyOf(each), each]));
  /** Indexed by each of their values, so that only a few are examined. */
  const byValue = new Map<string, Set<string>>();
  for (const [key, combination] of missing)
    for (const each of combination) {
      const at = each.join("=");
      byValue.set(at, (byValue.get(at) ?? new Set()).add(key));
    }
  const rows: Chosen[] = [];
  const isIn = (row: Chosen, combination: Combination) =>
    combination.every(([name, value]) => row[name] === value);
  const take = (row: Chosen) => {
    rows.push(row);
    for (const [key, combination] of missing) {
      if (!isIn(row, combination)) continue;
      missing.delete(key);
      for (const each of combination) byValue.get(each.join("="))!.delete(key);
    }
  };
  /** How many missing combinations a value completes among what is chosen, or may still complete. */
  const gain = (row: Chosen, name: string, value: string) => {
    let gained = 0;
    for (const key of byValue.get(`${name}=${value}`) ?? []) {
      let known = 0;
      let fits = true;
      for (const [other, wanted] of missing.get(key)!) {
        if (other === name || row[other] === undefined) continue;
        if (row[other] === wanted) known += 1;
        else fits = false;
      }
      if (fits) gained += 1 + 100 * (known === strength - 1 ? 1 : 0);
    }
    return gained;
  };
  const shuffled = <T>(items: readonly T[]) =>
    items
      .map((item) => [random(), item] as const)
      .sort(([one], [other]) => one - other)
      .map(([, item]) => item);
  const grown = (first: Combination): Chosen | undefined => {
    const row: Chosen = Object.fromEntries(first);
    for (const name of shuffled(Object.keys(domains).filter((each) => row[each] === undefined))) {
      const values = shuffled(domains[name]!).filter((value) => possible({ ...row, [name]: value }));
      if (values.length === 0) return undefined;
      const gains = values.map((value) => gain(row, name, value));
      const most = Math.max(...gains);
      row[name] = most === 0 && values.includes(plain[name]!) ? plain[name]! : values[gains.indexOf(most)]!;
    }
    return row;
  };
  const newIn = (row: Chosen) => {
    let count = 0;
    for (const combination of missing.values()) if (isIn(row, combination)) count += 1;
    return count;
  };
  take({ ...plain });
  while (missing.size > 0) {
    const keys = [...missing.keys()];
    const drawn = Array.from({ length: candidates }, (_, index) =>
      // The oldest of them is always tried, so that every round ends.
      grown(missing.get(index === 0 ? keys[0]! : keys[Math.floor(random() * keys.length)]!)!),
    ).filter((row) => row !== undefined);
    if (drawn.length === 0) {
      // The chosen values leave none for another parameter: the combination is impossible.
      const [[key, combination]] = [...missing] as [[string, Combination]];
      const whole = Array.from({ length: 200 }, () => grown(combination)).find((row) => row !== undefined);
      if (whole) take(whole);
      else throw new Error(`no row can have ${key}: say so among what is impossible`);
      continue;
    }
    const scores = drawn.map(newIn);
    take(drawn[scores.indexOf(Math.max(...scores))]!);
  }
  return rows;
}
