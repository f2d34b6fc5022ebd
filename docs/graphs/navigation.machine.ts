import { createMachine } from "xstate";

export const machine = createMachine({
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
      states: { closed: { on: { TOGGLE_LAWSUITS: "open" } }, open: { on: { TOGGLE_LAWSUITS: "closed" } } },
    },
    laws: {
      initial: "closed",
      states: { closed: { on: { TOGGLE_LAWS: "open" } }, open: { on: { TOGGLE_LAWS: "closed" } } },
    },
  },
});
