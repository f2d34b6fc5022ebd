import { setup } from "xstate";

/** How long the carousel rests on a quote before it moves on automatically, in milliseconds. */
export const QUOTE_MS = 8_000;

export type CarouselEvent =
  /** The button labelled Pause, or Play. */
  | { type: "TOGGLE" }
  /** Pointer or focus came onto the quotes, or both are away again. */
  | { type: "HOLD" }
  | { type: "RELEASE" }
  /** The visitor moves the quotes, or wishes for less motion: from now on they move by hand only. */
  | { type: "TAKE_OVER" };

/** When the carousel's quotes move automatically (spec 2.4; WCAG 2.2.2). */
export const carouselMachine = setup({
  types: {} as { events: CarouselEvent },
  delays: { quote: QUOTE_MS },
  actions: {
    // The browser's, which provides it.
    moveOn: () => {},
  },
}).createMachine({
  id: "carousel",
  initial: "playing",
  states: {
    playing: {
      initial: "free",
      on: { TOGGLE: "paused", TAKE_OVER: "paused" },
      states: {
        free: {
          on: { HOLD: "held" },
          after: { quote: { target: "free", reenter: true, actions: "moveOn" } },
        },
        held: { on: { RELEASE: "free" } },
      },
    },
    // A visitor who presses Play has pointer and focus on the button, and still wants the quotes to move.
    paused: { on: { TOGGLE: "playing" } },
  },
});
