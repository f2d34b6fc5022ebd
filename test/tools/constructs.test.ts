import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { mermaidOf } from "../../app/graphs/formats/mermaid.ts";
import { scxmlOf } from "../../app/graphs/formats/scxml.ts";
import { graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { moveOf } from "../../machines/model/cases.ts";
import { edgeCover, explore, modelOf } from "../../machines/model/covering.ts";
import { simulate } from "../../machines/model/simulate.ts";
import type { Variant } from "../../machines/variant.ts";
import { inputFor } from "../../machines/visit/open-visit.ts";
import { lintCharts } from "../../tools/lint/lint-charts.ts";
import { graphFromScxml } from "../machines/graph/scxml-reader.ts";
import { brought } from "../support/features.ts";
import { noon } from "../support/lead-facts.ts";
import { root } from "../support/source-files.ts";

/** A small survey; `// here` and the like are where rows put their lines. */
const chart = `import * as x from "xstate";
import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsLeadUnread } from "../parts/submitting.ts";
import { accidentAge } from "../rules/dates.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

const own = survey;

export const row = variant({
  code: "row",
  entries: { "/survey/row": {} },
  machine: own.createMachine({
    id: "row",
    ...everySurvey,
    // root
    initial: "AtFault",
    states: {
      AtFault: {
        // asks
        on: { NEXT: "WasUserInjured" },
      },
      WasUserInjured: {
        // before
        on: {
          NEXT: [{ guard: "notInjured", target: "HasLawyer" }, { target: "TypeOfMedicalTreatment" }],
        },
      },
      TypeOfMedicalTreatment: { on: { NEXT: "HasLawyer" } },
      HasLawyer: {
        on: { NEXT: "Check" },
      },
      Check: {
        always: "NameAndEmail",
      },
      NameAndEmail: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: {
        ...checksPhoneAndZip,
        onDone: "submitting",
      },
      submitting: { ...submitsLeadUnread, onDone: "thankYou" },
      // more
      thankYou: { type: "final" },
    },
  }),
});
`;

const check = `always: "NameAndEmail",`;
const answered = `on: { NEXT: "WasUserInjured" },`;
const ended = `onDone: "thankYou" },
      // more
      thankYou:`;
const own = `const own = survey;`;
const asked = (more: string) =>
  `invoke: { id: "lookUpZip", src: "lookUpZip", input: () => ({ zip: "90210" }), ${more} },`;
const goesOn = `onDone: "NameAndEmail", onError: "NameAndEmail"`;
const gibberish = (more: string) =>
  `{ id: "checkGibberish", src: "checkGibberish", input: () => ({ text: "" }), ${more} }`;
const actions = (more: string) => `const own = survey.extend({ actions: { ${more} } });`;
const guards = (more: string) => `const own = survey.extend({ guards: { ${more} } });`;

/**
 * A construct of XState: its name, what of the chart is replaced by what, and what lint says of it at the line in which
 * the word in angle quotes is, or null where it is carried, the same in XState, server, browser, simulator, paths,
 * drawing and SCXML.
 */
type Row = readonly [construct: string, from: string, to: string, says: RegExp | null];

// biome-ignore format: a row is a line
const rows: Row[] = [
  // What the review of 28 November tried.
  ["a parallel state", "// asks", `«type»: "parallel", states: { one: {}, other: {} },`, /^AtFault is parallel, but/],
  ["a history state", check, `initial: "a", states: { a: { always: "#row.NameAndEmail" }, b: { «type»: "history" } },`, /^Check\.b is a history state/],
  ["a delay", "// asks", `«after»: { 1000: "HasLawyer" },`, /^AtFault is left after a time, but a survey has no clock/],
  ["always in a circle", check, `«always»: "Sort",\n}, Sort: { always: "Check"`, /^Check and Sort lead back to Check without an event/],
  ["a final state with output and a guarded onDone", check, `initial: "end", states: { end: { type: "final", output: { sum: 1 } } }, onDone: [{ guard: "atFault", target: "NameAndEmail" }, { target: "NameAndEmail", reenter: true }],`, null],
  ["tags", "// asks", `tags: ["early"],`, null],
  ["meta and description of a transition", answered, `on: { NEXT: { target: "WasUserInjured", description: "on", meta: {} } },`, null],
  ["a description", "// asks", `description: "Who was at fault",`, null],
  ["an exit action", "// asks", `exit: "clearDisqualification",`, null],
  ["an entry action that has something done", "// asks", `entry: "greet",`, null],
  ["static and dynamic parameters", own, actions(`keep: x.assign({ inDuiFlow: (_, params: { as: boolean }) => params.as })`), null],
  ["REFUSED that only notes", answered, `on: { NEXT: "WasUserInjured", REFUSED: { actions: "validateCurrentStep" } },`, null],
  ["reenter on a question", answered, `on: { NEXT: { target: "WasUserInjured", reenter: true } },`, null],
  ["output of the chart", "// root", `output: ({ context }: { context: { path: string } }) => context.path,`, null],
  ["and, or, not", `on: { NEXT: "Check" }`, `on: { NEXT: [{ guard: x.and(["atFault", x.not("hasLawyer"), x.or(["notInjured", "injured"])]), target: "NameAndEmail" }, { target: "Check" }] }`, null],
  ["two services in a state", check, `invoke: [${asked("").slice(8, -2)} onDone: { actions: "storePlace" }, onError: { actions: "leavePlaceEmpty" } }, ${gibberish(goesOn)}],`, null],
  ["a service within the state of another", check, `${asked(`onDone: { actions: "storePlace" }, onError: { actions: "leavePlaceEmpty" }`)} initial: "b", states: { b: { invoke: ${gibberish(`onDone: "#row.NameAndEmail", onError: "#row.NameAndEmail"`)} } },`, null],
  ["a service under another id", check, `invoke: { id: "zip2", src: "lookUpZip", input: () => ({ zip: "90210" }), ${goesOn} },`, null],
  ["a service under another id that an action does not know", check, `invoke: { id: "zip2", src: "lookUpZip", input: () => ({ zip: "90210" }), onDone: { target: "NameAndEmail", actions: "«storePlace»" }, onError: "NameAndEmail" },`, /^Check has storePlace on zip2\.done, but that reads what lookUpZip says/],
  ["a service without a name", check, `invoke: { id: "zip", «src»: x.fromPromise(async () => 1), ${goesOn} },`, /^Check asks a service that has no name/],
  ["a systemId", check, asked(`«systemId»: "zipper", ${goesOn}`), /^Check’s lookUpZip has a systemId, which one visit of a process can have/],
  ["onSnapshot", check, asked(`«onSnapshot»: "HasLawyer", ${goesOn}`), /^Check’s lookUpZip has an onSnapshot, but/],
  ["a delayed raise", "// asks", `entry: «x».raise({ type: "NEXT" }, { delay: 1000 }),`, /^AtFault does XState’s raise, which has no name/],
  ["a named delayed raise", own, actions(`later: x.raise({ type: "NEXT" }, { delay: 1000 })`), /^later raises its event after a time/],
  ...['spawnChild("lookUpZip")', 'log("x")', 'emit({ type: "x" } as never)', 'cancel("x")', 'stopChild("x")', 'raise({ type: "NEXT" })', "enqueueActions(() => {})", "assign({ cleared: true })", ].map( (call): Row => [ call.split("(")[0]!, "// asks", `«entry»: x.${call},`, /^AtFault does XState’s \w+, which has no name/, ], ),
  ["an action without a name", "// asks", `«entry»: () => {},`, /^AtFault does a function, which has no name/],
  ["a guard without a name", answered, `on: { NEXT: [{ «guard»: () => true, target: "HasLawyer" }, "WasUserInjured"] },`, /^AtFault asks a function, which has no name/],
  ["stateIn", answered, `on: { NEXT: [{ «guard»: x.stateIn("Check"), target: "HasLawyer" }, "WasUserInjured"] },`, /^AtFault asks stateIn, which has no name/],
  ["an action of one's own", own, actions(`ring: () => {}`), /^ring is done nowhere: the browser does/],
  ["a wildcard", answered, `on: { «"*"»: "WasUserInjured" },`, /^AtFault hears \*, every event there is/],
  ["a forbidden ANSWER", answered, `on: { «ANSWER»: undefined, NEXT: "WasUserInjured" },`, /^AtFault hears ANSWER itself, so nobody remembers/],
  ["a partial wildcard", check, `${asked("")} on: { «"xstate.done.actor.*"»: "NameAndEmail" },`, /^Check hears xstate\.done\.actor\.\*, every event/],
  ["a loop that counts", `TypeOfMedicalTreatment: { on: { NEXT: "HasLawyer" } }`, `TypeOfMedicalTreatment: { on: { NEXT: [{ guard: "atFault", target: "«AtFault»" }, { target: "HasLawyer" }] } }`, /^TypeOfMedicalTreatment leads back to AtFault, but a visit keeps one answer/],
  ["always with an action only", check, `always: [{ guard: "hasLawyer", target: "NameAndEmail" }, { actions: "clearDisqualification" }],`, /^What follows HasLawyer goes round for ever without an event/],
  ["always of the whole chart", "// root", `always: { guard: "hasErrors", target: ".thankYou" },`, null],
  ["a service of the whole chart", "// root", `«invoke»: { id: "lookUpZip", src: "lookUpZip" },`, /^The chart of row asks a service itself/],
  ["a question inside a group", `TypeOfMedicalTreatment: { on: { NEXT: "HasLawyer" } }`, `TypeOfMedicalTreatment: { initial: "MissedWork", states: { MissedWork: { on: { NEXT: "#row.HasLawyer" } } } }`, null],
  ["a misspelt guard", `"notInjured"`, `"«notInjurd»"`, /^There is no guard notInjurd\./],

  // The nine mistakes that it planted.
  ["a misspelt event", answered, `on: { «NXT»: "WasUserInjured" },`, /^AtFault hears NXT, an event that nothing sends/],
  ["a guard on what is not known yet", answered, `on: { NEXT: [{ guard: "«hitAndRun»", target: "HasLawyer" }, { target: "WasUserInjured" }] },`, /^No walk makes hitAndRun hold: it reads checks\.hitAndRun/],
  ["a lead without a telephone or consent", `on: { NEXT: "Check" }`, `on: { NEXT: [{ guard: "hasLawyer", target: "submitting" }, { target: "Check" }] }`, /^A way leads to submitting past every question for a phone number and for the consent to be called/],
  ["a guard for an option that nobody has", own, guards(`icy: ({ context }) => context.answers.at_Fault === «"ice"»`), /^No walk makes icy hold: it compares at_Fault with “ice”, and the options record no, yes\.$/],
  ["a question that asks for something else than guards read", "// before", `meta: { «question»: "nameAndEmailFirst" },`, /^No walk makes notInjured hold: WasUserInjured shows the question nameAndEmailFirst, which does not ask for physical_injury\.$/],
  ["the question for telephone and consent taken out", `"PhoneAndZip" },\n      PhoneAndZip: {\n        ...checksPhoneAndZip,\n        onDone: "submitting",\n      },`, `"submitting" },`, /^A way leads to submitting past every question for a phone number and for the consent to be called/],
  ["progress beyond a hundred", "// asks", `meta: { «progress»: 140 },`, /^AtFault shows a progress of 140/],
  ["progress that falls along a way", `${answered}\n      },\n      WasUserInjured: {`, `meta: { progress: 40 }, on: { NEXT: "Sort" } }, Sort: { always: "WasUserInjured" }, WasUserInjured: { meta: { «progress»: 30 },`, /^WasUserInjured shows a progress of 30, but AtFault before it shows 40/],
  ["a way back to a question", `TypeOfMedicalTreatment: { on: { NEXT: "HasLawyer" } }`, `TypeOfMedicalTreatment: { on: { NEXT: [{ guard: "injured", target: "«WasUserInjured»" }, { target: "HasLawyer" }] } }`, /^TypeOfMedicalTreatment leads back to WasUserInjured/],

  // Forty more.
  ["a key that no survey reads", "// root", `«delays»: { late: 100 },`, /^The chart of row has the key delays, which no survey reads/],
  ["cond", answered, `on: { NEXT: [{ cond: "atFault", target: "HasLawyer" } as never, "WasUserInjured"] },`, /^State "row.AtFault" has declared `cond`/],
  ["internal", answered, `on: { NEXT: { «internal»: true, target: "WasUserInjured" } as never },`, /^AtFault’s transition on NEXT has the key internal/],
  ["in", answered, `on: { NEXT: { «in»: "#row.Check", target: "WasUserInjured" } as never },`, /^AtFault’s transition on NEXT has the key in, which no survey reads/],
  ["several targets", answered, `on: { NEXT: { «target»: ["WasUserInjured", "HasLawyer"] } },`, /^AtFault’s transition on NEXT has 2 targets/],
  ["an event without a name", check, `on: { "": "NameAndEmail" },`, /^Null events/],
  ["a service that nobody knows", check, `invoke: { id: "weather", src: "«weather»", ${goesOn} },`, /^There is no service weather\./],
  ["an action that nobody knows", "// asks", `entry: "«clearDisqualifications»",`, /^There is no action clearDisqualifications\.$/],
  ["a key of a service that XState does not have", check, asked(`«autoForward»: true, ${goesOn}`), /^Check’s lookUpZip has the key autoForward, which no survey reads/],
  ["a service without an id", check, `invoke: { «src»: "lookUpZip", input: () => ({ zip: "90210" }), ${goesOn} },`, /^Check’s lookUpZip has no id/],
  ["type atomic", "// asks", `type: "atomic",`, null],
  ["an id of a state, and a target by it", check, `id: "sorting", always: "#mail" }, Mail: { id: "mail", always: "NameAndEmail",`, null],
  ["a part within a part", check, `initial: "a", onDone: "NameAndEmail", states: { a: { initial: "b", onDone: "e", states: { b: { always: "c" }, c: { type: "final" } } }, e: { type: "final" } },`, null],
  ["the end of a part that only guards leave", check, `initial: "a", «onDone»: { guard: "atFault", target: "NameAndEmail" }, states: { a: { type: "final" } },`, /^A visit that comes to Check\.a may stay there for ever: every onDone has a guard/],
  ["the end of a part that nothing leaves", check, `initial: "a", states: { a: { always: [{ guard: "atFault", target: "b" }, { target: "#row.NameAndEmail" }] }, b: { type: "final" } },`, /^A visit that comes to Check\.b may stay there for ever: there is no onDone/],
  ["the same service twice in a state", check, `invoke: [${asked(`onDone: { actions: "storePlace" }, onError: {}`).slice(8, -1)}, { id: "again", src: "lookUpZip", input: () => ({ zip: "10001" }), ${goesOn} }],`, null],
  ["the same service in one state after another", check, `${asked(`onDone: "Other", onError: "Other"`)} }, Other: { ${asked(goesOn)}`, null],
  ["an onDone beside a service", check, `${asked(`onError: "NameAndEmail"`)} «onDone»: "NameAndEmail",`, /^Check has an onDone, but no parts whose end that could be/],
  ["two services of which none leaves", check, `invoke: [${asked(`onDone: {}, onError: {}`).slice(8, -1)}, ${gibberish("onDone: {}, onError: {}")}],`, /^When checkGibberish fails, nobody leaves Check/],
  ["REFUSED as a way on", answered, `on: { NEXT: "WasUserInjured", «REFUSED»: "HasLawyer" },`, /^At AtFault, once REFUSED happens on the page, a visit is at HasLawyer, and at AtFault again/],
  ["TOGGLE_PLAY", answered, `on: { NEXT: "WasUserInjured", TOGGLE_PLAY: { actions: "togglePlay" } },`, null],
  ["a router after a router", check, `always: [{ guard: "atFault", target: "Sort" }, { target: "NameAndEmail" }] }, Sort: { always: [{ guard: "notInjured", target: "NameAndEmail" }, { target: "PhoneAndZip" }],`, null],
  ["a question that is skipped", "// before", `always: { guard: "atFault", target: "HasLawyer" },`, null],
  ["a list of actions with parameters", "// asks", `entry: ["greet", { type: "clearDisqualification" }],`, null],
  ["a guard with parameters", answered, `on: { NEXT: [{ guard: { type: "atFault" }, target: "HasLawyer" }, "WasUserInjured"] },`, null],
  ["not of not", answered, `on: { NEXT: [{ guard: x.not(x.not("atFault")), target: "HasLawyer" }, "WasUserInjured"] },`, null],
  ["the same guard twice", answered, `on: { NEXT: [{ guard: "atFault", target: "HasLawyer" }, { guard: "atFault", target: "Check" }, "WasUserInjured"] },`, /^AtFault#NEXT#atFault#Check is never taken/],
  ["a name that is a word of the language", ended, `onDone: "toString" }, «toString»:`, /^The name toString is a word of the language/],
  ["a name that is a word of Mermaid and of JavaScript", ended, `onDone: "class" }, class: { always: "end" }, end:`, null],
  ["a name that is markup", ended, `onDone: "<b>" }, "«<b>»":`, /^The name “<b>” has signs that addresses, files and tables take apart/],
  ["the name of the place before the first", ended, `onDone: "start" }, «start»:`, /^The name start is that of the place before the first state/],
  ["a question that is asked again until it is no", answered, `on: { NEXT: [{ guard: "atFault", target: "AtFault" }, "WasUserInjured"] },`, null],
  ["a check of a question's own", `on: { NEXT: "Check" }`, `on: { NEXT: "Check2" } }, Check2: { ${asked(`onDone: [{ guard: "noSuchZip", target: "HasLawyer" }, { target: "Check" }], onError: "Check"`).slice(0, -1)}`, null],
  ["progress in words", "// asks", `meta: { «progress»: "half" as never },`, /^AtFault shows a progress of half/],
  ["a key of meta that nothing reads", "// asks", `meta: { «progres»: 5 } as never,`, /^AtFault has the key progres, which no survey reads\./],
  ["the meta of a question that is not there", "// asks", `meta: { question: "whichWeather" as never },`, /^The meta of AtFault names a question that does not exist/],
  ["a delay within an action", own, actions(`sneaky: x.enqueueActions(({ enqueue }) => enqueue.raise({ type: "NEXT" }, { delay: 10 }))`), /XState moves on after a time, a visitor waits for ever/],
  ["a service within an action", own, actions( `sneaky: x.enqueueActions(({ enqueue }) => enqueue.spawnChild("lookUpZip", { id: "z", input: { zip: "1" } }))`, ), /XState asks z.*, a visit asks nobody/],
  ["an assignment within an action", own, actions(`sneaky: x.enqueueActions(({ enqueue }) => enqueue.assign({ cleared: true }))`), null],
  ["a raised event", own, actions(`sneaky: x.raise({ type: "NEXT" })`), null],
  ["a transition with an action only", `on: { NEXT: "Check" }`, `on: { NEXT: { actions: "clearDisqualification" } }`, /^No transition leaves HasLawyer/],
  ["no transition", `on: { NEXT: "Check" }`, `on: { NEXT: [] }`, /^No transition leaves HasLawyer/],
  ["a state with nothing", check, ``, /^No transition leaves Check/],

  // The values that guards compare with are among the cases, without a list to extend.
  ["a law of one state", own, guards( `florida: ({ context }) => context.checks.place.state === "FL" && context.answers.at_Fault === "yes"`, ), null],
  ["an age that no rule of ours has", own, guards( `old: ({ context }) => ((age) => age > 40 && age < 45)(accidentAge(context.answers, context.today)?.days ?? 0)`, ), null],
  ["a day of the week", own, guards( `monday: ({ context: { today } }) => new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay() === 1`, ), null],
  ["one ZIP code", own, guards(`zip: ({ context }) => context.answers.zip_code === "33101"`), null],
  ["one affiliate", own, guards(`ofOne: ({ context }) => context.tracking.affid === "999"`), null],
  ["a state that is none", own, guards(`atlantis: ({ context }) => context.checks.place.state === "ZZ"`), /^No walk makes atlantis hold: it reads checks\.place\.state/],
];

const project = mkdtempSync(join(tmpdir(), "claimpath-constructs-"));
afterAll(() => rmSync(project, { recursive: true }));
cpSync(join(root, "machines"), join(project, "machines"), { recursive: true });
cpSync(join(root, "tsconfig.json"), join(project, "tsconfig.json"));
symlinkSync(join(root, "node_modules"), join(project, "node_modules"));

/** Where a row defines a name, its chart uses it. */
const used: Record<string, [from: string, to: string]> = {
  keep: [
    "// asks",
    `entry: { type: "keep", params: { as: true } }, exit: { type: "keep", params: () => ({ as: false }) },`,
  ],
  sneaky: ["// asks", `entry: "sneaky",`],
  ...Object.fromEntries(
    ["florida", "zip", "atlantis"].map((name) => [
      name,
      [
        'onDone: "submitting"',
        `onDone: [{ guard: "«${name}»", target: "thankYou" }, { target: "submitting" }]`,
      ],
    ]),
  ),
  ...Object.fromEntries(
    ["monday", "ofOne"].map((name) => [
      name,
      [answered, `on: { NEXT: [{ guard: "${name}", target: "HasLawyer" }, "WasUserInjured"] },`],
    ]),
  ),
  old: [
    answered,
    `on: { NEXT: "WhenWasTheAccident" } }, WhenWasTheAccident: { on: { NEXT: [{ guard: "old", target: "HasLawyer" }, "WasUserInjured"] },`,
  ],
  later: ["// asks", `entry: "«later»",`],
  ring: ["// asks", `entry: "«ring»",`],
  icy: [answered, `on: { NEXT: [{ guard: "icy", target: "HasLawyer" }, { target: "WasUserInjured" }] },`],
};

it.each(rows.map((row, index) => [index, ...row] as const))(
  "%i: %s",
  async (index, _construct, from, to, says) => {
    const name = /(?:actions|guards): \{ (\w+)/.exec(to)?.[1];
    const [at, use] = (name && used[name]) || ["", ""];
    const text = chart.replace(from, to).replace(at, use);
    expect(chart).toContain(from);
    const line = text.slice(0, text.indexOf("«")).split("\n").length;
    const file = `machines/variants/row-${index}.ts`;
    writeFileSync(join(project, file), text.replaceAll(/[«»]/g, ""));
    const found = await lintCharts(project, [`row-${index}.ts`]);
    const said = found.map(({ message }) => message);
    if (says) {
      expect(said).toEqual([expect.stringMatching(says)]);
      if (text.includes("«")) expect(`${found[0]!.file}:${found[0]!.line}`).toBe(`${file}:${line}`);
      return;
    }
    expect(said).toEqual([]);
    const { row } = (await import(pathToFileURL(join(project, file)).href)) as { row: Required<Variant> };
    const graph = graphOf(row);
    const { nodes } = graphFromScxml(scxmlOf(graph));
    expect(graphFromScxml(scxmlOf(graph)).edges).toEqual(graph.edges);
    expect(nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id));
    expect(mermaidOf(viewOf(graph)).split("\n").length).toBeGreaterThan(8);
    const entry = { path: "/survey/row", variant: row, defaults: {} };
    const input = inputFor(entry, { arrival: { path: entry.path, query: {}, referer: "" }, startedAt: noon });
    const walks = edgeCover(explore(modelOf(row.machine, input)));
    // A simulation is of one day.
    const ofOneDay = walks.filter((walk) => walk.every(({ tried }) => !("today" in tried)));
    for (const walk of ofOneDay) {
      const { moments } = simulate(
        row.machine,
        input,
        walk.map(({ tried }) => moveOf(tried)),
      );
      expect(moments.at(-1)!.snapshot.value).toEqual(walk.at(-1)!.to.snapshot.value);
    }
    if (name && asksForWhatNoCaseHas.includes(name)) for (const { tries } of brought) tries?.(row, name);
    // The target of each of its ways is walked.
    const taken = new Set(walks.flatMap((walk) => walk.flatMap((edge) => edge.taken)));
    expect(graph.edges.map(({ id }) => id).filter((id) => id.startsWith("Check") && !taken.has(id))).toEqual(
      [],
    );
  },
);

/** Guards above that compare with what no usual case has, and no visit of one day lacks. */
const asksForWhatNoCaseHas = ["florida", "zip", "ofOne", "old"];
