import { writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { answersC } from "../../support/answers.ts";
import { siteForTests, siteProcessForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { consentOn } from "../../support/one-to-one.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, storedLeads } from "../../support/store-reader.ts";
import { FormVisitor, JsonVisitor, lookIn } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";
import { ownerOf } from "./owner.ts";

const { path, remove } = destinationsIn(`delivery: { poll-ms: 100 }
experiments:
  salt: a salt of the tests
  list:
    - id: headline
      about: Crash brings more than accident.
      paths: [/survey/c, /survey/es]
      metric: leads
      control: plain
      arms: [{ name: plain, weight: 1 }, { name: other, weight: 1, words: crash }]
`);
afterAll(remove);
const shared = { stubs: false, CLAIMPATH_FILE: path, SESSION_SECRETS: "s".repeat(32) };
const site = siteForTests(shared);
const other = siteProcessForTests(() => ({ ...shared, DATABASE_URL: site.databaseUrl }));
const command = (line: string) =>
  runCommand(line, {
    CLAIMPATH_FILE: path,
    DATABASE_URL: site.databaseUrl,
    SESSION_SECRETS: shared.SESSION_SECRETS,
  });

const { open, get, post, newest, look, change } = ownerOf(site, other);
const question = (step: string, scope = "set=crash", language = "en") =>
  `/console/words/${language}/${step}?${scope}`;
const experiment = "/console/experiments/headline";
const begin = { seen: "0", intent: "begin", share: "100", reason: "as planned" };

const shipped = "When did the accident happen?";
const crash = "When did the crash happen?";
const headingIn = ({ screen }: FormVisitor) => (screen.html.includes(crash) ? crash : shipped);
/** New browsers, one in each arm. */
async function oneInEachArm(url = site.url) {
  const found = new Map<string, FormVisitor>();
  for (let tries = 0; tries < 60 && found.size < 2; tries++) {
    const visitor = new FormVisitor(url);
    await visitor.open("/survey/c");
    found.set(headingIn(visitor), visitor);
  }
  return { plain: found.get(shipped)!, inArm: found.get(crash)! };
}
/** The same browser at another process. */
function elsewhere({ cookies, screen }: FormVisitor, url: string): FormVisitor {
  const visitor = new FormVisitor(url);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  visitor.screen = screen;
  return visitor;
}
type Body = { text: string; button: string; ownWords?: number; setOfWords?: string };
const newestConsent = (): Body =>
  JSON.parse(
    query<{ body: string }>(site.databaseFile, "select body from consents order by at desc limit 1")[0]!.body,
  );

describe("an experiment whose arm's set of words is not there", () => {
  it("is not begun, and says so in the log, to doctor and in the console", async () => {
    const words =
      /Arm other of experiment headline has no words of its own: the set crash says nothing else on/;
    const refused = await post(experiment, begin);
    expect([refused.status, words.test(refused.text)]).toEqual([422, true]);
    for (const page of [experiment, "/console/experiments", "/console/words"])
      expect(await get(page), page).toMatch(words);
    expect((await command("doctor")).stdout).toMatch(words);
    for (const each of [site, other]) await waitFor("the log", () => each.output().includes("words.missing"));
    // The nearest that is there.
    await change(question("WhenWasTheAccident", "set=crush"), { heading: "When?" });
    expect(await get(experiment)).toContain("did you mean crush?");
    await change(question("WhenWasTheAccident", "set=crush"), {}, { intent: "reset" });
  });

  it("has a set written under a name that addresses can have", async () => {
    const shown = await open(question("WhenWasTheAccident", "set=Two+words"));
    expect([shown.status, shown.text.includes("must be small letters, digits and hyphens")]).toEqual([
      422,
      true,
    ]);
    expect((await look(question("WhenWasTheAccident", "set=Two+words"), { heading: "When?" })).status).toBe(
      404,
    );
  });
});

describe("an arm's set of words", () => {
  it("is shown before and after on the screens that it changes", async () => {
    const shown = await look(question("WhenWasTheAccident"), { heading: crash });
    const [before, after] = [...shown.text.matchAll(/<iframe src="([^"]+)"/g)].map(([, src]) =>
      src!.replaceAll("&amp;", "&"),
    );
    expect([await get(before!), await get(after!)]).toEqual([
      expect.stringContaining(shipped),
      expect.stringContaining(crash),
    ]);
    expect((await get(after!)).includes(shipped)).toBe(false);
  });

  it("is said by both processes to who is in the arm, on every way, and to nobody else", async () => {
    // But for the seals, which have the number of the newest change.
    const page = async () => (await send(site.url, "/survey/c")).text.replaceAll(/"seal":"[^"]*"/g, "");
    const first = await page();
    await change(question("WhenWasTheAccident"), { heading: crash, "options.Within 30 Days": "In a month" });
    expect(await page()).toBe(first);
    expect(await get(experiment)).toContain("On /survey/es the set crash says nothing else.");

    const shown = await post(experiment, begin);
    expect((await post(experiment, lookIn(shown.text))).status).toBe(303);
    const since = () =>
      query<{ since: number }>(site.databaseFile, "select since from experiment_changes")[0]!.since;
    await waitFor("the experiment to begin", () => Date.now() > since());
    const { plain, inArm } = await oneInEachArm();
    expect(plain.screen.html).not.toContain("In a month");
    expect(inArm.screen.html).toContain("In a month");
    expect(inArm.screen.html).not.toMatch(/experiment|"arm"/);

    // Answered at the other process, and read again there.
    const moved = elsewhere(inArm, other.url);
    await moved.post(answersC.WhenWasTheAccident!);
    expect((await moved.open("/survey/c?step=WhenWasTheAccident")).html).toContain(crash);
    const island = new JsonVisitor(other.url);
    for (const [name, value] of (await oneInEachArm()).inArm.cookies) island.cookie = `${name}=${value}`;
    expect((await send(other.url, "/survey/c.data", { headers: { Cookie: island.cookie } })).text).toContain(
      crash,
    );
    await elsewhere(plain, other.url).post(answersC.WhenWasTheAccident!);
    expect((await plain.open("/survey/c?step=WhenWasTheAccident")).html).toContain(shipped);
    // Words for one survey go over a set's for all, and everybody's words do not reach what a set says.
    await change(question("WhenWasTheAccident", "survey=c"), { heading: "When was it?" });
    expect((await moved.open("/survey/c?step=WhenWasTheAccident")).html).toContain(crash);
    expect((await plain.open("/survey/c?step=WhenWasTheAccident")).html).toContain("When was it?");
    await change(question("WhenWasTheAccident", "survey=c"), {}, { intent: "reset" });
  });

  it("is in the consent that was read, which is shown again after a change of its button", async () => {
    const { inArm } = await oneInEachArm(other.url);
    for (const step of Object.keys(answersC).slice(0, -1)) await inArm.post(answersC[step]!);
    const last = Object.keys(answersC).at(-1)!;
    const leads = storedLeads(site.databaseFile).length;
    await change(question(last), { submit: "Find my crash lawyer" });
    const again = await inArm.post(answersC[last]!);
    expect(again).toMatchObject({ status: 422, step: last });
    expect(consentOn(again)).toMatch(/^By pressing “Find my crash lawyer”/);
    expect(storedLeads(site.databaseFile)).toHaveLength(leads);
    const read = consentOn(inArm.screen);
    expect((await inArm.post(answersC[last]!)).url).toContain("thank-you");
    expect(newestConsent()).toMatchObject({
      text: read,
      button: "Find my crash lawyer",
      ownWords: newest(),
      setOfWords: "crash",
    });
    const { id } = storedLeads(site.databaseFile).at(-1)! as unknown as { id: string };
    expect(await get(`/console/leads/${id}`)).toContain(crash);

    const { plain } = await oneInEachArm();
    for (const answer of Object.values(answersC)) await plain.post(answer);
    expect(newestConsent().button).not.toContain("crash");
    expect(newestConsent()).not.toHaveProperty("setOfWords");
  });

  it("is not taken from an arm that says it, by a form, a file or an undo", async () => {
    const words = /Then arm other of experiment headline has no words of its own/;
    const last = Object.keys(answersC).at(-1)!;
    await change(question(last), {}, { intent: "reset" });
    const before = newest();
    const form = await look(question("WhenWasTheAccident"), {}, { intent: "reset" });
    expect([form.status, words.test(form.text)]).toEqual([422, true]);
    writeFileSync(`${path}.words`, "");
    const file = await command(`words apply ${path}.words --why none`);
    expect([file.status, words.test(file.stderr)]).toEqual([1, true]);
    const [{ number }] = query<{ number: number }>(
      site.databaseFile,
      "select max(number) as number from own_words where survey = 'set crash' and step = 'WhenWasTheAccident'",
    ) as [{ number: number }];
    const undo = await post("/console/words", {
      intent: "undo",
      change: String(number),
      reason: "as before",
    });
    expect([undo.status, words.test(undo.text)]).toEqual([422, true]);
    expect(newest()).toBe(before);
    expect((await command("words show")).stdout).toContain("    sets:\n      crash:\n        heading: ");
  });
});
