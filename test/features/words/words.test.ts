import { describe, expect, it } from "vitest";
import { answersC } from "../../support/answers.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { siteForTests, siteProcessForTests } from "../../support/during.ts";
import { consentOn } from "../../support/one-to-one.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, sqlOn, storedLeads } from "../../support/store-reader.ts";
import { patiently } from "../../support/submissions.ts";
import { entriesC, FormVisitor, JsonVisitor, lookIn } from "../../support/visitors.ts";
import { ownerOf } from "./owner.ts";

const shared = { stubs: false, SESSION_SECRETS: "s".repeat(32), "delivery.poll-ms": "100" };
const site = siteForTests(shared);
const other = siteProcessForTests(() => ({ ...shared, DATABASE_URL: site.databaseUrl }));

const { open, get, post, look, change, undo } = ownerOf(site, other);
type Change = { number: number; person: string; reason: string; after: string | null; undoes: number | null };
const changes = () => query<Change>(site.databaseFile, "select * from own_words order by number, step");
const list = "/console/words";
const question = (step: string, language = "en") => `${list}/${language}/${step}`;
const textOf = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<style>.*?<\/style>|<[^>]*>/gs, " ")
    .replace(/\s+/g, " ");

describe("a question that is changed in the console", () => {
  const page = question("WhenWasTheAccident");

  it("is said in the new words by every process, on first views, answers and data, until it is undone", async () => {
    const first = async (url: string) => (await send(url, "/survey/c")).text;
    expect(await first(other.url)).toContain("When did the accident happen?");
    const underWay = new FormVisitor(other.url);
    await underWay.open("/survey/c");
    await underWay.post(answersC.WhenWasTheAccident!);

    await change(page, { heading: "When was the crash?", "options.Within 30 Days": "In the last month" });

    const [here, there] = [await first(site.url), await first(other.url)];
    for (const html of [here, there]) {
      expect(html).toContain("When was the crash?");
      expect(html).toContain("In the last month");
      expect(html).not.toContain("When did the accident happen?");
    }
    // The same bytes for everybody, from the memory of pages.
    expect(await first(site.url)).toBe(here);
    // A visit that has answered goes on, reads its own answer in the new words, and is recorded as it was.
    const again = await underWay.open("/survey/c?step=WhenWasTheAccident");
    expect(again.html).toContain("When was the crash?");
    await underWay.open("/survey/c");
    for (const [step, answer] of Object.entries(answersC).slice(1)) {
      expect(underWay.screen.step).toBe(step);
      await underWay.post(answer);
    }
    expect(underWay.screen.url).toContain("thank-you");
    expect(storedLeads(site.databaseFile).at(-1)!.record.when_was_the_accident ?? "").not.toContain("month");
    const data = await send(site.url, "/survey/c.data");
    expect(data.text).toContain("When was the crash?");
    expect(data.text).not.toContain("When did the accident happen?");

    const row = textOf(await get(list));
    expect(row).toMatch(/Change 1 by ana, .* shorter/);
    expect(row).toContain("“When did the accident happen?” became “When was the crash?”");
    expect(textOf(await get(page))).toContain("Otherwise it says “When did the accident happen?”");

    await undo(1);
    expect(await first(other.url)).toContain("When did the accident happen?");
    expect(changes().map(({ undoes }) => undoes)).toEqual([null, 1]);
    const twice = await post(list, { intent: "undo", change: "1", reason: "again" });
    expect([twice.status, textOf(twice.text)]).toEqual([
      422,
      expect.stringContaining("changed these words since"),
    ]);
    expect(
      query(
        site.databaseFile,
        "select operator, about, reason from readings where command like 'console words%'",
      ),
    ).toEqual([
      { operator: "ana", about: "en WhenWasTheAccident", reason: "shorter" },
      { operator: "ana", about: "en WhenWasTheAccident", reason: "as before" },
    ]);
  });

  it("is shown before and after on each screen that looks different, and only there", async () => {
    const shown = await look(page, { heading: "When did it happen?" });
    const frames = [...shown.text.matchAll(/<iframe src="([^"]+)"/g)].map(([, src]) =>
      src!.replaceAll("&amp;", "&"),
    );
    expect(frames.length).toBeGreaterThan(1);
    const [before, after] = [await get(frames[0]!), await get(frames[1]!)];
    expect([
      before.includes("When did the accident happen?"),
      before.includes("When did it happen?"),
    ]).toEqual([true, false]);
    expect([after.includes("When did the accident happen?"), after.includes("When did it happen?")]).toEqual([
      false,
      true,
    ]);
    const forged = frames[1]!.replace("When+did+it+happen%3F", "%3Cb%3E");
    expect((await open(forged)).status).toBe(404);
    // In one survey alone, there is one screen.
    const one = await look(`${page}?survey=a`, { heading: "When did it happen?" });
    expect([...one.text.matchAll(/<iframe/g)]).toHaveLength(2);
    expect(changes()).toHaveLength(2);
  });

  it("can have other words in one survey, over those of all", async () => {
    await change(page, { heading: "When was the crash?" });
    await change(`${page}?survey=b`, { heading: "When was your crash?" });
    expect((await send(other.url, "/survey/c")).text).toContain("When was the crash?");
    expect((await send(other.url, "/survey/b")).text).toContain("When was your crash?");
    // Also the shipped ones, over those of all.
    await change(`${page}?survey=b`, { heading: "When did the accident happen?" });
    expect((await send(other.url, "/survey/b")).text).toContain("When did the accident happen?");
    // What the survey does not say otherwise follows the words of all.
    await change(`${page}?survey=b`, {}, { intent: "reset" });
    expect((await send(other.url, "/survey/b")).text).toContain("When was the crash?");
    await change(page, {}, { intent: "reset" });
    expect((await send(site.url, "/survey/b")).text).toContain("When did the accident happen?");
  });

  it("keeps the words of a survey that is shipped with its own", async () => {
    await change(question("WasUserInjured"), { subHeading: "Any pain counts." });
    const [usual, own] = [
      await get("/graphs/c/words?step=WasUserInjured"),
      await get("/graphs/v4nv/words?step=WasUserInjured"),
    ];
    expect([usual.includes("Any pain counts."), own.includes("Any pain counts.")]).toEqual([true, false]);
    expect(own).toContain("choose the most serious one");
    await undo(changes().at(-1)!.number);
  });

  it.each<[place: string, text: string, words: RegExp]>([
    ["heading", "", /Write something here\. Otherwise it says: When did the accident happen\?/],
    ["heading", `When ${"very ".repeat(30)}late?`, /It has \d+ characters, and a heading has room for 120\./],
    ["heading", "When was <b>it</b>?", /It has markup, which visitors would read as it is written\./],
    [
      "heading",
      "When was the crash, {name}?",
      /It has \{name\}, for which the shipped words have nothing to put in\./,
    ],
    [
      "heading",
      "We guarantee you win. When was it?",
      /It says “guarantee”, which promises what nobody can\./,
    ],
    [
      "options.Within 30 Days",
      "W".repeat(30),
      /It has a word of 30 characters, and a phone’s line has room for \d+\./,
    ],
    ["options.Within 30 Days", "In the last week", /It says the same as Answer “Within 1 Week”\./],
  ])("is refused beside the field %s where it says %j", async (place, text, words) => {
    const before = changes();
    const refused = await look(page, { [place]: text });
    expect(refused.status).toBe(422);
    const id = `text-${place.replaceAll(/[^\w-]/g, "-")}-fault`;
    const beside = refused.text.slice(refused.text.indexOf(`id="${id}"`));
    expect(textOf(`<${beside.slice(0, beside.indexOf("</p>"))}`)).toMatch(words);
    expect(changes()).toEqual(before);
  });

  it("is refused where somebody has changed it since, where nobody says why, and to who only looks", async () => {
    const shown = await look(page, { heading: "When did it happen?" });
    await change(page, { heading: "When was the crash?" });
    const before = changes();
    const stale = await post(page, lookIn(shown.text));
    expect(stale.status).not.toBe(303);
    expect((await look(page, { heading: "When?" }, { reason: " " })).text).toContain("Say why");
    const masked = await signedInCookie(site, addPerson(site, "bo", "leads-masked"));
    const form = { intent: "save", "text heading": "When?", reason: "a", seen: "0" };
    expect((await send(site.url, page, { form, headers: { Cookie: masked } })).status).toBe(403);
    expect((await send(site.url, page, { headers: { Cookie: masked } })).text).not.toContain("<textarea");
    expect(changes()).toEqual(before);
    await undo(before.at(-1)!.number);
  });

  it("is found by a search for words, names and surveys, in both languages", async () => {
    expect(await get(`${list}?search=police`)).toContain("PoliceReportFiled");
    expect(await get(`${list}?search=police`)).not.toContain("WhenWasTheAccident,");
    expect(await get(`${list}?language=es&search=choque`)).toMatch(/accidente|choque/i);
    expect(await get(`${list}?search=nothing+like+it`)).toContain("Nothing has that in it.");
    expect((await open(question("Nowhere"))).status).toBe(404);
  });
});

