import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersC } from "../../support/answers.ts";
import { newVisitor, startBrowser } from "../../support/browser.ts";
import { siteForTests, siteProcessForTests } from "../../support/during.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { atStep, give, live } from "../../support/survey-page.ts";
import { FormVisitor } from "../../support/visitors.ts";
import { ownerOf } from "./owner.ts";

const shared = { SESSION_SECRETS: "s".repeat(32), "delivery.poll-ms": "100" };
const site = siteForTests(shared);
const other = siteProcessForTests(() => ({ ...shared, stubs: false, DATABASE_URL: site.databaseUrl }));

const { get, look, undo, ...owner } = ownerOf(site, other);
const pageOf = (part: string, language = "en") => `/console/words/${language}/${part}`;
const change = (part: string, texts: Record<string, string>, language = "en") =>
  owner.change(pageOf(part, language), texts);
const framesIn = (html: string) =>
  [...html.matchAll(/<iframe src="([^"]+)"/g)].map(([, src]) => src!.replaceAll("&amp;", "&"));
/** What both processes answer. */
const both = async (path: string, more: Parameters<typeof send>[2] = {}) =>
  Promise.all([site, other].map(async ({ url }) => (await send(url, path, more)).text));
const wordsFileOf = (html: string) => /data-words="([^"]+)"/.exec(html)![1]!;

