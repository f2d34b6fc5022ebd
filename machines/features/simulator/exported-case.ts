import { leadSoFar } from "../../model/lead-so-far.ts";
import { writeMove } from "../../model/moves.ts";
import { inputOf, type Scenario, writeScenario } from "../../model/setup.ts";
import { simulate } from "../../model/simulate.ts";

/** Longest line that is not broken, as the project's formatter has it. */
const widest = 110;

/** A simulation as a test that passes as long as the chart does the same, to be kept in test/cases. */
export function exportedCase({ setup, moves, at }: Scenario): string {
  const { entry, input } = inputOf(setup);
  const { code, machine } = entry.variant;
  const { moments } = simulate(machine, input, moves.slice(0, at));
  const { leaf, snapshot } = moments.at(-1)!;
  const { qualified, dqReason, changes } = leadSoFar(entry, snapshot.context);
  const rows = moments.map((moment) => [moment.move ? writeMove(moment.move) : "", moment.leaf]);
  const whole = writeScenario({ setup, moves: [], at: 0 });
  const address = writeScenario({ setup, moves: moves.slice(0, at), at });
  return `import { expect, it } from "vitest";
import { walkScenario } from "../support/walk-scenario.ts";

/** Exported from the simulator: each move, and the place it led to. /graphs/${code}/simulate?${address} */
const walk: [move: string, place: string][] = [
${rows.map(row).join("\n")}
];

it(${JSON.stringify(`${code} comes to ${leaf} in ${moments.length - 1} moves`)}, () => {
  const { places, lead } = walkScenario(
    ${JSON.stringify(code)},
    ${JSON.stringify(whole.toString())},
    walk.map(([move]) => move),
  );
  expect(places).toEqual(walk.map(([, place]) => place));
  expect([lead.qualified, lead.dqReason]).toEqual([${qualified}, ${JSON.stringify(dqReason)}]);
  expect(lead.changes.map(({ rule }) => rule)).toEqual(${JSON.stringify(changes.map(({ rule }) => rule)).replaceAll(",", ", ")});
});
`;
}

/** A file name for it: the survey, its end, and what distinguishes it from others with that end. */
export function caseName({ setup, moves, at }: Scenario): string {
  const { entry, input } = inputOf(setup);
  const { moments } = simulate(entry.variant.machine, input, moves.slice(0, at));
  const words = writeScenario({ setup, moves: moves.slice(0, at), at }).toString();
  let mixed = 0x811c9dc5;
  for (const letter of words) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x01000193);
  const place = moments.at(-1)!.leaf.replace(/[^\w.]+/g, "-");
  return `${entry.variant.code}-${place}-${(mixed >>> 0).toString(16).padStart(8, "0")}`;
}

function row(pair: readonly string[]): string {
  const texts = pair.map((text) => JSON.stringify(text));
  const line = `  [${texts.join(", ")}],`;
  return line.length <= widest ? line : `  [\n${texts.map((text) => `    ${text},`).join("\n")}\n  ],`;
}
