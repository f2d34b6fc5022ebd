import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { graphOf } from "../../../machines/graph/graph.ts";
import { variants } from "../../../machines/registry.ts";
import { type Selection, selectionOf, sideAt } from "../../../tools/features/what-if/sides.ts";
import { usualRules } from "../../../tools/features/what-if/worlds.ts";
import { root } from "../../support/source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "what-if-selection-"));
afterAll(() => rmSync(folder, { recursive: true }));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));

const before = await sideAt(undefined, root, usualRules);
const every = [...variants.keys()];
let copies = 0;

type Edit = [file: string, text: string | RegExp, replacement: string];

/** The surveys that edits of `machines/` touch; each copy has its own folder, because modules are loaded once. */
async function selectedBy(edits: readonly Edit[], added: Record<string, string> = {}): Promise<Selection> {
  copies += 1;
  const machines = join(folder, String(copies), "machines");
  cpSync(join(root, "machines"), machines, { recursive: true });
  // Vite would look for the one that it extends.
  rmSync(join(machines, "tsconfig.json"));
  cpSync(join(root, "package.json"), join(folder, String(copies), "package.json"));
  for (const [file, text, replacement] of edits) {
    const code = readFileSync(join(machines, file), "utf8");
    const edited = code.replace(text, replacement);
    expect(edited, `${file}, edited`).not.toBe(code);
    writeFileSync(join(machines, file), edited);
  }
  for (const [file, text] of Object.entries(added)) writeFileSync(join(machines, file), text);
  return selectionOf({ before, after: await sideAt(undefined, join(folder, String(copies)), usualRules) });
}

const surveysWith = (isMeant: (graph: ReturnType<typeof graphOf>) => boolean) =>
  every.filter((code) => isMeant(graphOf(variants.get(code)!)));

describe("the surveys that what-if replays without being told which", () => {
  it("are none for edits of comments and of the words that a question is asked in", async () => {
    const { touched, untouched } = await selectedBy([
      ["guards.ts", /^/, "/* A comment. */\n"],
      ["steps/description.ts", /"DUIIncidentDescription"/, '"ticketDescription"'],
    ]);
    expect([touched, untouched]).toEqual([[], every]);
  });

  it("are those whose chart, or whose question's record, was edited", async () => {
    const { touched, untouched } = await selectedBy([
      ["variants/c.ts", 'WasUserInjured" } },', 'PoliceReportFiled" } },'],
      ["steps/alcohol.ts", "records: {", 'records: { missed_work: "no", '],
    ]);
    expect(touched).toEqual(["c", "dui"]);
    expect(untouched).toEqual(every.filter((code) => !touched.includes(code)));
  });

  it.each<[what: string, edit: Edit, touched: string[]]>([
    [
      "a limit that a guard asks",
      ["rules/limits.ts", /(WILLING_TO_TREAT_DAYS.* = )\d+/, "$1400"],
      surveysWith(({ edges }) => edges.some(({ guards }) => guards.includes("mayStillTreat"))),
    ],
    [
      "an action that another one starts",
      ["survey.ts", /(reportLead: )\w+/, "$1() => {}"],
      surveysWith(({ nodes, edges }) =>
        [...nodes.flatMap(({ entry }) => entry), ...edges.flatMap(({ actions }) => actions)].includes(
          "countLead",
        ),
      ),
    ],
    [
      "what a service is sent",
      ["parts/v4nv.ts", 'text: context.answers.case_description ?? ""', 'text: ""'],
      surveysWith(({ nodes }) =>
        nodes.some(({ invokes }) => invokes.some(({ src }) => src === "readDescription")),
      ),
    ],
    ["the context of every chart", ["context/context.ts", /(cleared: )false/, "$1true"], every],
    ["code that makes leads", ["lead/derive.ts", "return {", "return { unused: 1,"], every],
    ["another survey at an address", ["variants/c.ts", '"/survey/v3": {},', ""], every],
    [
      "code that names do not lead through",
      ["context/calls.ts", "\n", '\nexport * from "../rules/answers.ts";\n'],
      every,
    ],
    [
      "a name that is another one elsewhere",
      ["context/calls.ts", "\n", "\nconst a = 1;\nexport { a as b };\n"],
      every,
    ],
    [
      "a function without a name elsewhere",
      ["context/calls.ts", "\n", "\nexport default function a() {}\n"],
      every,
    ],
  ])("%s", async (_, edit, touched) => {
    const selection = await selectedBy([edit]);
    expect(selection.touched).toEqual(touched);
    expect(selection.untouched).toEqual(every.filter((code) => !touched.includes(code)));
  });

  it("a new survey is named and affects no other", async () => {
    const c = readFileSync(join(root, "machines/variants/c.ts"), "utf8");
    const winter = c
      .replaceAll('"c"', '"winter"')
      .replace("const c =", "const winter =")
      .replace(/entries: \{\n[\s\S]*?\n {2}\},/, 'entries: { "/survey/winter": {} },');
    const index: Edit = [
      "variants/index.ts",
      "export { c }",
      'export { winter } from "./winter.ts";\nexport { c }',
    ];
    const selection = await selectedBy([index], { "variants/winter.ts": winter });
    expect(selection).toEqual({ touched: [], untouched: every, added: ["winter"], removed: [] });
  });

  it("a removed survey is named, and affects every other: an experiment may have shown it at that address", async () => {
    const without: Edit = ["variants/index.ts", "export { ticket }", "// export { ticket }"];
    const { touched, removed } = await selectedBy([without]);
    expect(removed).toEqual(["ticket"]);
    expect(touched).toEqual(every.filter((code) => code !== "ticket"));
  });
});
