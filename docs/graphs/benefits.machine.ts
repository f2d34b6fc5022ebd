import { createMachine } from "xstate";

export const machine = createMachine({
  id: "benefits",
  initial: "StartPath",
  entry: "greet",
  on: {
    ANSWER: { actions: ["remember", "loadScripts", "advance"] },
    REFUSED: { actions: "validateCurrentStep" },
  },
  states: {
    StartPath: { always: "SelectAgeGroup" },
    SelectAgeGroup: { on: { NEXT: "USCitizen" } },
    USCitizen: { on: { NEXT: "SecuredBenefits" } },
    SecuredBenefits: { on: { NEXT: "Closing" } },
    Closing: { type: "final", meta: { progress: 100 } },
  },
});