describe("Spanish words", () => {
  it("are the owner's in Spanish alone", async () => {
    await change(question("WhenWasTheAccident", "es"), { heading: "¿Cuándo fue el choque?" });
    const inSpanish = await get("/graphs/v4nv-es/words?step=WhenWasTheAccident");
    expect(inSpanish).toContain("¿Cuándo fue el choque?");
    expect((await send(site.url, "/survey/c")).text).toContain("When did the accident happen?");
    await undo(changes().at(-1)!.number);
  });
});

describe("the button that a consent quotes", () => {
  const page = question("PhoneAndZip");
  const last = "PhoneAndZip";
  type Body = { text: string; button: string; ownWords?: number };
  const consents = () =>
    query<{ body: string }>(site.databaseFile, "select body from consents order by at").map(
      ({ body }): Body => JSON.parse(body),
    );

  it("is shown again in the new words before the consent counts, and what was shown is stored", async () => {
    const form = new FormVisitor(other.url);
    await form.open("/survey/c");
    for (const step of Object.keys(answersC).slice(0, -1)) await form.post(answersC[step]!);
    const shipped = consentOn(form.screen);
    expect(shipped).toMatch(/^By pressing “/);
    const island = await new JsonVisitor(other.url).open();
    await island.progress(entriesC());
    const leads = storedLeads(site.databaseFile).length;

    expect((await look(page, { submit: "Find my “firm”" })).text).toContain("a consent quotes its button");
    const shown = await look(page, { submit: "Find my law firm" });
    expect(textOf(shown.text)).toContain("is shown the new ones before anything is sent");
    await change(page, { submit: "Find my law firm" });

    const again = await form.post(answersC[last]!);
    expect(again).toMatchObject({ status: 422, step: last });
    expect(again.html).toContain("The text above the button has changed");
    expect(consentOn(again)).toMatch(/^By pressing “Find my law firm”/);
    expect(again.html).toContain(answersC[last]!.zip_code);
    const refused = await island.postLead();
    expect([refused.status, JSON.parse(refused.text).field]).toEqual([422, "shown"]);
    expect(storedLeads(site.databaseFile)).toHaveLength(leads);

    const read = consentOn(form.screen);
    expect((await form.post(answersC[last]!)).url).toContain("thank-you");
    await island.open("?step=PhoneAndZip");
    expect((await island.postLead()).status).toBe(200);
    const revision = changes().at(-1)!.number;
    expect(consents().slice(-2)).toEqual([
      expect.objectContaining({ text: read, button: "Find my law firm", ownWords: revision }),
      expect.objectContaining({ text: read, button: "Find my law firm", ownWords: revision }),
    ]);
    expect(storedLeads(site.databaseFile).at(-1)!.record.tcpa).toBe(read);
    // Sealed on the disk.
    expect(query(site.databaseFile, "select number from own_words")).not.toEqual([]);
    await undo(revision);
  });

  it("does not make a consent again that a heading was changed beside, and keeps no picture of other words", async () => {
    const form = new FormVisitor(other.url);
    await form.open("/survey/c");
    for (const step of Object.keys(answersC).slice(0, -1)) await form.post(answersC[step]!);
    await change(page, { heading: "How does a firm reach you?" });
    expect((await form.post(answersC[last]!)).url).toContain("thank-you");
    const [kept] = consents().slice(-1) as (Body & { screen: { none?: string } })[];
    expect(kept!.text).toMatch(/^By pressing “/);
    expect(kept!.screen.none ?? "").toContain("in other words");
    await undo(changes().at(-1)!.number);
  });
});