describe("a page of the site whose words are changed in the console", () => {
  it.each([
    ["home-page", "/", { lead: "Ask us after a wreck.", "head.title": "After a wreck" }],
    ["contact-page", "/contact/", { slogan: "We are here after a wreck.", title: "After a wreck" }],
    ["where-to-turn-page", "/where-to-turn/", { lead: "Try these after a wreck.", title: "After a wreck" }],
  ])(
    "says them as %s in every process, in its tab, too, and in its language alone",
    async (part, path, words) => {
      for (const html of await both(path)) expect(html).not.toContain("after a wreck");
      const shown = await look(pageOf(part), words);
      const [before, after] = await Promise.all(framesIn(shown.text).map(get));
      expect([before!.includes("after a wreck."), after!.includes("after a wreck.")]).toEqual([false, true]);
      await change(part, words);
      for (const html of await both(path)) {
        expect(html).toContain("after a wreck.");
        expect(html).toContain("After a wreck | Claimpath</title>");
      }
      for (const html of await both(`/es${path}`)) expect(html).not.toContain("wreck");
      await undo();
      for (const html of await both(path)) expect(html).not.toContain("after a wreck");
    },
  );

  it("asks its first question as the survey does that it begins", async () => {
    await owner.change("/console/words/en/WhenWasTheAccident", { heading: "When was the crash?" });
    for (const html of await both("/")) expect(html).toContain("When was the crash?</legend>");
    await undo();
  });

  it("says in search results what its owner says of a survey", async () => {
    await change("search-results", { accident: "Ask after a wreck." });
    for (const html of await both("/survey/c"))
      expect(html).toContain('<meta name="description" content="Ask after a wreck."/>');
    await undo();
  });

  it("leads on in the menu's words, and from an address that is not there in those of its page", async () => {
    await change("frame", { "claim.text": "Begin here" });
    await change("error-pages", {
      "notFound.heading": "Nothing is here",
      "refused.method": "Not like this.",
    });
    for (const html of await both("/nowhere/")) {
      expect(html).toContain("Begin here");
      expect(html).toContain("Nothing is here</h1>");
    }
    for (const html of await both("/", { method: "PUT" })) expect(html).toContain("Not like this.");
    await undo();
    await undo(owner.newest() - 2);
  });

  it("is drawn from where the change is", async () => {
    const shown = await look(pageOf("home-page"), { "advice.1": "Get to a safe place." });
    const [, after = ""] = framesIn(shown.text);
    expect(after).toMatch(/#after-a-crash$/);
    expect(await get(after)).toContain("Get to a safe place.");
    expect((await owner.open(after.replace("look=as", "look=nowhere"))).status).toBe(404);
  });

  it("keeps what the law or a consent has to do with", async () => {
    for (const [part, places] of [
      ["contact-page", ["form.whoGetsIt.text", "next.firm"]],
      ["home-page", ["closingText", "adviceNote"]],
      ["frame", ["footer.1.title", "rights"]],
      ["screens", ["privacyGuarantee", "connectionNote", "links.privacy.text"]],
    ] as const) {
      const html = await get(pageOf(part));
      for (const place of places) expect(html).not.toContain(`name="text ${place}"`);
    }
  });
});

describe("an error whose words are changed in the console", () => {
  const words = { "errors.answerOrDate": "Pick one of these.", back: "One back" };

  it("is said by forms, and by a browser with the file that the page names, in every process", async () => {
    const before = wordsFileOf((await send(other.url, "/survey/c")).text);
    expect(before).toMatch(/^\/assets\//);
    await change("screens", words);
    for (const { url } of [site, other]) {
      const visitor = new FormVisitor(url);
      await visitor.open("/survey/c");
      await visitor.post({});
      expect(visitor.screen.html).toContain("Pick one of these.");
      const file = wordsFileOf(visitor.screen.html);
      expect(file).toMatch(/^\/words\/en-[\w-]{8}\.js$/);
      const said = await send(url, file);
      expect(said.text).toContain('"answerOrDate":"Pick one of these."');
      expect(said.headers["content-type"]).toBe("text/javascript; charset=utf-8");
      expect(said.headers["cache-control"]).toContain("immutable");
      // As by a process that has not yet taken it up, or has taken up more.
      const newer = await send(url, file.replace(/-[\w-]{8}\.js/, "-AAAAAAAA.js"));
      expect(newer.text).toBe(said.text);
      expect(newer.headers["cache-control"]).toBe("no-store");
    }
    expect((await send(site.url, "/words/xx-AAAAAAAA.js")).status).toBe(404);
    // Another language's page has the file that was built.
    expect(wordsFileOf((await send(site.url, "/survey/v4nv-es")).text)).toMatch(/^\/assets\//);

    const browser = await startBrowser();
    const { page } = await newVisitor(browser);
    await page.goto(`${other.url}/survey/c`);
    await atStep(page, "WhenWasTheAccident");
    await live(page);
    await give(page, answersC.WhenWasTheAccident!);
    await page.getByText("One back").waitFor();
    await browser.close();

    await undo();
    expect(wordsFileOf((await send(other.url, "/survey/c")).text)).toBe(before);
  });

  it("is drawn on the screen that has it", async () => {
    const shown = await look(pageOf("screens"), { ...words, "busy.sending": "Sending them…" });
    expect(shown.text).toContain("Not drawn here, so read the words above: Busy, sending.");
    const frames = await Promise.all(framesIn(shown.text).map(get));
    expect(frames.some((html) => html.includes("Pick one of these."))).toBe(true);
    expect(frames.some((html) => html.includes("One back"))).toBe(true);
  });

  it("is said by the contact form, whose fields are the owner's, too", async () => {
    await change("screens", { "errors.email": "Write an address like name@example.com." });
    await change("contact-page", { "form.fields.email.label": "Your email" });
    const html = (await send(other.url, "/contact/", { form: { email: "ana@" } })).text;
    expect(html).toContain("Write an address like name@example.com.");
    expect(html).toContain("Your email");
    await undo();
    await undo(owner.newest() - 2);
  });
});

describe("claimpath words show --all", () => {
  it("prints every word that can be another one, as a file that changes nothing until somebody changes it", async () => {
    await change("home-page", { lead: "Ask us after a wreck." });
    const store = { DATABASE_URL: site.databaseUrl, SESSION_SECRETS: shared.SESSION_SECRETS };
    const { stdout } = await runCommand("words show --all", store);
    expect(stdout).toContain("lead: Ask us after a wreck.");
    for (const word of ["Was the accident your fault?", "¿Tuvo un accidente de carro?", "Page not found"])
      expect(stdout).toContain(word);
    const file = join(dirname(site.databaseFile), "all.yaml");
    const check = (words: string) => {
      writeFileSync(file, words);
      return runCommand(`words check ${file}`, store);
    };
    expect((await check(stdout)).stdout).toBe("It says what the site says already.\n");
    const changed = stdout.replace("Was the accident your fault?", "Was it your fault?");
    expect((await check(changed)).stdout).toBe("en AtFault: heading\n1 question changed.\n");
    await undo();
  });
});
