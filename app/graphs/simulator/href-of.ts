import { type Scenario, writeScenario } from "../../../machines/simulator/setup.ts";

/** The simulator's URL; the fragment moves keyboard focus to the current state. */
export function hrefOf(scenario: Scenario): string {
  return `?${writeScenario(scenario)}#now`;
}
