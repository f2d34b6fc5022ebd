import { setup } from "xstate";

/** Widest window, in CSS pixels, that shows the hamburger menu (spec 2.2; ruling 23). */
export const MENU_MAX_WIDTH = 1120;

export type NavigationEvent =
  | { type: "TOGGLE_MENU" }
  /** The window now has this width, in CSS pixels. */
  | { type: "RESIZE"; width: number }
  /** A link without sub-links was followed. */
  | { type: "FOLLOW_LINK" }
  /** A parent link was pressed. */
  | { type: "TOGGLE_LAWSUITS" }
  | { type: "TOGGLE_LAWS" };

/** The navigation bar: the narrow screen's menu, and each parent link's dropdown separately (spec 2.2). */
export const navigationMachine = setup({
  types: {} as { events: NavigationEvent },
  guards: {
    isWide: ({ event }) => event.type === "RESIZE" && event.width > MENU_MAX_WIDTH,
  },
  actions: {
    // The browser's, which provides them.
    scrollToTop: () => {},
    lockScrolling: () => {},
    unlockScrolling: () => {},
  },
}).createMachine({
  id: "navigation",
  type: "parallel",
  states: {
    menu: {
      initial: "closed",
      states: {
        closed: { on: { TOGGLE_MENU: { target: "open", actions: "scrollToTop" } } },
        open: {
          entry: "lockScrolling",
          exit: "unlockScrolling",
          on: {
            TOGGLE_MENU: { target: "closed", actions: "scrollToTop" },
            FOLLOW_LINK: { target: "closed", actions: "scrollToTop" },
            RESIZE: { guard: "isWide", target: "closed", actions: "scrollToTop" },
          },
        },
      },
    },
    lawsuits: {
      initial: "closed",
      states: {
        closed: { on: { TOGGLE_LAWSUITS: "open" } },
        open: { on: { TOGGLE_LAWSUITS: "closed" } },
      },
    },
    laws: {
      initial: "closed",
      states: {
        closed: { on: { TOGGLE_LAWS: "open" } },
        open: { on: { TOGGLE_LAWS: "closed" } },
      },
    },
  },
});
