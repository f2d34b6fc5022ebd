import { leadSoFar } from "../../machines/model/lead-so-far.ts";
import { readMove } from "../../machines/model/moves.ts";
import { inputOf, readScenario } from "../../machines/model/setup.ts";
import { simulate } from "../../machines/model/simulate.ts";
import { variants } from "../../machines/registry.ts";
import { today } from "./lead-facts.ts";

/**
 * Walks what the simulator has exported.
 * @param address how the visitor came in, as the simulator's address says it
 * @param moves as texts, the first being the beginning
 * @returns the place after each move, and the lead at the end
 */
export function walkScenario(code: string, address: string, moves: readonly string[]) {
  const usual = { today, dateOfBirthStates: [], noDefaultBuyersStates: [] };
  const { setup } = readScenario(variants.get(code)!, new URLSearchParams(address), usual);
  const { entry, input } = inputOf(setup);
  const { moments } = simulate(
    entry.variant.machine,
    input,
    moves.slice(1).map((move) => readMove(move)!),
  );
  return {
    places: moments.map(({ leaf }) => leaf),
    lead: leadSoFar(entry, moments.at(-1)!.snapshot.context),
  };
}
