/** The tests that are nearest to a change by the imports between files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** So many files run, unless more have changed themselves; in the review of breaks the nearest five noticed two of three. */
const most = 8;

const imports =
  /(?:^|\n)\s*(?:import|export)\s(?!type\s)[^"';]*?["'](\.[^"']+)["']|import\(\s*["'](\.[^"']+)["']/g;

/**
 * @param {string[]} changed paths from the root of the project
 * @returns {string[]} test files, those that changed themselves first, then the nearest
 */
export function nearestTests(changed) {
  const importers = importersOf();
  const all = [...new Set([...importers.values()].flatMap((by) => [...by]))].filter(isTest);
  const found = new Set([...changed.filter(isTest), ...all.filter((test) => changed.some(named(test)))]);
  const seen = new Set(changed);
  for (let ring = changed; ring.length > 0 && found.size < most; ) {
    const next = ring.flatMap((file) => [...(importers.get(file) ?? [])]).filter((file) => !seen.has(file));
    for (const file of next) seen.add(file);
    const tests = [...new Set(next.filter(isTest))].sort((a, b) => farness(a, changed) - farness(b, changed));
    for (const file of tests) if (found.size < most) found.add(file);
    ring = [...new Set(next)];
  }
  return [...found];
}

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

/** Whether a test has the name of a source: `outbox/worker.test.ts` that of `outbox/worker.ts`. @param {string} test */
const named = (test) => (/** @type {string} */ file) =>
  basename(file).replace(/\.\w+$/, "") === basename(test).replace(/(\.\w+)*\.test\.tsx?$/, "") &&
  test.includes(dirname(file).split("/").at(-1) ?? "");

/**
 * Among tests that are equally near by imports: those beside the change go first, since test/ mirrors the sources, and a
 * journey, which takes a minute, goes last.
 * @param {string} test
 * @param {string[]} changed
 */
function farness(test, changed) {
  const path = test
    .slice("test/".length)
    .replace(/(\.\w+)*\.test\.tsx?$/, "")
    .split("/");
  const shared = changed.map((file) => {
    const parts = file.replace(/\.\w+$/, "").split("/");
    const same = parts.findIndex((part, index) => part !== path[index]);
    return same === -1 ? parts.length : same;
  });
  return (/^test\/(journeys|engines|site|specification|slow)\//.test(test) ? 100 : 0) - Math.max(...shared);
}

/** Which files import a file, read from all sources by a pattern: types alone make nothing fail at run time. */
function importersOf() {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  for (const folder of ["app", "machines", "services", "test", "tools"]) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const file = join(folder, name);
      if (!/\.(tsx?|mjs)$/.test(file) || file.includes("node_modules")) continue;
      for (const [, fixed, lazy] of readFileSync(file, "utf8").matchAll(imports)) {
        const imported = join(dirname(file), /** @type {string} */ (fixed ?? lazy));
        const by = importers.get(imported) ?? new Set();
        importers.set(imported, by.add(file));
      }
    }
  }
  return importers;
}
