import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { exportedCase } from "../../../machines/simulator/exported-case.ts";
import { readScenario } from "../../../machines/simulator/setup.ts";
import { today } from "../../support/lead-facts.ts";
import { root } from "../../support/source-files.ts";

const folder = join(root, "test/cases");
const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };

const scenarioAt = (code: string, address: string) =>
  readScenario(variants.get(code)!, new URLSearchParams(address), usual);

it.each(readdirSync(folder))("%s, which passes by itself, is what the simulator exports today", (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const [, code, address] = /\/graphs\/([\w-]+)\/simulate\?(\S+)/.exec(text)!;
  expect(exportedCase(scenarioAt(code!, address!))).toBe(text);
});

it("what a service said that has no name here is written as text", () => {
  const [, address = ""] = /simulate\?(\S+)/.exec(readFileSync(join(folder, "c.test.ts"), "utf8"))!;
  const place = { city: "Reno", county: "Washoe", state: "NV", stateName: "Nevada" };
  const move = `lookUpZip:${JSON.stringify(place)}`;
  const changed = address.replace("lookUpZip%3Atwo-year+state", encodeURIComponent(move));
  expect(exportedCase(scenarioAt("c", changed))).toContain(JSON.stringify(move));
});
