import type { Given } from "./given.ts";
import type { Place, Position } from "./learned-steps.ts";

/** Something that is a visit's own, by its record and by where it has been so far. */
export type Own<Value> = (given: Given, positions: readonly Position[]) => Value;

/** How visits are walked. All that a walk learns of a visit it asks here, so that visits that say the same come to the same. */
export type Walker = {
  ask<Said extends string | boolean>(own: Own<Said>): Said;
  /** @returns the next place of a visit, and the number by which its own position is found */
  reach(own: Own<Position>): { place: Place; position: number };
};

/** What a walk came to, and all positions of this visit on it. */
export type Walked<Found> = { found: Found; positions: readonly Position[] };

type Question = { own: Own<unknown>; isPosition: boolean };
/** What is asked next, and by what is said what comes then. */
type Asked<Found> = Question & { next: Map<unknown, Next<Found>> };
type Next<Found> = Asked<Found> | { found: Found };

/**
 * Walks visits. What was asked on a walk is kept with what was said: another visit is asked the same, one thing after the other, and
 * for as long as it says what one before it said nothing is walked. Holds so many questions, then starts empty again.
 */
export class Walks<Found> {
  #first: Next<Found> | undefined;
  #count = 0;
  readonly #walk: (walker: Walker) => Found;
  readonly #most: number;

  /** @param walk depends on nothing but what it is told */
  constructor(walk: (walker: Walker) => Found, most: number) {
    this.#walk = walk;
    this.#most = most;
  }

  of(given: Given): Walked<Found> {
    const positions: Position[] = [];
    let at = this.#first;
    while (at && "own" in at) at = at.next.get(saidBy(at, given, positions));
    return at ? { found: at.found, positions } : this.#learn(given);
  }

  #learn(given: Given): Walked<Found> {
    if (this.#count > this.#most) {
      this.#first = undefined;
      this.#count = 0;
    }
    const positions: Position[] = [];
    let keep = (next: Next<Found>) => {
      this.#first = next;
    };
    let known = this.#first;
    const put = (question: Question): unknown => {
      const said = saidBy(question, given, positions);
      let asked = known;
      if (!asked || !("own" in asked)) {
        asked = { ...question, next: new Map() };
        this.#count += 1;
        keep(asked);
      }
      const { next } = asked;
      known = next.get(said);
      keep = (each) => next.set(said, each);
      return said;
    };
    const found = this.#walk({
      ask: <Said>(own: Own<Said>) => put({ own, isPosition: false }) as Said,
      reach: (own) => ({ place: put({ own, isPosition: true }) as Place, position: positions.length - 1 }),
    });
    keep({ found });
    return { found, positions };
  }
}

/** What a visit says; of a position its place, and the position is noted. */
function saidBy({ own, isPosition }: Question, given: Given, positions: Position[]): unknown {
  const said = own(given, positions);
  if (!isPosition) return said;
  positions.push(said as Position);
  return (said as Position).place;
}
