/** A run's progress: how far it is, failures at once, and how long each file took. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { BaseSequencer, DefaultReporter, type TestModule, type TestSpecification } from "vitest/node";

/** By folder, the slowest first where the files' durations are unknown; files elsewhere are units. */
const layers: [name: string, folder: string][] = [
  ["specification", "test/specification/"],
  ["engines", "test/engines/"],
  ["journeys", "test/journeys/"],
  ["slow", "test/slow/"],
  ["processes", "test/processes/"],
  ["site", "test/site/"],
  ["paths", "test/paths/"],
  ["tools", "test/tools/"],
  ["conventions", "test/conventions/"],
  ["units", ""],
];

/** How long each file took when it last ran, in milliseconds, the longest first. */
const durationsFile = "test/output/durations.json";

/** At most so often a line says how far the run is, in milliseconds. */
const every = 10_000;

export default class Progress extends DefaultReporter {
  #total = new Map<string, number>();
  #done = new Map<string, number>();
  #took = new Map<string, number>();
  #told = 0;

  constructor() {
    super({ summary: false });
  }

  override onTestRunStart(files: readonly TestSpecification[]): void {
    super.onTestRunStart(files);
    for (const { moduleId } of files) count(this.#total, layerOf(moduleId));
  }

  override printTestModule(module: TestModule): void {
    const layer = layerOf(module.moduleId);
    count(this.#done, layer);
    const { duration, setupDuration, collectDuration } = module.diagnostic();
    this.#took.set(
      relative(this.ctx.config.root, module.moduleId),
      Math.round(duration + setupDuration + collectDuration),
    );
    if (module.state() === "failed") super.printTestModule(module);
    const now = performance.now();
    const isOver = this.#done.get(layer) === this.#total.get(layer);
    if (!isOver && now - this.#told < every) return;
    this.#told = now;
    const seconds = Math.round((now - this.#began) / 1000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const [done, total] = [sum(this.#done), sum(this.#total)];
    const all = `${done} of ${total} files`.padEnd(18);
    this.log(` ${clock}  ${all} ${layer}: ${this.#done.get(layer)} of ${this.#total.get(layer)}`);
  }

  /** For a file with a failure only what failed: its passed tests, hundreds at times, would precede it. */
  protected override printTestCase(...printed: Parameters<DefaultReporter["printTestCase"]>): void {
    const [, test] = printed;
    if (test.result().state === "failed") super.printTestCase(...printed);
  }

  readonly #began = performance.now();

  override onTestRunEnd(...ended: Parameters<DefaultReporter["onTestRunEnd"]>): void {
    super.onTestRunEnd(...ended);
    const [modules, errors] = ended;
    const { passed, failed, notRun } = counted(modules, errors.length);
    mkdirSync("test/output", { recursive: true });
    const sorted = Object.entries({ ...durations(), ...Object.fromEntries(this.#took) }).sort(
      (a, b) => b[1] - a[1],
    );
    writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`);
    if (notRun > 0) this.log(`${notRun} not run`);
    if (passed + failed === 0) this.log("No test has run, so nothing is proved.");
    if (passed === 0 || failed > 0) process.exitCode = 1;
    this.log(`${passed} passed, ${failed} failed`);
  }
}

/** A file that broke without a failed test, as by its imports or a hook, counts as one that failed; so does each stray error. */
function counted(modules: readonly TestModule[], errors: number) {
  const all = { passed: 0, failed: errors, notRun: 0 };
  for (const module of modules) {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const failed = states.filter((state) => state === "failed").length;
    all.failed += module.state() === "failed" ? Math.max(failed, 1) : failed;
    all.passed += states.filter((state) => state === "passed").length;
    all.notRun += states.filter((state) => state === "skipped" || state === "pending").length;
  }
  return all;
}

/** The specification's own tests first, then the longest: two workers end at the same time so. */
export class SpecificationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const took = durations();
    const root = this.ctx.config.root;
    const msOf = (file: string) => took[relative(root, file)] ?? 0;
    const later = (file: string) => (layerOf(file) === "specification" ? 0 : 1);
    // A worker is started again, without all that it had loaded, where the next file is of the other project.
    const project = ({ project }: TestSpecification) => (project.name === "pages" ? 1 : 0);
    return files.toSorted(
      (one, other) =>
        later(one.moduleId) - later(other.moduleId) ||
        project(one) - project(other) ||
        msOf(other.moduleId) - msOf(one.moduleId) ||
        rankOf(one.moduleId) - rankOf(other.moduleId) ||
        (one.moduleId < other.moduleId ? -1 : 1),
    );
  }
}

const layerOf = (file: string) => layers[rankOf(file)]![0];

function rankOf(file: string): number {
  const path = relative(process.cwd(), file);
  return layers.findIndex(([, folder]) => path.startsWith(folder));
}

function durations(): Record<string, number> {
  return existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, "utf8")) : {};
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

const sum = (map: Map<string, number>) => [...map.values()].reduce((all, each) => all + each, 0);
