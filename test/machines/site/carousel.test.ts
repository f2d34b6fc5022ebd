import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { type CarouselEvent, carouselMachine, QUOTE_MS } from "../../../machines/site/carousel.ts";
import { holds } from "../../support/holds.ts";

function start() {
  const clock = new SimulatedClock();
  let moves = 0;
  const moveOn = () => {
    moves += 1;
  };
  const actor = createActor(carouselMachine.provide({ actions: { moveOn } }), { clock }).start();
  return {
    /** How often the quotes moved by themselves in this time, after the visitor did that. */
    movesIn(milliseconds: number, ...done: CarouselEvent["type"][]): number {
      for (const type of done) actor.send({ type });
      const before = moves;
      clock.increment(milliseconds);
      return moves - before;
    },
  };
}

describe("the carousel", () => {
  it("moves on each time a quote has been there to read", holds(94), () => {
    const { movesIn } = start();
    expect([movesIn(QUOTE_MS - 1), movesIn(1), movesIn(QUOTE_MS - 1), movesIn(1)]).toEqual([0, 1, 0, 1]);
  });

  it("waits while somebody looks closer, and gives the whole time afterwards", () => {
    const { movesIn } = start();
    movesIn(QUOTE_MS - 1);
    expect(movesIn(10 * QUOTE_MS, "HOLD")).toBe(0);
    expect([movesIn(QUOTE_MS - 1, "RELEASE"), movesIn(1)]).toEqual([0, 1]);
  });

  it.each([["TOGGLE"], ["TAKE_OVER"], ["HOLD", "TOGGLE"], ["HOLD", "TAKE_OVER"]] as const)(
    "stands still for good after %s %s",
    (...done) => {
      expect(start().movesIn(10 * QUOTE_MS, ...done, "RELEASE", "HOLD", "RELEASE", "TAKE_OVER")).toBe(0);
    },
  );

  it("plays again when that is asked for, though pointer and focus are still there", () => {
    expect(start().movesIn(QUOTE_MS, "HOLD", "TOGGLE", "TOGGLE")).toBe(1);
  });
});
