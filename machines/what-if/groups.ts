import { keyOf } from "./alike.ts";
import { type Decision, valuesAt } from "./decisions.ts";
import type { Given } from "./given.ts";

/** What was decided next of visits on one way, and by the outcome what follows: more decisions, or what they come to. */
type Node<Group> = Pick<Decision, "name" | "sources"> & { next: Map<string, Node<Group> | Found<Group>> };
type Found<Group> = { group: Group };

/**
 * Groups of visits for which everything was decided alike, found by asking of a visit only what decides. Holds a limited
 * weight, then starts empty again: groups that many visits belong to are soon back.
 */
export class Groups<Group> {
  #beginnings = new Map<string, Node<Group> | Found<Group>>();
  /** By a decision's name and the values it was made by its outcome. */
  #outcomes = new Map<string, string>();
  #weight = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The group of a visit; undefined where a value is new, or where nobody went on this way. */
  find(given: Given): Group | undefined {
    let at = this.#beginnings.get(keyOf(given));
    while (at && "next" in at) {
      const outcome = this.#outcomes.get(`${at.name}\n${valuesAt(at.sources, given)}`);
      at = outcome === undefined ? undefined : at.next.get(outcome);
    }
    return at?.group;
  }

  /** @param decisions all that decided the visit's ways, in their order */
  add(given: Given, decisions: readonly Decision[], group: Group, weight: number): void {
    if (this.#weight + weight > this.#most) this.#forget();
    this.#weight += weight;
    let [among, name] = [this.#beginnings, keyOf(given)];
    for (const { outcome, ...decision } of decisions) {
      this.#outcomes.set(`${decision.name}\n${valuesAt(decision.sources, given)}`, outcome);
      const known = among.get(name);
      const node = known && "next" in known ? known : { ...decision, next: new Map() };
      if (node !== known) this.#weight += 1;
      among.set(name, node);
      [among, name] = [node.next, outcome];
    }
    among.set(name, { group });
  }

  #forget(): void {
    this.#beginnings = new Map();
    this.#outcomes = new Map();
    this.#weight = 0;
  }
}
