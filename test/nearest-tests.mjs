/** The tests that are nearest to a change: by the imports between files, by names, and by what a kind of file is held to. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A run's budget by the last durations, in milliseconds; two workers share it with the type check. */
const budget = 12_000;

/** A file that takes longer is left out, unless it has the name of what changed. */
const long = 8000;

/** The assumed duration of an unknown file: one that starts a browser takes long, one that starts a site some time. */
const usual = (/** @type {string} */ test) =>
  /^test\/(journeys|engines|slow)\//.test(test)
    ? 30_000
    : /^test\/(site|specification)\//.test(test)
      ? 5000
      : 1500;

/** A word in more tests than this says nothing about what they test. */
const few = 4;

/** What starts the site, as it is built, imports this. */
const site = "test/support/site.ts";

/** Tests of files that nothing imports. */
const conventions = [
  { of: /\.md$/, tests: ["test/conventions/docs.test.ts"] },
  {
    of: /^test\/specification\/.*\.md$/,
    tests: ["test/conventions/spec-map.test.ts"],
  },
  { of: /^\.env\.example$/, tests: ["test/services/settings/env.test.ts"] },
];

const imports =
  /(?:^|\n)\s*(?:import|export)\s(?!type\s)[^"';]*?["'](\.[^"']+)["']|import\(\s*["'](\.[^"']+)["']/g;

/**
 * @param {string[]} changed paths from the root of the project
 * @param {object} [project]
 * @param {string} [project.root] its folder
 * @param {Record<string, number>} [project.durations] how long each test file took, in milliseconds
 * @param {boolean} [project.isBuilt] whether the build is good enough for tests that start the site
 * @param {Record<string, string[]>} [project.lines] which lines of a changed file are old or new, where that is known
 * @returns {string[]} test files: those that changed, then those with the name of a change, then the nearest
 */
export function nearestTests(changed, { root = ".", durations = {}, isBuilt = true, lines = {} } = {}) {
  const texts = textsOf(root);
  if (!isBuilt) for (const file of ringsOf([site], texts).flat()) if (isTest(file)) texts.delete(file);
  const tests = [...texts.keys()].filter(isTest);
  const seeds = changed.flatMap((file) => {
    const users = usersOf(file, lines[file] ?? [], texts);
    return users.length > 0 ? users : [file];
  });
  const isNamed = (/** @type {string} */ test) => (/** @type {string} */ file) => hasNameOf(test, file);
  const named = [
    ...tests.filter((test) => changed.some(isNamed(test))),
    ...tests.filter((test) => seeds.includes(test) || seeds.some(isNamed(test))),
  ];
  const fixed = conventions
    .filter(({ of }) => changed.some((file) => of.test(file)))
    .flatMap((each) => each.tests);
  const near = ringsOf(seeds, texts).map((ring) =>
    ring.filter(isTest).sort((a, b) => nearness(b, seeds) - nearness(a, seeds)),
  );
  // By turns, because either alone misses a third of what breaks.
  const similar = alike(seeds, texts);
  const byTurns = near.flat().flatMap((test, index) => [test, ...similar.slice(index, index + 1)]);
  const inOrder = new Set([...named, ...fixed, ...byTurns, ...similar]);

  const msOf = (/** @type {string} */ test) => durations[test] ?? usual(test);
  const chosen = new Set(changed.filter((file) => isTest(file) && texts.has(file)));
  let taken = [...chosen].reduce((sum, test) => sum + msOf(test), 0);
  for (const test of inOrder) {
    if (chosen.has(test) || !texts.has(test)) continue;
    if (taken + msOf(test) > budget && !named.includes(test)) continue;
    if (msOf(test) > long && !named.includes(test)) continue;
    chosen.add(test);
    taken += msOf(test);
  }
  // Rather a long one than none.
  const [first] = [...inOrder].filter((test) => texts.has(test)).sort((a, b) => msOf(a) - msOf(b));
  return chosen.size > 0 || !first ? [...chosen] : [first];
}

/**
 * The files that read a changed constant, where only constants differ: a limit among fifty is no change for readers of
 * the others.
 * @param {string} file
 * @param {string[]} lines
 * @param {Map<string, string>} texts
 */
function usersOf(file, lines, texts) {
  const code = lines.filter((line) => !/^\s*(\/?\*|\/\/|$)/.test(line));
  const names = code.flatMap((line) => /^export const (\w+)\b.*;$/.exec(line)?.[1] ?? []);
  if (names.length < code.length || names.length === 0) return [];
  const name = new RegExp(`\\b(${names.join("|")})\\b`);
  const [importers = []] = ringsOf([file], texts);
  return importers.filter((importer) => name.test(texts.get(importer) ?? ""));
}

/** Whether any of these tests starts the site. @param {string[]} tests */
export function needBuild(tests) {
  const needing = new Set(ringsOf([site], textsOf(".")).flat());
  return tests.some((test) => needing.has(test));
}

/**
 * The test files with any of these words in their paths, and those whose texts contain them.
 * @param {string[]} words
 */
export function testsWith(words) {
  const tests = [...textsOf(".")].filter(([file]) => isTest(file));
  const byPath = tests.filter(([file]) => words.some((word) => file.includes(word)));
  const byTitle = tests.filter(([, text]) => text.includes(words.join(" ")));
  const files = (/** @type {string[][]} */ found) => found.map(([file = ""]) => file);
  return { byPath: files(byPath), byTitle: files(byTitle) };
}

/** The laboratory's own tests are run by hand. @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file) && !file.startsWith("tools/lab/tests/");

/**
 * Whether a test has the name of a source: `outbox/worker.test.ts` that of `outbox/worker.ts`.
 * @param {string} test
 * @param {string} file
 */
function hasNameOf(test, file) {
  return (
    basename(file).replace(/\.\w+$/, "") === basename(test).replace(/(\.\w+)*\.test\.tsx?$/, "") &&
    dirname(test)
      .split("/")
      .includes(basename(dirname(file)))
  );
}

/**
 * Tests that share rare words with a change, such as an exported name or a column, those with the most and rarest
 * first.
 * @param {string[]} changed
 * @param {Map<string, string>} texts
 */
function alike(changed, texts) {
  const wordsOf = (/** @type {string} */ file) => {
    const code = (texts.get(file) ?? "").replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    return new Set(code.match(/\b[A-Za-z_]\w{4,}\b/g));
  };
  const words = new Set(changed.filter((file) => !isTest(file)).flatMap((file) => [...wordsOf(file)]));
  /** @type {Map<string, string[]>} */
  const having = new Map();
  for (const test of [...texts.keys()].filter(isTest))
    for (const word of wordsOf(test))
      if (words.has(word)) having.set(word, [...(having.get(word) ?? []), test]);
  /** @type {Map<string, number>} */
  const scores = new Map();
  for (const tests of having.values())
    if (tests.length <= few)
      for (const test of tests) scores.set(test, (scores.get(test) ?? 0) + 1 / tests.length);
  return [...scores].sort(([, a], [, b]) => b - a).map(([test]) => test);
}

/**
 * The importers of the changed files, their importers, and so on.
 * @param {string[]} changed
 * @param {Map<string, string>} texts
 */
function ringsOf(changed, texts) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, text] of texts) {
    // Types alone make nothing fail at run time.
    for (const [, fixed, lazy] of text.matchAll(imports)) {
      const imported = join(dirname(file), /** @type {string} */ (fixed ?? lazy));
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const seen = new Set(changed);
  const rings = [];
  for (let ring = changed; ring.length > 0; ) {
    ring = [...new Set(ring.flatMap((file) => importers.get(file) ?? []))].filter((file) => !seen.has(file));
    for (const file of ring) seen.add(file);
    rings.push(ring);
  }
  return rings;
}

/**
 * Among tests that are equally near by imports, those beside the change go first, since test/ mirrors the sources, and
 * what starts a site or a browser goes last.
 * @param {string} test
 * @param {string[]} changed
 */
function nearness(test, changed) {
  const folders = dirname(test).split("/").slice(1);
  const shared = changed.map((file) => {
    const parts = dirname(file).split("/");
    const same = parts.findIndex((part, index) => part !== folders[index]);
    return same === -1 ? parts.length : same;
  });
  return Math.max(...shared) - (/^test\/(journeys|engines|site|specification)\//.test(test) ? 100 : 0);
}

/** All scripts, by their paths from the root. @param {string} root */
function textsOf(root) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const folder of ["app", "machines", "services", "test", "tools"]) {
    if (!existsSync(join(root, folder))) continue;
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      const isScript = /\.(tsx?|mjs)$/.test(name) && !/(^|\/)(node_modules|output)\//.test(name);
      if (isScript) texts.set(join(folder, name), readFileSync(join(root, folder, name), "utf8"));
    }
  }
  return texts;
}
