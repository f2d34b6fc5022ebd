import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Document } from "yaml";
import { partsOfSite, textsOfPart } from "../../../services/features/words/parts.ts";
import { languages } from "../../../services/words/languages.ts";
import { runCommand } from "../../support/run-command.ts";
import { query } from "../../support/store-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-own-words-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "words.yaml");
const store = join(folder, "store.db");
const command = (line: string) =>
  runCommand(line, { DATABASE_URL: `file:${store}`, CLAIMPATH_OPERATOR: "ana" });
const inForce = async () => (await command("words show")).stdout;
const changes = () => query<{ number: number }>(store, "select * from own_words");

/** A question's words as a file has them. */
const en = (step: string, ...lines: string[]) =>
  ["en:", `  ${step}:`, ...lines.map((line) => `    ${line}`)].join("\n");
const fault = (lines: string) => en("AtFault", lines);
const around = en;
const crash = "Was the crash your fault?";

it.each<[file: string, line: number, column: number, words: string]>([
  ["{", 1, 2, "this is not YAML"],
  ["en: [", 1, 6, "this is not YAML"],
  ["- a", 1, 1, "the file must have languages below it"],
  ["words", 1, 1, "the file must have languages below it"],
  ["en:\n  AtFault: {heading: a}\nen: {}", 3, 1, "this is there twice"],
  ["fr: {}", 1, 1, "fr is no language of the surveys: en, es"],
  ["En: {}", 1, 1, "En is no language of the surveys: en, es; did you mean en?"],
  ["en: AtFault", 1, 1, "en must have questions below it"],
  ["en:", 1, 1, "en must have questions below it"],
  ["en: [AtFault]", 1, 1, "en must have questions below it"],
  [
    "en:\n  AtFalt: {heading: a}",
    2,
    3,
    "en.AtFalt is a question of no survey in this language; did you mean AtFault?",
  ],
  ["es:\n  SelectState: {heading: a}", 2, 3, "es.SelectState is a question of no survey in this language"],
  ["en:\n  __proto__: {heading: a}", 2, 3, "en.__proto__ is a question of no survey in this language"],
  [en("AtFault"), 2, 3, "en.AtFault must have texts below it"],
  ["en:\n  AtFault: Whose fault?", 2, 3, "en.AtFault must have texts below it"],
  [fault("headin: a"), 3, 5, "en.AtFault.headin is not known here; did you mean heading?"],
  [fault("subheading: a"), 3, 5, "en.AtFault.subheading is not known here; did you mean subHeading?"],
  [fault("submit: Go on"), 3, 5, "en.AtFault.submit is not known here"],
  [fault("consent: I agree to all."), 3, 5, "en.AtFault.consent is not known here"],
  [en("PhoneAndZip", "consent: I agree."), 3, 5, "en.PhoneAndZip.consent is not known here"],
  [
    en("PhoneAndBuyersConsent", "buyers: all firms"),
    3,
    5,
    "en.PhoneAndBuyersConsent.buyers is not known here",
  ],
  [fault("heading: 5"), 3, 5, "en.AtFault.heading must be a text, in quotes if need be"],
  [fault("heading: true"), 3, 5, "en.AtFault.heading must be a text, in quotes if need be"],
  [fault("heading: [a, b]"), 3, 5, "en.AtFault.heading must be a text, in quotes if need be"],
  [
    fault("heading:"),
    3,
    5,
    "en.AtFault.heading is empty; leave it out to keep the words as they are shipped",
  ],
  [fault('heading: "  "'), 3, 5, "en.AtFault.heading is empty"],
  [fault('heading: "Your fault? "'), 3, 5, "en.AtFault.heading has spaces at an end, or two together"],
  [
    fault('heading: "Your\\nfault?"'),
    3,
    5,
    "en.AtFault.heading has a line break or another character that is not seen",
  ],
  [fault('heading: "Your \\u202efault?"'), 3, 5, "en.AtFault.heading has a line break or another character"],
  [
    fault("heading: Your <i>fault</i>?"),
    3,
    5,
    "en.AtFault.heading has markup, which visitors would read as it is written",
  ],
  [fault("heading: Yours &amp; theirs?"), 3, 5, "en.AtFault.heading has markup"],
  [
    fault('heading: "Your fault, {firstName}?"'),
    3,
    5,
    "en.AtFault.heading has {firstName}, for which the shipped words have nothing to put in",
  ],
  [fault('heading: "Your fault, {?"'), 3, 5, "en.AtFault.heading has {?, for which the shipped words"],
  [
    fault(`heading: ${"Is it so? ".repeat(13).trim()}`),
    3,
    5,
    "en.AtFault.heading has 129 characters, and a heading has room for 120",
  ],
  [
    fault(`options: { no: ${"not mine at all ".repeat(4).trim()} }`),
    3,
    16,
    "en.AtFault.options.no has 63 characters, and an answer has room for 50",
  ],
  [
    fault(`options: { no: ${"n".repeat(25)} }`),
    3,
    16,
    "en.AtFault.options.no has a word of 25 characters, and a phone’s line has room for 24",
  ],
  [
    en("PhoneAndZip", "submit: Send all of my answers to a law firm"),
    3,
    5,
    "en.PhoneAndZip.submit has 36 characters, and a button has room for 30",
  ],
  [
    en("PhoneAndZip", "submit: Press “Send”"),
    3,
    5,
    "en.PhoneAndZip.submit has quotation marks, and a consent quotes its button",
  ],
  [fault("options: { maybe: Maybe }"), 3, 16, "en.AtFault.options.maybe is not known here"],
  [
    fault("options: { parttially: In part }"),
    3,
    16,
    "en.AtFault.options.parttially is not known here; did you mean partially?",
  ],
  [fault("options: Not mine"), 3, 5, "en.AtFault.options must have texts below it"],
  [fault("options: { no: Yes }"), 3, 16, "en.AtFault.options.no says the same as options.yes"],
  [
    en("PhoneAndZip", "fields: { phon: { label: Number } }"),
    3,
    15,
    "en.PhoneAndZip.fields.phon is not known here; did you mean phone?",
  ],
  [
    en("PhoneAndZip", "fields: { phone: { lable: Number } }"),
    3,
    24,
    "en.PhoneAndZip.fields.phone.lable is not known here; did you mean label?",
  ],
  [
    fault("subHeading: We guarantee a settlement."),
    3,
    5,
    "en.AtFault.subHeading says “guarantee”, which promises what nobody can",
  ],
  [
    "es:\n  WhenWasTheAccident:\n    heading: Le garantizamos el máximo.",
    3,
    5,
    "es.WhenWasTheAccident.heading says “garantiz”, which promises what nobody can",
  ],
  [fault("surveys: [c]"), 3, 5, "en.AtFault.surveys must have codes of surveys below it"],
  [
    fault("surveys: { progress-bra: { heading: a } }"),
    3,
    16,
    "en.AtFault.surveys.progress-bra is no survey that asks this in this language; did you mean progress-bar?",
  ],
  [
    fault("surveys: { ticket: { heading: a } }"),
    3,
    16,
    "en.AtFault.surveys.ticket is no survey that asks this in this language",
  ],
  [
    fault("surveys: { c: { options: { nope: a } } }"),
    3,
    32,
    "en.AtFault.surveys.c.options.nope is not known here",
  ],
  // What is said around questions.
  ["en:\n  remark: {}", 2, 3, "en.remark is a question of no survey in this language; did you mean remarks?"],
  ["en:\n  remarks: Thanks", 2, 3, "en.remarks must have texts below it"],
  [around("remarks", "surveys: { c: { police_report: a } }"), 3, 5, "en.remarks.surveys is not known here"],
  [
    around("remarks", "police_report: { yes: Good. }"),
    3,
    22,
    "en.remarks.police_report.yes is not known here",
  ],
  [
    around("thank-you", "next: { steps: { 2: We look at them., 5: And more. } }"),
    3,
    43,
    "en.thank-you.next.steps.5 is not known here",
  ],
  // These are the law's, a consent's or another file's.
  [
    around("thank-you", "nobody: { noPromise: A firm will take it. }"),
    3,
    15,
    "en.thank-you.nobody.noPromise is not known here",
  ],
  [
    around("thank-you", "guides: { cards: { 1: { url: https://example.com } } }"),
    3,
    29,
    "en.thank-you.guides.cards.1.url is not known here",
  ],
  [around("meter", "disclaimer: An offer."), 3, 5, "en.meter.disclaimer is not known here"],
  [around("letters", "receipt: { agreed: Hello }"), 3, 16, "en.letters.receipt.agreed is not known here"],
  [
    around("notices", "notices: { consentReworded: Press. }"),
    3,
    16,
    "en.notices.notices.consentReworded is not known here",
  ],
  [around("notices", "honeypot: Type here"), 3, 5, "en.notices.honeypot is not known here"],
  [around("next-steps", "named: { bar: Bar }"), 3, 5, "en.next-steps.named is not known here"],
  [
    around("headers", "firstCall: A firm calls soon."),
    3,
    5,
    "en.headers.firstCall lacks {within}, which the shipped words have there",
  ],
  [
    around("headers", "landing: { dui: 'Call {siteName}.' }"),
    3,
    16,
    "en.headers.landing.dui has {siteName}, for which the shipped words have nothing to put in",
  ],
  [
    around("headers", "nameAndEmailCta: { v1: Find out what a law firm says now }"),
    3,
    24,
    "en.headers.nameAndEmailCta.v1 has 33 characters, and a button has room for 30",
  ],
  [
    around("letters", 'phoneCode: "Your {siteName} code is {code}, for {minutes} minutes."'),
    3,
    5,
    "en.letters.phoneCode has to begin with {code}, which phones offer to type from there",
  ],
  [
    around("thank-you", 'nobody: { title: "[[{unless within}Nobody?]][[Nobody after {within}?]]" }'),
    3,
    15,
    "en.thank-you.nobody.title is to have [[ {within} ]] [[ {unless within} ]] in this order, each once",
  ],
  [around("meter", "levels: { 1: Mid Value }"), 3, 15, "en.meter.levels.1 says the same as levels.3"],
  [
    around("thank-you", "title: We guarantee a call."),
    3,
    5,
    "en.thank-you.title says “guarantee”, which promises what nobody can",
  ],
  [around("thank-you", "title: Thank <b>you</b>"), 3, 5, "en.thank-you.title has markup"],
])(
  "the file %j is refused with line, column and a sentence, and changes nothing",
  async (text, line, column, words) => {
    writeFileSync(path, text);
    for (const what of ["check", "apply --why trial"]) {
      const { status, stdout, stderr } = await command(
        `words ${what.replace("check", `check ${path}`).replace("apply", `apply ${path}`)}`,
      );
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`${path} line ${line} column ${column}: ${words}`);
    }
    expect(changes()).toEqual([]);
  },
);

