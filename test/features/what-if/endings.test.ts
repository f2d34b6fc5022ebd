import { describe, expect, it } from "vitest";
import { assign, enqueueActions } from "xstate";
import { comparisonOf } from "../../../machines/features/what-if/comparison.ts";
import { type Kind, kinds } from "../../../machines/features/what-if/differences.ts";
import { type Ending, endingsOf } from "../../../machines/features/what-if/endings.ts";
import { learnedSteps, type Position } from "../../../machines/features/what-if/learned-steps.ts";
import { addTally, addVisit, emptyTally } from "../../../machines/features/what-if/tally.ts";
import { type Recording, recordingIn } from "../../../machines/features/what-if/walks.ts";
import { type Verdict, verdictOf, type World } from "../../../machines/features/what-if/world.ts";
import { variants } from "../../../machines/registry.ts";
import { everySurvey, survey } from "../../../machines/survey.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import { inputFor } from "../../../machines/visit/open-visit.ts";
import { simulate } from "../../../services/features/numbers/simulation/simulate.ts";
import { edited, edits, plainSteps, variant, walkerOf, worldOf } from "./worlds.ts";

describe("learned steps", () => {
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
      const machine = survey.createMachine({
        id: "own",
        ...everySurvey,
        initial: "AtFault",
        states,
      } as never);
      return machine.provide(more as never) as unknown as SurveyMachine;
    };
    type Args = { context: { answers: { at_Fault?: string } } };
    const isAtFault = ({ context }: Args) => context.answers.at_Fault === "yes";
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
      const found = expectSame(chart({ ...rest, ...states }, more), logsOf("c", 30));
      const results = found.map(({ positions, ways }) =>
        JSON.stringify([ways, positions.map((each) => (each[1] as { cleared: boolean }).cleared)]),
      );
      expect(new Set(results).size).toBeGreaterThan(1);
    });
  });
});

