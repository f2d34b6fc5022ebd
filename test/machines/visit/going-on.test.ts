import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { openVisit } from "../../../machines/visit/open-visit.ts";
import type { VisitState } from "../../../machines/visit/visit-state.ts";
import { dayCounter } from "../../../services/analytics/days.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";

const until = Date.UTC(2026, 5, 1);
const day = dayCounter("America/New_York");

/** All that may be asked of a stand, as text: it is compared often. */
const asked = ({ visit, input, replay, path, step, ending }: VisitState) => {
  const { snapshot, state, taken, left, call, effects } = replay;
  const { value, status, context } = snapshot;
  const said = { visit, input, path, step, ending, state, taken, left, call, effects };
  return JSON.stringify({ ...said, value, status, context });
};

describe("going on from a known stand tells what a replay from the start does", () => {
  it.each([...variants.keys()])("%s", (code) => {
    const variant = variants.get(code)!;
    const logs = [...simulate({ sessions: 2, seed: 5, variant, days: 1, until, day })].map(({ log }) => log);
    let other: VisitState | undefined;
    for (const log of logs) {
      const [first] = log as [LogEntry & { kind: "entry" }];
      const { path } = first.body;
      const entry = { path, variant, defaults: variant.entries[path] ?? {} };
      let known = other;
      for (let length = 1; length <= log.length; length++) {
        known = openVisit(entry, {}, log.slice(0, length), known);
        expect(asked(known)).toBe(asked(openVisit(entry, {}, log.slice(0, length))));
      }
      // What is known of a longer log does no harm.
      const half = log.slice(0, Math.ceil(log.length / 2));
      expect(asked(openVisit(entry, {}, half, known))).toBe(asked(openVisit(entry, {}, half)));
      other = known;
    }
  });
});
