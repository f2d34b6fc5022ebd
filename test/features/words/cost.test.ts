import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { askedIn } from "../../../services/features/words/own-words.ts";
import { siteProcessForTests } from "../../support/during.ts";
import { processorMs } from "../../support/processes.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { JsonVisitor, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

/** Neighbours only add, so the second cheapest of all rounds is what counts. */
const rounds = 6;
/** Of one round, each some ten ticks of the processor's clock. */
const work: Record<string, (url: string) => Promise<unknown>> = {
  "first views": async (url) => {
    for (let time = 0; time < 200; time++) await send(url, "/survey/c");
  },
  "visits by forms": async (url) => {
    for (let time = 0; time < 4; time++) await walkForms(url, "/survey/c");
  },
  "visits by script": async (url) => {
    for (let time = 0; time < 6; time++) {
      const visitor = await new JsonVisitor(url).open();
      expect((await visitor.finish()).status).toBe(200);
    }
  },
};

const settings = { stubs: false, SESSION_SECRETS: "s".repeat(32), "limits.posts-per-address": "1000000" };
const shipped = siteProcessForTests(settings);
const own = siteProcessForTests(settings);

/** Every heading is another one, and what is on every screen, too. */
const words = {
  en: {
    ...Object.fromEntries(
      [...askedIn("en").keys()].map((step, index) => [step, { heading: `Question ${index}?` }]),
    ),
    screens: { back: "One back", continue: "Go on", errors: { choose: "Pick one of these." } },
  },
};

it("words of the owner's cost a visit nothing", async () => {
  const file = join(dirname(own.databaseFile), "words.yaml");
  writeFileSync(file, stringify(words));
  const applied = await runCommand(`words apply ${file} --why cost`, {
    DATABASE_URL: own.databaseUrl,
    SESSION_SECRETS: settings.SESSION_SECRETS,
  });
  expect(applied.stderr).toBe("");
  await waitFor("the words", () => own.output().includes("words.taken_up"));
  expect((await send(own.url, "/survey/c")).text).toContain("Question ");

  const found: Record<string, [own: number[], shipped: number[]]> = {};
  for (let round = 0; round <= rounds; round++)
    for (const [name, visit] of Object.entries(work))
      for (const site of round % 2 ? [own, shipped] : [shipped, own]) {
        const before = processorMs(site.pid());
        await visit(site.url);
        // The first round is Node's, which compiles what it runs.
        if (round === 0) continue;
        found[name] ??= [[], []];
        found[name][site === own ? 0 : 1].push(processorMs(site.pid()) - before);
      }
  const ratios = Object.entries(found).map(([name, sides]): [string, number] => {
    const [ours = 1, theirs = 1] = sides.map((times) => times.toSorted((a, b) => a - b)[1]);
    return [name, ours / theirs];
  });
  process.stdout.write(
    `Owner's words / shipped: ${ratios.map(([name, ratio]) => `${name} ${ratio.toFixed(2)}`).join(", ")}\n`,
  );
  for (const [name, ratio] of ratios) expect(ratio, name).toBeLessThan(1.4);
});
