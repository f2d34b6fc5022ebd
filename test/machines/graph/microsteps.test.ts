import { expect, it } from "vitest";
import { createActor } from "xstate";
import { edgesTaken } from "../../../machines/graph/leaves.ts";
import { stepperOf } from "../../../machines/graph/stepper.ts";
import { variants } from "../../../machines/registry.ts";
import type { Microstep } from "../../../machines/visit/xstate-internals.ts";
import { eventOf } from "../../paths/model/event-of.ts";
import { farGuards } from "../../paths/model/far-guards.ts";
import { suitesOf } from "../../paths/model/suite.ts";

const [suite] = suitesOf(variants.get("c")!);
const { machine, input } = suite!.model;
const answers = (given: Record<string, string>) => ({ type: "ANSWER" as const, answers: given });

it("XState's inspection tells the transitions of every microstep, under the name they are read by", () => {
  const microsteps: Microstep[] = [];
  const actor = createActor(farGuards, {
    input,
    inspect: (event) => {
      if (event.type === "@xstate.microstep") microsteps.push(event);
    },
  }).start();
  actor.send(answers({ at_Fault: "yes" }));
  actor.send(answers({ physical_injury: "No" }));
  actor.send(answers({}));
  expect(edgesTaken(microsteps)).toEqual([
    "*#ANSWER##",
    "AtFault#NEXT##WasUserInjured",
    "*#ANSWER##",
    "WasUserInjured#NEXT##PoliceReportFiled",
    "*#ANSWER##",
    "PoliceReportFiled#NEXT##router",
    "router#always#and(notInjured, atFault)#HasLawyer",
  ]);
  actor.stop();
});

it("a stepper tells the same, of a chart whose services were provided again too", () => {
  const edge = suite!.graph.edges.find(({ tried }) => tried.label === "disposable, second time")!;
  for (const chart of [machine, machine.provide({ actions: { refuseEmail: () => {} } })]) {
    const { send } = stepperOf(chart);
    expect(send(edge.from.snapshot, eventOf(edge.tried)).taken).toEqual([
      "NameAndEmail.checkingEmail#checkEmail.done#emailIsBad#NameAndEmail.asking",
    ]);
  }
});