describe("claimpath words", () => {
  const command = (line: string) =>
    runCommand(line, { DATABASE_URL: site.databaseUrl, SESSION_SECRETS: shared.SESSION_SECRETS });

  it("shows what it has taken up, as the file that says it", async () => {
    expect((await command("words show")).stdout).toBe("# All words are as they are shipped.\n");
    await change(question("AtFault"), { heading: "Was it your fault?" });
    await change(`${question("AtFault")}?survey=f`, { "options.no": "Not at all" });
    const { stdout } = await command("words");
    expect(stdout).toBe(
      [
        "en:",
        "  AtFault:",
        "    heading: Was it your fault?",
        "    surveys:",
        "      f:",
        "        options:",
        "          no: Not at all",
        "",
      ].join("\n"),
    );
    await undo(changes().at(-1)!.number);
    await undo(changes().at(-3)!.number);
  });

  it("has doctor name words of an answer that the release asks no more", async () => {
    expect((await command("doctor")).stdout).not.toContain("shown nowhere");
    await change(question("AtFault"), { "options.no": "Not at all" });
    await sqlOn(
      site.databaseUrl,
      `update own_words set after = replace(after, 'options.no', 'options.maybe')`,
    );
    expect((await command("doctor")).stdout).toContain(
      "Words of your own are shown nowhere, since this release asks no such thing: en AtFault: options.maybe.",
    );
    await sqlOn(
      site.databaseUrl,
      `update own_words set after = replace(after, 'options.maybe', 'options.no')`,
    );
    await undo(changes().at(-1)!.number);
  });
});

