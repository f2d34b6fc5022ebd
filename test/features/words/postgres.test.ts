import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { answersC } from "../../support/answers.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { postgres } from "../../support/databases.ts";
import { siteOnDatabase } from "../../support/during.ts";
import { runCommand } from "../../support/run-command.ts";
import { dataKey } from "../../support/sealed.ts";
import { send } from "../../support/send.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { FormVisitor, lookIn } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-words-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [settingsFile, wordsFile] = [join(folder, "claimpath.yaml"), join(folder, "words.yaml")];
writeFileSync(
  settingsFile,
  `experiments:
  salt: a salt of the tests
  list:
    - id: headline
      about: Crash brings more than accident.
      paths: [/survey/c]
      metric: leads
      control: plain
      arms: [{ name: plain, weight: 1 }, { name: other, weight: 1, words: crash }]
`,
);
writeFileSync(
  wordsFile,
  `en:
  WhenWasTheAccident: { heading: When was it?, sets: { crash: { heading: When did the crash happen? } } }
  home-page: { lead: Ask us after a wreck. }
`,
);
const shared = { CLAIMPATH_FILE: settingsFile, DATA_KEYS: dataKey, SESSION_SECRETS: "s".repeat(32) };
const { site } = siteOnDatabase(postgres.start, () => ({
  ...shared,
  stubs: false,
  CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
}));

it("words of the owner's, and an arm's set, are said, kept and undone on PostgreSQL with keys, too", async () => {
  const command = (line: string) => runCommand(line, { ...shared, DATABASE_URL: site.databaseUrl });
  const applied = await command(`words apply ${wordsFile} --why better`);
  expect([applied.status, applied.stderr]).toEqual([0, ""]);
  await waitFor("the words", () => site.output().includes('"outcome":"own-words","count":1'));
  expect((await send(site.url, "/")).text).toContain("Ask us after a wreck.");

  const ana = addPerson({ databaseUrl: `file:${folder}/none.db` }, "ana", "leads");
  const headers = { Cookie: await signedInCookie(site, ana) };
  const press = async (page: string, form: Record<string, string>) => {
    const shown = await send(site.url, page, { form, headers });
    expect(shown.status, shown.text).toBe(200);
    expect((await send(site.url, page, { form: lookIn(shown.text), headers })).status).toBe(303);
  };
  await press("/console/experiments/headline", {
    seen: "0",
    intent: "begin",
    share: "100",
    reason: "planned",
  });
  const [{ since }] = (await sqlOn<{ since: string }>(
    site.databaseUrl,
    "select since from experiment_changes",
  )) as [{ since: string }];
  await waitFor("the experiment to begin", () => Date.now() > Number(since));

  const visitor = new FormVisitor(site.url);
  for (let tries = 0; tries < 60 && !visitor.screen?.html.includes("When did the crash happen?"); tries++) {
    visitor.cookies.clear();
    await visitor.open("/survey/c");
  }
  for (const answer of Object.values(answersC)) await visitor.post(answer);
  expect(visitor.screen.url).toContain("thank-you");
  const [lead] = await sqlOn<{ id: string }>(site.databaseUrl, "select id from leads");
  const page = await send(site.url, `/console/leads/${lead!.id}`, { headers });
  expect(page.text).toContain("When did the crash happen?");
  expect((await command(`consent show ${lead!.id}`)).stdout).toMatch(/setOfWords"?: "?crash/);

  expect((await command("words show")).stdout).toContain("When did the crash happen?");
  await press("/console/words/en/home-page", {
    intent: "save",
    seen: "1",
    reason: "shorter",
    "text lead": "Ask us after a crash.",
  });
  await waitFor("the words", () => site.output().includes('"outcome":"own-words","count":2'));
  expect((await send(site.url, "/")).text).toContain("Ask us after a crash.");
  await press("/console/words", { intent: "undo", change: "2", reason: "as before" });
  await waitFor("the words", () => site.output().includes('"outcome":"own-words","count":3'));
  expect((await send(site.url, "/")).text).toContain("Ask us after a wreck.");
});
