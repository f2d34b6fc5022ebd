/** What the instrumented files and the runner share in one worker: which mutant is on, and what was asked. */
type Switchboard = { on: number; reached: Set<number>; asked: number; limit: number };

const board: Switchboard = { on: 0, reached: new Set(), asked: 0, limit: Number.POSITIVE_INFINITY };

/** True while this mutant is on. A mutant that is asked about without end is stopped by an error. */
function isOn(mutant: number): boolean {
  board.asked++;
  if (board.asked > board.limit) throw new Error("this mutant never comes to an end");
  if (board.on === 0) board.reached.add(mutant);
  return board.on === mutant;
}

/** Puts the switch where instrumented files look for it. */
export function installSwitch(name: string): void {
  Object.assign(globalThis, { [name]: isOn });
}

/** Turns one mutant on, or none by 0. @param limit how often any may be asked about until it is turned off */
export function turnOn(mutant: number, limit = Number.POSITIVE_INFINITY): void {
  Object.assign(board, { on: mutant, asked: 0, limit });
}

/** What was asked since the last call: by which mutants' places the way led, and how often. */
export function takeReached(): { reached: Set<number>; asked: number } {
  const { reached, asked } = board;
  Object.assign(board, { reached: new Set(), asked: 0 });
  return { reached, asked };
}
