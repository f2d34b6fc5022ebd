import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStubs } from "../stubs/run.ts";
import { answersC } from "../support/answers.ts";
import { environmentOf } from "../support/files.ts";
import { addVariant, copyOfTree } from "../support/more-variants.ts";
import { dataKey } from "../support/sealed.ts";
import { FormVisitor, JsonVisitor } from "../support/visitors.ts";

/**
 * A site as `npm run dev` serves it, from a copy of the sources, with a survey in which a state calls two services by
 * ids of its own.
 */
const tree = copyOfTree();
const file = "machines/variants/two-services.ts";
let written = "";
let site: ChildProcess;
let url = "";
let stubs: Awaited<ReturnType<typeof startStubs>>;
const slow = 120_000;

beforeAll(async () => {
  addVariant(tree, "c", "two-services");
  const copied = readFileSync(join(tree, file), "utf8");
  written = copied.replace(
    'NEXT: "IncidentDescription" } },',
    `NEXT: "Both" } },
      Both: {
        invoke: [
          { id: "where", src: "lookUpZip", input: () => ({ zip: "90210" }), onDone: {}, onError: {} },
          { id: "sense", src: "checkGibberish", input: () => ({ text: "A truck" }), onDone: "IncidentDescription", onError: "NameAndEmail" },
        ],
      },`,
  );
  writeFileSync(join(tree, file), written);
  stubs = await startStubs({ ports: "any" });
  const start = 'import("./app/server/developing/develop.ts").then(({ develop }) => develop())';
  site = spawn(process.execPath, ["--input-type=module", "--eval", start], {
    cwd: tree,
    env: {
      ...process.env,
      ...environmentOf(stubs.env),
      NODE_ENV: "development",
      VITEST: "",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_KEYS: dataKey,
      DATABASE_URL: `file:${join(tree, "claimpath.db")}`,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  url = await new Promise((found) => {
    let output = "";
    site.stdout!.on("data", (chunk: Buffer) => {
      output += chunk;
      const ready = /Claimpath is ready: (https?:\/\/[^/]+)/.exec(output);
      if (ready) found(ready[1]!);
    });
  });
}, slow);
afterAll(async () => {
  site?.kill("SIGKILL");
  await stubs?.stop();
  rmSync(tree, { recursive: true, force: true });
});

const answers = Object.entries(answersC).slice(0, -3);
const asked = () => [stubs.zipLookup.requests.length, stubs.gibberish.requests.length];

describe.each([
  ["answers", "ok", "IncidentDescription"],
  ["fails", "5xx", "NameAndEmail"],
] as const)("two services of one state, of which the last %s", (_what, fault, next) => {
  it.each(["forms", "JSON"])(
    "behave as in XState, by %s",
    async (how) => {
      stubs.gibberish.fault = fault;
      const before = asked();
      if (how === "forms") {
        const visitor = new FormVisitor(url);
        let { step } = await visitor.open("/survey/two-services");
        for (const [, fields] of answers) ({ step } = await visitor.post(fields));
        expect(step).toBe(next);
      } else {
        const visitor = await new JsonVisitor(url, "/survey/two-services").open();
        const entries = answers.map(([step, fields]) => ({ answer: { step, fields } }));
        const { status, text } = await visitor.progress(entries);
        expect(status, text).toBe(200);
        // The outcomes for the browser's chart, in the order of its services.
        const outcomes = [{ call: "lookUpZip" }, { call: "checkGibberish" }];
        expect(JSON.parse(text)).toMatchObject({ step: next, outcomes });
      }
      expect(asked().map((count, at) => count - before[at]!)).toEqual([1, 1]);
    },
    slow,
  );
});

it(
  "shows on the page what is wrong with a saved chart, where, and the remedy; a visitor continues once it is fixed",
  async () => {
    const visitor = new FormVisitor(url);
    await visitor.open("/survey/two-services");
    for (const [, fields] of answers.slice(0, 3)) await visitor.post(fields);
    expect(visitor.screen.step).toBe("WasUserInjured");
    const page = visitor.screen;
    const line = written.split("\n").findIndex((each) => each.includes('guard: "notInjured"')) + 1;

    writeFileSync(join(tree, file), written.replace("notInjured", "notInjred"));
    await expect
      .poll(async () => (await fetch(`${url}/survey/two-services`)).text(), { timeout: slow })
      .toContain("There is no guard notInjred.");
    visitor.screen = page;
    const { status, html } = await visitor.post(answersC.WasUserInjured!);
    expect(status).toBe(500);
    expect(html).toContain("<strong>There is no guard notInjred.</strong>");
    expect(html).toContain(`<code>${file}:${line}</code>`);
    expect(html).toContain("<p>Did you mean notInjured?</p>");

    writeFileSync(join(tree, file), written);
    await expect
      .poll(async () => (await fetch(`${url}/survey/two-services`)).status, { timeout: slow })
      .toBe(200);
    visitor.screen = page;
    expect((await visitor.post(answersC.WasUserInjured!)).step).toBe("TypeOfMedicalTreatment");
  },
  slow,
);
