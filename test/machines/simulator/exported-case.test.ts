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

it.each(readdirSync(folder))("%s, which passes by itself, is what the simulator exports today", (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const [, code, address] = /\/graphs\/([\w-]+)\/simulate\?(\S+)/.exec(text)!;
  const scenario = readScenario(variants.get(code!)!, new URLSearchParams(address), usual);
  expect(exportedCase(scenario)).toBe(text);
});
