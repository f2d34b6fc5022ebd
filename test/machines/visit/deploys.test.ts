import { describe, expect, it } from "vitest";
import { checksEmail } from "../../../machines/contact-parts.ts";
import { variants } from "../../../machines/registry.ts";
import { survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { c } from "../../../machines/variants/c.ts";
import { readLog } from "../../../machines/visit/log.ts";
import { replay, stepsOf } from "../../../machines/visit/replay.ts";
import { edgeCover } from "../../paths/model/edge-cover.ts";
import { explore } from "../../paths/model/graph.ts";
import { modelOf } from "../../paths/model/model.ts";
import { suitesOf } from "../../paths/model/suite.ts";
import { turnsOf } from "../../paths/model/turns.ts";
import { walkLog } from "../../paths/pure-layer.ts";
import { plainServer } from "../../services/visits/plain-server.ts";
import { holds } from "../../support/holds.ts";

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
const deploys: { name: string; from: SurveyMachine; to: SurveyMachine }[] = [
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

const suite = suitesOf(variants.get("c")!)[0]!;
const { input } = suite.model;

const server = plainServer();

describe.each(deploys)("visitors under way when a deploy brings $name", holds("T35"), ({ from, to }) => {
  const model = modelOf(from, input);
  const logs = edgeCover(explore(model)).map((path) => walkLog({ ...suite, model }, turnsOf(path)).log);
  /** Logs as the deploy may find them, an entry at a time. */
  const prefixesOf = (all: typeof logs) => all.flatMap((log) => log.map((_, end) => log.slice(0, end + 1)));

  it("are replayed as far as the chart goes, and keep every answer", holds("T13"), () => {
    for (const log of prefixesOf(logs.slice(0, 5))) {
      const { trail, drafts } = readLog(log);
      const { taken, left, snapshot } = replay(stepsOf(to), input, trail);
      expect([...taken, ...left]).toEqual(trail);
      for (const { step, answers } of left) expect(drafts[step]).toEqual(answers);
      const recorded = new Set(taken.flatMap(({ answers }) => Object.keys(answers)));
      expect(Object.keys(snapshot.context.answers).filter((field) => !recorded.has(field))).toEqual([]);
    }
  });

  it("are not stranded: answering what is asked leads to the end", async () => {
    // The second path of a cover goes through every refusal and failure.
    for (const log of prefixesOf(logs.slice(1, 2))) {
      const { posted, asked } = await server.goOn(suite.world.entry, to, log);
      expect(posted, `after ${log.length} entries were asked ${asked.join(", ")}`).toBe(true);
      expect(new Set(asked).size, asked.join(", ")).toBe(asked.length);
    }
  });
});
