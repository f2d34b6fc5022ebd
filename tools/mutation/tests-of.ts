import { filesIn, importsOf } from "../../test/support/source-files.ts";

/** Where the tests of a file are looked for, by what its path begins with; the first that fits. */
const folders: [source: RegExp, tests: RegExp][] = [
  [/^machines\/rules\/limits/, /^test\/(rules\/|lead\/|steps\/|variants\/effects)/],
  [/^machines\/(rules|lead)\//, /^test\/(rules|lead|steps)\//],
  [/^machines\/field/, /^test\/(steps|lead|machines\/wording)\//],
  [/./, /^test\/(variants\/|machines\/|registry|outline)/],
];

/** Its texts of megabytes take minutes once a limit of length is off. */
const tooSlow = "test/machines/steps/bad-input.test.ts";
const isTest = (path: string) => /\.test\.ts$/.test(path) && path !== tooSlow;

/** The test files near a source file that import it, directly or through others, the nearest first. */
export function testsOf(file: string): string[] {
  const [, wanted] = folders.find(([source]) => source.test(file))!;
  const distances = importersOf(file);
  return [...distances.keys()].filter((path) => isTest(path) && wanted.test(path));
}

/** Everything that comes to import a file, in the order of how far it is away. */
function importersOf(file: string): Map<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    for (const importer of importers().get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}

let known: Map<string, string[]> | undefined;

function importers(): Map<string, string[]> {
  if (known) return known;
  known = new Map();
  for (const { from, to, typeOnly, own } of filesIn("machines", "test")
    .filter((path) => path.endsWith(".ts"))
    .flatMap(importsOf)) {
    if (own && !typeOnly) known.set(to, [...(known.get(to) ?? []), from]);
  }
  return known;
}
