import { defineConfig } from "vitest/config";
import { holds } from "./test/support/holds.ts";
import { SlowInAnyOrder } from "./test/support/slow-in-any-order.ts";

const setupFiles = ["test/support/loud-console.ts"];

/** No test replaces a module, so files may share those already loaded: a third of the processor time less. */
const common = {
  setupFiles,
  isolate: false,
  // One fewer than the processors unless told, which on two leaves one idle.
  maxWorkers: 2,
  // Servers, databases and browsers race each other on two busy cores; a true fault fails twice.
  retry: process.env.CI ? 1 : 0,
  // What is waited for may take its time on a machine full of other work; the default is a second.
  expect: { poll: { timeout: 15_000 } },
};

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** For tests that start servers and browsers. */
const site = {
  ...common,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** For what takes long. Several servers at once take their time to start on a machine full of other work. */
const long = {
  ...site,
  setupFiles: [...setupFiles, "test/support/while-time-lasts.ts"],
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** From an ad click to a delivered lead in Chromium: what `npm test` starts the whole site for. */
const firstJourney = "test/journeys/ad-click-to-lead.test.ts";

/** Half a minute and more each, so `npm test` leaves them out, as it does the tests that start the site. */
const longUnits = [
  "test/services/commands/backup.test.ts",
  "test/services/store/lost-leader.test.ts",
  "test/services/store/migrations.test.ts",
  "test/services/store/shipping.test.ts",
  "test/tools/threats/hostile-lengths.test.ts",
];

/** One survey in each engine is in `npm run walks`; `npm run engines` has the others. */
const inEachEngine = "test/engines/heard.test.ts";

/** `npm test` runs units, then one journey; `npm run walks` runs site, walks and slow. Two files at a time. */
export default defineConfig({
  test: {
    // The requirements and the threats, so that a mistyped number fails.
    tags: holds(...upTo(523), ...upTo(135).map((number) => `T${number}` as const)).tags.map((name) => ({
      name,
    })),
    sequence: { sequencer: SlowInAnyOrder },
    projects: [
      {
        test: {
          ...common,
          name: "units",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: [
            "test/site/**",
            "test/journeys/**",
            "test/engines/**",
            "test/slow/**",
            "test/specification/**",
            "test/output/**",
            ...longUnits,
          ],
          // A database server on a machine full of other work takes its time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...site,
          name: "journey",
          include: [firstJourney],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...site,
          name: "site",
          include: ["test/site/**/*.test.ts", ...longUnits],
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...long,
          name: "walks",
          include: ["test/journeys/**/*.test.ts", "test/specification/**/*.test.ts", inEachEngine],
          exclude: [firstJourney],
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...long,
          name: "slow",
          include: ["test/slow/**/*.test.ts"],
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...long,
          name: "engines",
          include: ["test/engines/**/*.test.ts"],
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