it("a file is taken up as all that differs, printed as it is, and taken back by an empty one", async () => {
  const file = [
    "en:",
    "  AtFault:",
    `    heading: ${crash}`,
    "    surveys:",
    "      c:",
    "        options:",
    "          no: Not at all",
    "",
  ].join("\n");
  writeFileSync(path, file);
  const checked = await command(`words check ${path}`);
  expect(checked).toEqual({
    status: 0,
    stdout: "en AtFault: heading\nen AtFault in c: options.no\n2 questions changed.\n",
    stderr: "",
  });
  expect(changes()).toEqual([]);
  expect((await command(`words apply ${path}`)).status).toBe(2);
  expect((await command(`words apply ${path} --why ana@example.com`)).status).toBe(0);
  expect(changes()).toEqual([
    expect.objectContaining({ number: 1, person: "ana", reason: "…@…", step: "AtFault", survey: "" }),
    expect.objectContaining({ number: 1, survey: "c" }),
  ]);
  expect(await inForce()).toBe(file);
  expect((await command(`words apply ${path} --why again`)).stdout).toBe(
    "It says what the site says already.\n",
  );
  // Words as they are shipped are no difference.
  writeFileSync(path, fault("heading: Was the accident your fault?"));
  expect((await command(`words apply ${path} --why shipped`)).stdout).toBe(
    "en AtFault: heading as shipped\nen AtFault in c: options.no as shipped\n2 questions changed.\nEach process of the site shows it within seconds.\n",
  );
  expect(await inForce()).toBe("# All words are as they are shipped.\n");
  // But where they are for one survey, over words for all.
  const both = en(
    "AtFault",
    `heading: ${crash}`,
    "surveys:",
    "  c:",
    "    heading: Was the accident your fault?",
    "",
  );
  writeFileSync(path, both);
  expect((await command(`words apply ${path} --why both`)).status).toBe(0);
  expect((await inForce()).trim()).toBe(both.trim());
  expect(await command("words check /nowhere/words.yaml")).toMatchObject({
    status: 1,
    stderr: "/nowhere/words.yaml cannot be read: ENOENT.\n",
  });
});

