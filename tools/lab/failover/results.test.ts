import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faults } from "./faults.ts";
import { plan } from "./plan.ts";
import { addTo } from "./results.ts";

it("adds a run to those before it", () => {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "faults.json");
  const run = { began: "2026-11-23T20:00:00.000Z", patroni: "4.1.4", visitors: 6, minutes: 3, wentBack: 0 };
  const first = { ...run, outcomes: [] };
  expect(addTo(file, first)).toEqual([first]);
  expect(addTo(file, { ...first, minutes: 4 })).toEqual([first, { ...first, minutes: 4 }]);
});

it("draws every kind of fault, and no other", () => {
  const names = Object.keys(faults);
  expect(new Set(plan(100_000, names))).toEqual(new Set(names));
  expect(plan(3, ["leader killed"])).toEqual(["leader killed", "leader killed", "leader killed"]);
});