describe.each(databases)("changes on $name", ({ start }) => {
  const on = freshStore(start);
  const whose = { language: "en" as const, step: "AtFault", survey: "" };
  const by = { person: "ana", reason: "r" };

  it("are made one after the other, each over the words that it was made for, and undone as one", async () => {
    const { words } = on.store;
    expect([await words.newest(), await words.inForce()]).toEqual([0, { revision: 0, questions: [] }]);
    const one = { ...whose, before: undefined, after: { heading: "A" } };
    const elsewhere = { ...one, step: "HasLawyer" };
    const both = await Promise.all([
      words.change([one, elsewhere], by, 0),
      patiently(() => words.change([one], by, 0)),
    ]);
    expect(both).toContainEqual({ refused: "stale" });
    const first = (await words.history(9))[0]!;
    expect(await words.change([{ ...whose, before: { heading: "B" }, after: undefined }], by, 1)).toEqual({
      refused: "stale",
    });
    expect(await words.change([{ ...whose, before: { heading: "A" }, after: { heading: "B" } }], by, 1)).toBe(
      2,
    );
    expect((await words.inForce()).revision).toBe(2);
    expect(await words.undo(1, by)).toEqual({ refused: "stale" });
    expect(await words.undo(2, by)).toBe(3);
    expect(await words.undo(2, by)).toEqual({ refused: "undone" });
    expect(await words.undo(9, by)).toEqual({ refused: "unknown" });
    const { questions } = await words.inForce();
    expect(questions.find(({ step }) => step === "AtFault")?.texts).toEqual({ heading: "A" });
    expect(questions).toHaveLength(first.questions.length);
    expect((await words.history(9)).map(({ number, undoes, at }) => [number, undoes, at])).toEqual([
      [3, 2, on.now],
      [2, null, on.now],
      [1, null, on.now],
    ]);
  });
});
