import { describe, expect, it } from "vitest";
import { assign, enqueueActions } from "xstate";
import { variants } from "../../../machines/registry.ts";
import { everySurvey, survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import { inputFor } from "../../../machines/visit/input.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { endingsOf } from "../../../machines/what-if/endings.ts";
import { learnedSteps, type Position } from "../../../machines/what-if/learned-steps.ts";
import { recordingIn } from "../../../machines/what-if/walks.ts";
import { simulate } from "../../../services/analytics/simulation/simulate.ts";
import { plainSteps, walkerOf, worldOf } from "../../support/what-if-worlds.ts";

const until = Date.UTC(2026, 5, 15);
const logsOf = (code: string, sessions: number) =>
  [...simulate({ sessions, seed: 3, variant: variants.get(code)!, days: 9, until, day: () => 0 })].map(
    ({ log }, index) => log.map((entry) => ownEntry(entry, index)),
  );

/** Gives an entry a city and a date of its own, so that no two visits are the same. */
function ownEntry(entry: LogEntry, index: number): LogEntry {
  const city = `City ${index}`;
  if (entry.kind === "outcome" && entry.body.call === "lookUpZip" && "output" in entry.body)
    return { ...entry, body: { ...entry.body, output: { ...entry.body.output, city } } };
  if (entry.kind !== "answer") return entry;
  const today = { year: 2026, month: 6, day: 1 + (index % 14) };
  return { ...entry, body: { ...entry.body, today } };
}

/** All ways and positions of visits, walked with the given steps. */
function walkedWith(machine: SurveyMachine, steps: ReturnType<typeof plainSteps>, logs: LogEntry[][]) {
  const world = { ...worldOf(machine), steps };
  return logs.map((log) => {
    const recording = recordingIn(log);
    const positions: Position[] = [];
    const input = () => inputFor(world.entryAt(recording.arrival), recording, {});
    const { endings } = endingsOf(world, walkerOf(recording, positions), input, null);
    return {
      ways: endings.map(({ way, isPosted }) => [...way, isPosted]),
      positions: positions.map(({ place: { leaf, step, call, isDone }, context }) => [
        { leaf, step, call, isDone },
        context,
      ]),
    };
  });
}

const expectSame = (machine: SurveyMachine, logs: LogEntry[][]) => {
  const found = walkedWith(machine, learnedSteps(machine), logs);
  expect(found).toEqual(walkedWith(machine, plainSteps(machine), logs));
  return found;
};

describe("learned steps", () => {
  it.each([...variants.keys()])("reach the same places and contexts as XState: %s", (code) => {
    expectSame(variants.get(code)!.machine, logsOf(code, 5));
  });

  const chart = (states: object, more: object = {}) => {
    const machine = survey.createMachine({ id: "own", ...everySurvey, initial: "AtFault", states } as never);
    return machine.provide(more as never) as unknown as SurveyMachine;
  };
  type Args = { context: { answers: { at_Fault?: string } } };
  const isAtFault = ({ context }: Args) => context.answers.at_Fault === "yes";
  const next = { on: { NEXT: "WasUserInjured" } };
  const rest = { WasUserInjured: { on: { NEXT: "end" } }, end: { type: "final" } };

  it.each([
    [
      "an action that reads an answer",
      { AtFault: { on: { NEXT: { target: "WasUserInjured", actions: "note" } } } },
      { actions: { note: assign({ cleared: ({ context }: Args) => isAtFault({ context }) } as never) } },
    ],
    [
      "an action that follows from an answer",
      { AtFault: { on: { NEXT: { target: "WasUserInjured", actions: "choose" } } } },
      {
        actions: {
          choose: enqueueActions(({ context, enqueue }) => {
            if (isAtFault({ context } as Args)) enqueue("clearDisqualification" as never);
          }),
        },
      },
    ],
    [
      "an action defined inside another",
      { AtFault: { on: { NEXT: { target: "WasUserInjured", actions: "choose" } } } },
      {
        actions: {
          choose: enqueueActions(({ context, enqueue }) => {
            if (isAtFault({ context } as Args)) enqueue.assign({ cleared: true } as never);
          }),
        },
      },
    ],
    [
      "an event named after an answer",
      {
        AtFault: { on: { NEXT: { target: "WasUserInjured", actions: "choose" } } },
        WasUserInjured: { on: { yes: "end", no: "end" } },
      },
      {
        actions: {
          choose: enqueueActions(({ context, enqueue }) => {
            enqueue.raise({ type: (context as never as Args["context"]).answers.at_Fault ?? "" } as never);
          }),
        },
      },
    ],
    [
      "a guard without a name",
      { AtFault: { on: { NEXT: [{ guard: isAtFault, target: "end" }, { target: "WasUserInjured" }] } } },
      {},
    ],
    [
      "an action without a name",
      {
        AtFault: {
          on: {
            NEXT: {
              target: "WasUserInjured",
              actions: assign({ cleared: ({ context }: Args) => isAtFault({ context }) } as never),
            },
          },
        },
      },
      {},
    ],
  ])("are correct for a chart with %s", (_, states, more) => {
    const found = expectSame(chart({ ...rest, ...{ AtFault: next }, ...states }, more), logsOf("c", 30));
    const results = found.map(({ positions, ways }) =>
      JSON.stringify([ways, positions.map((each) => (each[1] as { cleared: boolean }).cleared)]),
    );
    expect(new Set(results).size).toBeGreaterThan(1);
  });
});
