import { describe, expect, it } from "vitest";
import { startSms } from "../../stubs/own-contracts.ts";
import { startSmtp } from "../../stubs/smtp.ts";
import { answersC } from "../../support/answers.ts";
import { newVisitor, startBrowser } from "../../support/browser.ts";
import { during, siteForTests, siteProcessForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { solve } from "../../support/solve.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { atStep, give, live } from "../../support/survey-page.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../../support/visitors.ts";
import { ownerOf } from "./owner.ts";

const smtp = during(startSmtp);
const texts: string[] = [];
const sms = during(() => startSms({ onText: ({ text }) => texts.push(text) }));
const file = during(
  async () =>
    destinationsIn(
      `destinations:\n  desk: { kind: email, smtp: "${smtp.url}", from: site@example.com, to: desk@example.com, takes: messages }`,
    ),
  (made) => made.remove(),
);
const shared = () => ({
  SESSION_SECRETS: "s".repeat(32),
  "delivery.poll-ms": "100",
  CLAIMPATH_FILE: file.path,
  SMS_URL: `${sms.origin}/send`,
  TWILIO_API_KEY: "",
  TWILIO_SECRET: "",
  TWILIO_VERIFY_SERVICE_SID: "",
  pages: { "/survey/c": { flags: { verifyPhone: "on" } } },
  "limits.proof-of-work-cost": "1",
  "limits.receipts-per-day": "9",
  "company.first-call-within": "1 hour",
});
const site = siteForTests(shared);
const other = siteProcessForTests(() => ({ ...shared(), stubs: false, DATABASE_URL: site.databaseUrl }));

const { open, get, post, newest, look, untilTakenUp, undo, ...owner } = ownerOf(site, other);
const pageOf = (part: string, language = "en") => `/console/words/${language}/${part}`;
const change = (part: string, own: Record<string, string>, language = "en") =>
  owner.change(pageOf(part, language), own);
const said = (html: string) => /<div role="status"><p[^>]*>([^<]*)/.exec(html)?.[1] ?? "";
const framesIn = (html: string) =>
  [...html.matchAll(/<iframe src="([^"]+)"/g)].map(([, src]) => src!.replaceAll("&amp;", "&"));
/** Answers variant C up to a question. */
async function walkTo(step: string, visitor: FormVisitor) {
  await visitor.open("/survey/c");
  while (visitor.screen.step !== step) await visitor.post(answersC[visitor.screen.step]!);
  return visitor;
}
const sent = async (where = other) => {
  const visitor = new FormVisitor(where.url);
  await walkTo("PhoneAndZip", visitor);
  await visitor.post(answersC.PhoneAndZip!);
  expect(visitor.screen.url).toContain("/survey-thank-you/");
  return visitor;
};

describe("a remark on an answer that is changed in the console", () => {
  const remark = { "physical_injury.Yes": "That sounds painful." };

  it("is said by the next question in every process, with and without scripts, until it is undone", async () => {
    const visitor = await walkTo("WasUserInjured", new FormVisitor(other.url));
    await visitor.post(answersC.WasUserInjured!);
    expect(said(visitor.screen.html)).toContain("re sorry you were hurt.");

    await change("remarks", remark);
    const here = await walkTo("TypeOfMedicalTreatment", new FormVisitor(site.url));
    const again = await visitor.open(visitor.screen.url);
    for (const { html } of [here.screen, again]) expect(said(html)).toBe("That sounds painful.");
    // Nothing else is said in other words.
    await here.post({ option: "None" });
    expect(said(here.screen.html)).toContain("not too late to see a doctor");

    const browser = await startBrowser();
    const { page } = await newVisitor(browser);
    await page.goto(`${other.url}/survey/c`);
    for (const step of Object.keys(answersC).slice(0, 4)) {
      await atStep(page, step);
      await live(page);
      await give(page, answersC[step]!);
    }
    await page.getByText("That sounds painful.").waitFor();
    await browser.close();

    await undo();
    expect((await send(other.url, "/survey/c.data")).text).not.toContain("That sounds painful.");
    expect((await send(other.url, "/survey/c.data")).text).toContain("re sorry you were hurt.");
  });

  it("is shown before and after on the question that comes next", async () => {
    const shown = await look(pageOf("remarks"), remark);
    const frames = framesIn(shown.text);
    expect(frames).toHaveLength(2);
    const [before, after] = [await get(frames[0]!), await get(frames[1]!)];
    expect([said(before), said(after)]).toEqual(["We’re sorry you were hurt.", "That sounds painful."]);
    const forged = frames[1]!.replace("That+sounds+painful.", "%3Cb%3Epain");
    expect((await open(forged)).status).toBe(404);
    const nowhere = frames[0]!.replace(/step=\w+/, "step=Nowhere");
    expect((await open(nowhere)).status).toBe(404);
  });

  it("keeps no fact that a later release does not fill in, and doctor names it", async () => {
    await change("remarks", remark);
    const store = (sql: string) => sqlOn(site.databaseUrl, sql);
    await store(
      `update own_words set after = replace(after, 'painful', '{pain}') where number = ${newest()}`,
    );
    const { stdout } = await runCommand("doctor", {
      DATABASE_URL: site.databaseUrl,
      SESSION_SECRETS: shared().SESSION_SECRETS,
    });
    expect(stdout).toContain("en remarks: physical_injury.Yes");
    await change("remarks", { "police_report.no": "Fine." });
    expect((await send(other.url, "/survey/c.data")).text).not.toContain("{pain}");
    await undo();
    await store(`update own_words set after = replace(after, '{pain}', 'painful')`);
    await change("remarks", { "physical_injury.Yes": "We’re sorry you were hurt." });
  });
});

describe("a header that is changed in the console", () => {
  it("is said above the first question, by the survey's subject and by the page's flag, on every page that was kept", async () => {
    const flagged = "/survey/c?flags=firstQuestionHeader";
    const pages = async (path: string) => [
      (await send(site.url, path)).text,
      (await send(other.url, path)).text,
    ];
    for (const path of ["/survey/c", flagged]) await pages(path);
    await change("headers", {
      "landing.accident": "Ask us about a crash.",
      "firstQuestion.accident": "In a crash? Ask here.",
    });
    for (const html of await pages("/survey/c")) {
      expect(html).toContain("Ask us about a crash.");
      expect(html).not.toContain("Ask in two minutes if a law firm can take your case.");
    }
    for (const html of await pages(flagged)) expect(html).toContain("In a crash? Ask here.");
    // In Spanish it says what it said.
    expect((await send(other.url, "/survey/v4nv-es")).text).not.toContain("crash");
    await undo();
    for (const html of await pages("/survey/c")) expect(html).not.toContain("Ask us about a crash.");
  });

  it("is drawn with its flag, and the time of a first call with a time", async () => {
    const shown = await look(pageOf("headers"), {
      matchWithLawyer: "We look near you",
      firstCall: "Firms call within {within} as a rule.",
    });
    const frames = await Promise.all(framesIn(shown.text).map(get));
    expect(frames).toHaveLength(4);
    expect(frames.filter((html) => html.includes("We look near you"))).toHaveLength(1);
    expect(frames.filter((html) => /Firms call within one hour as a rule\./.test(html))).toHaveLength(1);
  });
});

describe("what happens next", () => {
  it("is drawn on a survey that is about it, from the panel on", async () => {
    const shown = await look(pageOf("next-steps"), { "ticket.1": "We read it first." });
    const [before = "", after = ""] = framesIn(shown.text);
    expect([before, after].every((frame) => frame.endsWith("#next-steps"))).toBe(true);
    const [was, is] = [await get(before), await get(after)];
    expect([was.includes("We read it first."), is.includes("We read it first.")]).toEqual([false, true]);
    expect(is).toContain('id="next-steps"');
  });
});

describe("what a resumed visit reads", () => {
  it("is in the new words for visits that were begun in the old ones", async () => {
    const visitor = await walkTo("AtFault", new FormVisitor(other.url));
    await visitor.open("/survey/c");
    expect(visitor.screen.html).toContain("back where you left off");
    await change("notices", { "resumed.text": "Go on where you stopped." });
    await visitor.open("/survey/c");
    expect(visitor.screen.html).toContain("Go on where you stopped.");
    expect(visitor.screen.html).not.toContain("back where you left off");
    await undo();
  });
});

describe("the page of thanks", () => {
  it("says the new words to visitors who had the old ones, in its title, too, and in their language alone", async () => {
    const visitor = await sent();
    const { url } = visitor.screen;
    expect(visitor.screen.html).toContain("Thank you. We have received your answers.");
    await change("thank-you", {
      title: "We have your answers.",
      "head.title": "Received",
      "next.steps.1": "First we read them.",
    });
    await visitor.open(url);
    expect(visitor.screen.html).toContain("We have your answers.</h1>");
    expect(visitor.screen.html).toContain("<title>Received | Claimpath</title>");
    expect(visitor.screen.html).toContain("First we read them.");
    expect(visitor.screen.html).not.toContain("We have received your answers.");
    expect((await send(site.url, "/survey-thank-you/")).text).toContain("We have your answers.</h1>");
    expect((await send(site.url, "/survey-thank-you/?lang=es")).text).toContain(
      "Gracias. Ya recibimos sus respuestas.",
    );
    // After a ticket it says what the other page says, where it has no words of its own.
    const ticket = (await send(site.url, "/ticket-thank-you/")).text;
    expect(ticket).toContain("We have your answers.</h1>");
    expect(ticket).toContain("kinds of tickets that lawyers");
    await undo();
    expect((await send(site.url, "/survey-thank-you/")).text).not.toContain("First we read them.");
  });

  it("is the owner's in Spanish alone, and drawn before and after", async () => {
    const shown = await look(pageOf("thank-you", "es"), {
      title: "Ya tenemos sus respuestas.",
      "head.title": "Recibido",
    });
    expect(shown.text).toContain("Not drawn here, so read the words above: Head, title.");
    const [before, after] = await Promise.all(framesIn(shown.text).map(get));
    expect([before!.includes("Ya tenemos"), after!.includes("Ya tenemos sus respuestas.")]).toEqual([
      false,
      true,
    ]);
    await change("thank-you", { title: "Ya tenemos sus respuestas." }, "es");
    expect((await send(other.url, "/survey-thank-you/?lang=es")).text).toContain(
      "Ya tenemos sus respuestas.",
    );
    expect((await send(other.url, "/survey-thank-you/")).text).not.toContain("Ya tenemos");
    await undo();
  });
});

describe("what is sent to visitors", () => {
  it("is written in the new words: the receipt, its letter, and the message that brings a code", async () => {
    const shown = await look(pageOf("letters"), { "receipt.subject": "Your copy from {siteName}" });
    expect(shown.text).toContain("Your copy from Claimpath");
    const undrawn = await look(pageOf("letters"), { "receipt.keep": "Keep this page." });
    expect(undrawn.text).toContain("Not drawn here, so read the words above: Receipt, keep.");
    await change("letters", {
      "receipt.subject": "Your copy from {siteName}",
      "receipt.keep": "Keep this page.",
      "receipt.reference": "Number",
      phoneCode: "{code} opens {siteName} for {minutes} minutes.",
    });
    const visitor = await sent();
    expect(visitor.screen.html).toContain("Keep this page.");
    const mailed = await visitor.request("/receipt", { page: "/survey-thank-you/", lang: "en" });
    expect(mailed.url).toContain("receipt=sent");
    const letter = smtp.letters.at(-1)!.replace(/=\r\n/g, "");
    expect(letter).toContain("Subject: Your copy from Claimpath");
    expect(letter).toContain("Number: ");
    expect(letter).toContain("By pressing");

    const island = await new JsonVisitor(other.url).open("?flags=verifyPhone");
    await island.progress(entriesC().slice(0, -1));
    const asked = { path: "/survey/c", visit: island.token, phone: "+12135550188" };
    const ask = () => island.post("/api/phone-code/send", asked);
    const challenge = (await ask()).headers["proof-of-work"];
    island.cookie = `${island.cookie}; proof=${await solve(String(challenge))}`;
    expect((await ask()).status).toBe(200);
    expect(texts.at(-1)).toMatch(/^\d{6} opens Claimpath for 10 minutes\.$/);
    await undo();
  });
});

describe("the console's list", () => {
  it("has what is said around questions, finds it by its words, and names each change", async () => {
    const list = await get("/console/words");
    for (const part of ["remarks", "headers", "next-steps", "notices", "phone-code", "meter", "letters"])
      expect(list).toContain(`href="${pageOf(part)}"`);
    const [found] = (await get("/console/words?search=witnesses")).split("<h2>Changes");
    expect(found).toContain(`href="${pageOf("thank-you")}"`);
    expect(found).not.toContain(`href="${pageOf("remarks")}"`);
    await change("meter", { title: "A rough guess" });
    const changed = (await get("/console/words?search=rough+guess")).replaceAll("<!-- -->", "");
    expect(changed).toContain("1 text of your own");
    expect(changed).toContain(
      "The meter of a rough estimate in English</a>: Title, “Rough estimate” became “A rough guess”",
    );
    const { stdout } = await runCommand("words show", {
      DATABASE_URL: site.databaseUrl,
      SESSION_SECRETS: shared().SESSION_SECRETS,
    });
    expect(stdout).toBe("en:\n  meter:\n    title: A rough guess\n");
    await undo();
    expect((await open(`${pageOf("meter")}?survey=c`)).status).toBe(404);
  });
});