describe("the recount", () => {
  const plain = worldOf(variant.machine);
  const texts = ["A truck hit me", "Red light, then a long wait for the police to come", "shit happens"];

  /** Visits that are their own in what they typed, when they came, where from and, some, the day of the accident. */
  const visits = [
    ...simulate({ sessions: 300, seed: 21, variant, days: 9, until: Date.UTC(2026, 5, 15), day: () => 0 }),
  ].map(({ log }, index) => ({ id: `v${index}`, log: log.map((entry) => ownEntry(entry, index)) }));

  function ownEntry(entry: LogEntry, index: number): LogEntry {
    if (entry.kind === "entry") {
      const query = { ...entry.body.query, gclid: `g${index}` };
      return { ...entry, body: { ...entry.body, query } };
    }
    if (entry.kind === "outcome" && entry.body.call === "lookUpZip" && "output" in entry.body) {
      const output = { ...entry.body.output, city: `City ${index}` };
      return { ...entry, body: { ...entry.body, output } };
    }
    if (entry.kind !== "answer") return entry;
    const { accident_date_button: button, ...said } = { ...entry.body.answers };
    const answers = {
      ...said,
      ...(said.firstName && { firstName: index % 3 === 0 ? "Xzqwrtk" : `Ana${index}` }),
      ...(said.email && { email: `v${index}@${index % 7 === 0 ? "law" : "example"}.com` }),
      ...(said.case_description && { case_description: texts[index % 3] }),
      ...(button && index % 4 > 0 && { accident_date_button: button }),
      ...(button &&
        index % 4 === 0 && { injury_year: "2026", injury_month: "5", injury_day: String(1 + (index % 28)) }),
    };
    return {
      ...entry,
      body: { ...entry.body, answers, today: { year: 2026, month: 6, day: 1 + (index % 14) } },
    };
  }

  const readsText = worldOf(
    (
      edited((states) => {
        states.PoliceReportFiled = {
          on: { NEXT: [{ guard: "writesFromLaw", target: "MissedWork" }, { target: "HasLawyer" }] },
        };
        states.MissedWork = { on: { NEXT: "HasLawyer" } };
        states.NameAndEmail = {
          ...states.NameAndEmail,
          onDone: [{ guard: "writesFromLaw", target: "MissedWork" }, "PhoneAndZip"],
        };
      }) as never as { provide(given: object): typeof variant.machine }
    ).provide({
      guards: {
        writesFromLaw: ({ context }: { context: { answers: { email?: string } } }) =>
          context.answers.email?.endsWith("law.com") ?? false,
      },
    }),
  );

  describe("what if, recounted", () => {
    it.each([...edits, ["a guard reads what was typed", readsText] as const])(
      "%s: visits come to the same as each on its own, number by number",
      (_, after) => {
        const comparison = comparisonOf({ before: plain, after }, {});
        const [first, second] = [emptyTally(), emptyTally()];
        const counted = Object.fromEntries(kinds.map((kind) => [kind, [0, 0]])) as Record<Kind, number[]>;
        const named = { skipped: {}, met: {}, fields: {} } as Record<string, Record<string, number>>;
        visits.forEach((visit, index) => {
          addVisit(index < 140 ? first : second, comparison, visit);
          const own = onItsOwn(after, recordingIn(visit.log));
          for (const kind of kinds) {
            const differ = own.differ.map((each) => each[kind]);
            if (own.isWhole && differ.every(Boolean)) counted[kind][0]! += 1;
            if (!own.isWhole || differ.some(Boolean)) counted[kind][1]! += 1;
          }
          for (const list of ["skipped", "met", "fields"] as const)
            for (const name of own.isWhole ? own.differ[0]![list] : [])
              if (own.differ.every((each) => each[list].includes(name)))
                named[list]![name] = (named[list]![name] ?? 0) + 1;
        });
        addTally(first, second);
        const { kinds: found, skipped, met, fields, visits: number, failed } = first;
        expect([number, failed]).toEqual([visits.length, 0]);
        expect(
          Object.fromEntries(kinds.map((kind) => [kind, [found[kind].atLeast, found[kind].atMost]])),
        ).toEqual(counted);
        expect({ skipped, met, fields }).toEqual(named);
        expect(counted.way[1]! + counted.verdict[1]! + counted.dq_reason[1]!).toBeGreaterThan(15);
      },
    );
  });

  function sentIn(verdict: Verdict | null): Record<string, unknown> {
    const sent = (verdict?.payloads ?? []).flatMap(({ destination, payload }) =>
      Object.entries(payload).map(([name, value]) => [`${destination} ${name}`, value]),
    );
    return Object.fromEntries(sent);
  }

  type Differ = Record<Kind, boolean> & Record<"skipped" | "met" | "fields", string[]>;

  /** A visit through both charts by XState alone, without shared results, and with every verdict made. */
  function onItsOwn(after: World, recording: Recording): { isWhole: boolean; differ: Differ[] } {
    const { arrival } = recording;
    const ways = (world: World, leftAt?: string | null) => {
      const entry = world.entryAt(arrival);
      const positions: Position[] = [];
      const input = () => inputFor(entry, recording, {});
      const alone = { ...world, steps: plainSteps(entry.variant.machine) };
      return { ...endingsOf(alone, walkerOf(recording, positions), input, leftAt), world, positions };
    };
    const verdict = (
      { world, positions }: ReturnType<typeof ways>,
      { isPosted, position }: Ending,
    ): Verdict | null =>
      isPosted ? verdictOf(world, world.entryAt(arrival), positions[position]!.context) : null;
    const through = ways(plain);
    const was = through.endings[0]!;
    const throughAfter = ways(after, was.isPosted ? null : was.way.at(-1));
    const { endings, isWhole } = throughAfter;
    const before = verdict(through, was);
    const differ = endings.map((ending): Differ => {
      const now = verdict(throughAfter, ending);
      const [sentBefore, sentNow] = [sentIn(before), sentIn(now)];
      const fields = Object.keys({ ...sentBefore, ...sentNow }).filter(
        (name) => before && now && JSON.stringify(sentBefore[name]) !== JSON.stringify(sentNow[name]),
      );
      const skipped =
        ending.unanswered.length > 0 ? [] : was.asked.filter((step) => !ending.asked.includes(step));
      return {
        skipped,
        fields,
        met: ending.unanswered,
        way: was.way.join() !== ending.way.join(),
        skips: skipped.length > 0,
        meets: ending.unanswered.length > 0,
        end: was.way.at(-1) !== ending.way.at(-1),
        lost: before !== null && now === null,
        won: before === null && now !== null,
        verdict: before?.q !== now?.q,
        dq_reason: (before?.dqReason ?? "") !== (now?.dqReason ?? ""),
        window: !!before && !!now && before.window !== now.window,
        payload: fields.length > 0 || (before === null) !== (now === null),
      };
    });
    return { isWhole, differ };
  }
});

type Read = { context: { checks: { place?: { state: string } }; answers: Partial<Record<string, string>> } };

it.each([
  ["the law of one state", ({ context }: Read) => context.checks.place?.state === "FL"],
  ["one ZIP code", ({ context }: Read) => context.answers.zip_code === "33101"],
])("a visit that left before the question that %s reads may have gone its way", (_, isThere) => {
  const chart = edited((states) => {
    states.PhoneAndZip = { ...states.PhoneAndZip, onDone: "Sort" };
    states.Sort = { always: [{ guard: "isThere", target: "thankYou" }, { target: "submitting" }] };
  });
  const machine = chart.provide({ guards: { isThere } } as never);
  const until = Date.UTC(2026, 5, 15);
  const made = simulate({
    sessions: 60,
    seed: 1,
    variant: { ...variant, machine },
    days: 2,
    until,
    day: () => 0,
  });
  const at = (log: readonly LogEntry[]) =>
    log.findIndex(({ body }) => "step" in body && body.step === "PhoneAndZip");
  const { log } = [...made].find((visit) => at(visit.log) > 0)!;
  const world = worldOf(machine);
  const recording = recordingIn(log.slice(0, at(log)));
  const input = () => inputFor(world.entryAt(recording.arrival), recording);
  const { endings } = endingsOf(world, walkerOf(recording, []), input, null);
  const isTaken = ({ way }: Ending) =>
    way.at(-1) === "thankYou" && !way.some((place) => place.startsWith("submitting"));
  expect(endings.filter(isTaken)).not.toEqual([]);
});
