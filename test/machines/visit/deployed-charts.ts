import { checksEmail } from "../../../machines/parts.ts";
import { survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { c } from "../../../machines/variants/c.ts";

type States = Record<string, Record<string, unknown>>;

/** Variant C with some of its states otherwise. */
function edited(edit: (states: States) => States): SurveyMachine {
  const config = c.machine.config as { states?: unknown };
  const states = edit({ ...(config.states as States) });
  return survey.createMachine({ ...config, states } as never) as unknown as SurveyMachine;
}

/** The same states, with one step leading elsewhere. */
const leading = (states: States, step: string, next: string): States => ({
  ...states,
  [step]: { ...states[step], on: { NEXT: next } },
});

const withoutVehicle = edited(({ OtherDriversVehicleType, ...states }) =>
  leading(states, "WhenWasTheAccident", "AtFault"),
);
const otherName = edited(({ OtherDriversVehicleType, ...states }) => ({
  ...leading(states, "WhenWasTheAccident", "VehicleType"),
  VehicleType: OtherDriversVehicleType!,
}));

/** What deploys do to a chart while visitors are on their way through it: from one chart to another. */
export const deploys: { name: string; from: SurveyMachine; to: SurveyMachine }[] = [
  { name: "a step removed", from: c.machine, to: withoutVehicle },
  { name: "a step added", from: withoutVehicle, to: c.machine },
  { name: "a step renamed", from: otherName, to: c.machine },
  {
    name: "two steps swapped",
    from: c.machine,
    to: edited((states) => {
      const first = leading(states, "WhenWasTheAccident", "AtFault");
      return leading(
        leading(first, "AtFault", "OtherDriversVehicleType"),
        "OtherDriversVehicleType",
        "WasUserInjured",
      );
    }),
  },
  {
    name: "a check added to an early step",
    from: c.machine,
    to: edited((states) => ({ ...states, AtFault: { ...checksEmail, onDone: "WasUserInjured" } })),
  },
  {
    name: "the checks of a step removed",
    from: c.machine,
    to: edited((states) => ({ ...states, PhoneAndZip: { on: { NEXT: "submitting" } } })),
  },
];
