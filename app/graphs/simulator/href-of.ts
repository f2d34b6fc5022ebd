import { type Scenario, writeScenario } from "../../../machines/simulator/setup.ts";

/** The simulator's address; the fragment lets the keyboard go on at what the chart asks. */
export function hrefOf(scenario: Scenario): string {
  return `?${writeScenario(scenario)}#now`;
}
