import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lintCharts } from "../../tools/lint/lint-charts.ts";
import { root } from "../support/source-files.ts";

const project = mkdtempSync(join(tmpdir(), "claimpath-lint-"));
afterAll(() => rmSync(project, { recursive: true }));
cpSync(join(root, "machines"), join(project, "machines"), { recursive: true });
cpSync(join(root, "tsconfig.json"), join(project, "tsconfig.json"));
symlinkSync(join(root, "node_modules"), join(project, "node_modules"));

/** The findings once a text of C's chart is replaced. Modules are kept by their address: each edit is another file. */
let edits = 0;
async function foundAfter(edit: (text: string) => string, ...others: string[]): Promise<string[]> {
  const text = readFileSync(join(root, "machines/variants/c.ts"), "utf8");
  const edited = edit(text);
  expect(edited).not.toBe(text);
  const file = join(project, `machines/variants/edit-${++edits}.ts`);
  writeFileSync(file, edited);
  const found = await lintCharts(project, [...others, `edit-${edits}.ts`]);
  rmSync(file);
  return found.map(({ file: at, line, message, remedy }) => {
    expect(at, message).toBe(`machines/variants/edit-${edits}.ts`);
    return `${edited.split("\n")[line - 1]!.trim()} | ${message} ${remedy}`;
  });
}

it("lint finds nothing in the charts as they are", async () => {
  expect(await lintCharts(root)).toEqual([]);
});

it("lint finds a misspelled question, and suggests the right one", async () => {
  const found = await foundAfter((text) => text.replaceAll("HasLawyer", "HasLawyr"));
  expect(found).toEqual([
    expect.stringMatching(
      /HasLawyr.* \| HasLawyr waits for an answer, but there is no question HasLawyr\. Did you mean HasLawyer\?$/,
    ),
  ]);
});

it.each([
  ["guard", 'guard: "notInjured"', 'guard: "notInjurd"'],
  ["guard inside another", 'guard: "notInjured"', 'guard: { guards: ["atFault", "notInjurd"] }'],
])("lint finds a misspelled %s, and suggests the right one", async (_, from, to) => {
  expect(await foundAfter((text) => text.replace(from, to))).toEqual([
    expect.stringMatching(/notInjurd.* \| There is no guard notInjurd\. Did you mean notInjured\?$/),
  ]);
});

it("lint finds a service that does not exist", async () => {
  const found = await foundAfter((text) =>
    text.replace("AtFault: {", 'AtFault: { invoke: { id: "weather", src: "weather" },'),
  );
  expect(found).toEqual([
    expect.stringMatching(
      /^AtFault: .*weather.* \| There is no service weather\. Add it to the setup of machines\/survey\.ts\.$/,
    ),
  ]);
});

it("lint finds a service that checks another step's answer", async () => {
  const found = await foundAfter((text) =>
    text.replace("PhoneAndZip: { ...checksPhoneAndZip", "PhoneAndZip: { ...checksEmail"),
  );
  expect(found).toEqual([
    expect.stringMatching(
      /^PhoneAndZip: .* \| PhoneAndZip has checkEmail look at email, which it does not ask for\. Use the check of what it asks for\.$/,
    ),
  ]);
});

it("lint finds an address that is another survey's", async () => {
  const found = await foundAfter((text) => text.replace('"/survey/v3": {}', '"/survey/a": {}'), "a.ts");
  expect(found).toEqual([
    '"/survey/a": {}, | c has the address /survey/a, which is a\'s. Give it one of its own.',
  ]);
});

