/** Settings of StrykerJS. `npm run lab -- mutants` says what is mutated, and where its tests are. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tools/lab/mutants/vitest.config.ts", dir: process.env.MUTATION_TESTS },
  coverageAnalysis: "perTest",
  concurrency: 2,
  reporters: ["clear-text", "html"],
  clearTextReporter: { reportTests: false, allowColor: process.stdout.isTTY ?? false },
  htmlReporter: { fileName: "test/output/mutants.html" },
  tempDirName: "test/output/stryker",
  ignorePatterns: ["build", "data", "docs", "public", "test/output"],
  thresholds: { high: 95, low: 90, break: 90 },
  // What runs while tests are listed is a "static" mutant, and needs a run of every test; most of ours are.
  warnings: { slow: false },
};
