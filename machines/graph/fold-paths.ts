import type { Difference } from "./diff.ts";

/** Screens of a path that were replaced by others; either side may be empty. */
type Stretch = { was: readonly string[]; is: readonly string[] };

/** A path, and how it differs from the one it became or the most similar one on the other side. */
type Pair = { path: string; stretches: Stretch[] };

/**
 * Compares the paths of two charts. Paths that differ in the same way are reported as one change with their number: a
 * new first screen changes every path, and a thousand equal lines would not help.
 * @param before all paths, with " > " between their screens
 * @param after the same for the other chart
 */
export function foldPaths(before: readonly string[], after: readonly string[]): Difference {
  const [was, is] = [new Set(before), new Set(after)];
  const lost = before.filter((path) => !is.has(path));
  const gained = after.filter((path) => !was.has(path));
  const became = successors(lost, gained);
  const successor = new Set(became.values());
  const changed = grouped(
    [...became].map(([path, other]) => ({ path, stretches: stretchesOf(path, other) })),
    1,
  );
  const gone = likeOthers(
    lost.filter((path) => !became.has(path)),
    after,
  );
  const added = likeOthers(
    gained.filter((path) => !successor.has(path)),
    before,
  );
  return {
    gained: added.single,
    lost: gone.single,
    changed: [
      ...changed.map(({ count, stretches }) => ({
        id: paths(count),
        how: stretches.map(({ was, is }) => replaced(was, is)),
      })),
      ...gone.groups.map(({ count, stretches }) => ({
        id: `${paths(count)} lost`,
        how: stretches.map(({ was, is }) => unlike(was, is)),
      })),
      ...added.groups.map(({ count, stretches }) => ({
        id: `${paths(count)} gained`,
        how: stretches.map(({ was, is }) => unlike(was, is)),
      })),
    ],
  };
}

const screensOf = (path: string) => path.split(" > ");
const paths = (count: number) => `${count} ${count === 1 ? "path" : "paths"}`;
const listed = (screens: readonly string[]) => screens.join(" > ");

function replaced(was: readonly string[], is: readonly string[]): string {
  if (was.length === 0) return `they now pass ${listed(is)}`;
  if (is.length === 0) return `they no longer pass ${listed(was)}`;
  return `they pass ${listed(is)} in place of ${listed(was)}`;
}

/** @param own screens that only the path itself has @param other screens that only the path most like it has */
function unlike(own: readonly string[], other: readonly string[]): string {
  if (own.length === 0) return `without ${listed(other)}`;
  if (other.length === 0) return `with ${listed(own)}`;
  return `with ${listed(own)}, not ${listed(other)}`;
}

/** Pairs each lost path with the one gained path that is equal once screens that only one side has are left out. */
function successors(lost: readonly string[], gained: readonly string[]): Map<string, string> {
  const [ofLost, ofGained] = [new Set(lost.flatMap(screensOf)), new Set(gained.flatMap(screensOf))];
  const common = (path: string) =>
    listed(screensOf(path).filter((screen) => ofLost.has(screen) && ofGained.has(screen)));
  const alike = groupsOf(gained, common);
  const found = new Map<string, string>();
  for (const [key, those] of groupsOf(lost, common)) {
    const others = alike.get(key) ?? [];
    if (key !== "" && those.length === 1 && others.length === 1) found.set(those[0]!, others[0]!);
  }
  return found;
}

/** Groups paths that differ in the same way from the path most like them; `single` are the paths that are in no group. */
function likeOthers(some: readonly string[], all: readonly string[]) {
  const others = all.map((path) => ({ path, screens: screensOf(path) }));
  const pairs = some.flatMap((path) => {
    const like = mostLike(screensOf(path), others);
    return like === undefined ? [] : [{ path, stretches: stretchesOf(path, like) }];
  });
  const groups = grouped(pairs, 2);
  const folded = new Set(groups.flatMap((group) => group.paths));
  return { groups, single: some.filter((path) => !folded.has(path)) };
}

/** The path that shares the longest beginning and end with this one, together more than half of its screens. */
function mostLike(
  screens: readonly string[],
  others: readonly { path: string; screens: readonly string[] }[],
): string | undefined {
  const { length } = screens;
  let [longest, found] = [length / 2, undefined as string | undefined];
  for (const { path, screens: its } of others) {
    const shorter = Math.min(length, its.length);
    let begins = 0;
    while (begins < shorter && screens[begins] === its[begins]) begins++;
    let ends = 0;
    while (begins + ends < shorter && screens[length - 1 - ends] === its[its.length - 1 - ends]) ends++;
    if (begins + ends > longest) [longest, found] = [begins + ends, path];
  }
  return found;
}

function groupsOf<Thing>(things: readonly Thing[], keyOf: (thing: Thing) => string): Map<string, Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}

/** Groups pairs with the same stretches, the largest group first. @param minSize smaller groups are left out */
function grouped(pairs: readonly Pair[], minSize: number) {
  const alike = groupsOf(pairs, ({ stretches }) => JSON.stringify(stretches));
  return [...alike.values()]
    .filter((group) => group.length >= minSize)
    .sort((one, other) => other.length - one.length)
    .map((group) => ({
      count: group.length,
      stretches: group[0]!.stretches,
      paths: group.map(({ path }) => path),
    }));
}

/** Where two paths differ: the parts between the screens of their longest common subsequence. */
function stretchesOf(path: string, other: string): Stretch[] {
  const [was, is] = [screensOf(path), screensOf(other)];
  // common[w][i]: length of the longest common subsequence of was from w on and is from i on.
  const common = Array.from({ length: was.length + 1 }, () => new Array<number>(is.length + 1).fill(0));
  for (let w = was.length - 1; w >= 0; w--) {
    for (let i = is.length - 1; i >= 0; i--) {
      const skipping = Math.max(common[w + 1]![i]!, common[w]![i + 1]!);
      common[w]![i] = was[w] === is[i] ? common[w + 1]![i + 1]! + 1 : skipping;
    }
  }
  const found: Stretch[] = [];
  for (let w = 0, i = 0; w < was.length || i < is.length; w++, i++) {
    const [fromW, fromI] = [w, i];
    while ((w < was.length || i < is.length) && (was[w] !== is[i] || w === was.length)) {
      if (i < is.length && (w === was.length || common[w]![i + 1]! >= common[w + 1]![i]!)) i++;
      else w++;
    }
    if (w > fromW || i > fromI) found.push({ was: was.slice(fromW, w), is: is.slice(fromI, i) });
  }
  return found;
}