it("lint finds a dead end", async () => {
  const found = await foundAfter((text) => text.replace(/HasLawyer: \{.*/, "HasLawyer: {},"));
  expect(found).toContainEqual(
    expect.stringMatching(
      /^.*HasLawyer.* \| No transition leaves HasLawyer: a visit that gets there never ends\./,
    ),
  );
});

it("lint finds an unreachable state", async () => {
  const found = await foundAfter((text) =>
    text.replace(/( +)HasLawyer: \{/, '$1DateOfBirth: { on: { NEXT: "HasLawyer" } },\n$&'),
  );
  expect(found).toEqual([expect.stringMatching(/^DateOfBirth: .* \| Nothing leads to DateOfBirth\. /)]);
});

it("lint finds a target that does not exist, and continues with the other files", async () => {
  const found = await foundAfter((text) => text.replace('NEXT: "HasLawyer"', 'NEXT: "HasLawyr"'));
  expect(found).toEqual([
    expect.stringMatching(/HasLawyr.* \| .*'HasLawyr' does not exist.* Did you mean HasLawyer\?$/),
  ]);
});

/** Ways to break a chart; constructs.test.ts has what XState allows and surveys do not. */
it.each([
  [
    "a service whose failure leads nowhere",
    'NameAndEmail: { ...checksEmail, meta: { progress: 98 }, onDone: "PhoneAndZip" }',
    'NameAndEmail: { invoke: { id: "checkEmail", src: "checkEmail", onDone: "PhoneAndZip" } }',
    "When checkEmail fails, nobody leaves NameAndEmail: a visit waits there for ever.",
  ],
  [
    "a service whose answers may lead nowhere",
    'NameAndEmail: { ...checksEmail, meta: { progress: 98 }, onDone: "PhoneAndZip" }',
    'NameAndEmail: { invoke: { id: "checkEmail", src: "checkEmail", onError: "PhoneAndZip", onDone: { guard: "injured", target: "PhoneAndZip" } } }',
    "What checkEmail says may leave a visit in NameAndEmail for ever: every onDone has a guard.",
  ],
  [
    "an action that does not exist",
    'HasLawyer: { meta: { progress: 95 }, on: { NEXT: "IncidentDescription" } }',
    'HasLawyer: { entry: "clearDisqualifications", on: { NEXT: "IncidentDescription" } }',
    "There is no action clearDisqualifications. Did you mean clearDisqualification?",
  ],
  [
    "another survey's id",
    'id: "c"',
    'id: "d"',
    "The chart of c has the id d, under which another survey's visits",
  ],
  [
    "that answers are not heard",
    "...everySurvey,",
    "context: everySurvey.context,",
    "The chart of c hears no answer",
  ],
  [
    "a guard on an answer that nobody has given",
    'StartPath: { always: "WhenWasTheAccident" }',
    'StartPath: { always: [{ guard: "hasLawyer", target: "HasLawyer" }, { target: "WhenWasTheAccident" }] }',
    "No walk makes hasLawyer hold: it reads answers.with_Lawyer.",
  ],
  [
    "a circle of questions",
    'PoliceReportFiled: { meta: { progress: 80 }, on: { NEXT: "HasLawyer" } }',
    'PoliceReportFiled: { meta: { progress: 80 }, on: { NEXT: "TypeOfMedicalTreatment" } }',
    "A visit that comes to TypeOfMedicalTreatment and PoliceReportFiled goes round in a circle",
  ],
  [
    "a transition behind one without a guard",
    '{ guard: "notInjured", target: "PoliceReportFiled" }, { target',
    '{ target: "TypeOfMedicalTreatment" }, { guard: "notInjured", target: "PoliceReportFiled" }, { target',
    "WasUserInjured#NEXT#notInjured#PoliceReportFiled is never taken: one without a guard comes before it. Put it first",
  ],
  [
    "a question for the phone number that is skipped",
    'onDone: "PhoneAndZip" }',
    'onDone: "submitting" }',
    "Nothing leads to PhoneAndZip.",
  ],
  [
    "a lead that is never submitted",
    'onDone: "submitting" }',
    'onDone: "thankYou" }',
    "Nothing leads to submitting.",
  ],
  [
    "a name that tables take apart",
    'thankYou: { type: "final" },',
    'thankYou: { type: "final" }, "not, eligible": { type: "final" },',
    "The name “not, eligible” has signs that addresses, files and tables take apart.",
  ],
])("finds %s", async (_, from, to, sentence) => {
  const found = await foundAfter((text) => text.replace(from, to));
  expect(found.filter((each) => each.includes(sentence))).toHaveLength(1);
});

it("lint accepts a guard that gets its question from a function", async () => {
  const guarded = (value: string) =>
    `{ guard: { type: "injured", params: () => ("${value}") } as never, target: "PoliceReportFiled" }`;
  const found = await foundAfter((text) =>
    text.replace('{ guard: "notInjured", target: "PoliceReportFiled" }', `${guarded("a")}, ${guarded("b")}`),
  );
  expect(found).toEqual([]);
});