it.each(languages)(
  "all that is shipped around questions in %s is no change, and each of it can be other words",
  async (language) => {
    const all = [...partsOfSite.values()].flatMap((part) =>
      textsOfPart(part, language).map((text) => ({ name: part.name, ...text })),
    );
    const file = new Document({});
    const check = () =>
      runCommand(`words check ${path}`, { DATABASE_URL: `file:${join(folder, "other.db")}` });
    for (const { name, keys, text } of all) file.setIn([language, name, ...keys], text);
    writeFileSync(path, file.toString());
    expect(await check()).toEqual({
      status: 0,
      stdout: "It says what the site says already.\n",
      stderr: "",
    });
    // And each of them can be another one that is as long; a button that is shipped with two lines, one with one.
    for (const { name, keys, text, part } of all) {
      const other = text.replace(/(^|\})([^{]*?)[a-zA-Z]/, "$1$2q");
      file.setIn([language, name, ...keys], part === "button" ? other.slice(0, 30) : other);
    }
    writeFileSync(path, file.toString());
    const { stdout, stderr } = await check();
    expect(stderr).toBe("");
    for (const { keys } of all) expect(stdout).toMatch(new RegExp(`[ ,]${keys.join("\\.")}(,|\n)`));
    expect(stdout).toContain(`${partsOfSite.size} other parts changed.`);
  },
);
