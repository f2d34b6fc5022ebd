import { afterAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { pageIn, pagesInBoth, thankYouPaths } from "../../app/site/links.ts";
import { callTimeWords } from "../../machines/messages/call-time.ts";
import { statutes } from "../../machines/rules/statutes.ts";
import { walkSurvey } from "../specification/survey-walk.ts";
import { startSmtp } from "../stubs/smtp.ts";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { during, siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { type Sent, send } from "../support/send.ts";
import type { Site } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { answerUpTo, FormVisitor } from "../support/visitors.ts";

const site = siteForTests({ stubs: false });
const talkative = siteForTests({
  stubs: false,
  FIRST_CALL_WITHIN: "1 business day",
  CALLS_COME_FROM: "+18135550100,+18135550101",
});

const lead = "q=y&first_name=Ana&last_name=Rivera&email=ana.rivera%40example.com&phone=8135550142";
const languageOf = ({ text }: Sent) => text.match(/<html lang="(\w+)"/)?.[1];
const mainOf = ({ text }: Sent) => text.slice(text.indexOf("<main"), text.indexOf("</main>"));
const readIn = (html: string) => html.replace(/<[^>]*>/g, "");
const linksIn = (html: string) =>
  [...html.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => ({
    url: attributes!.match(/href="([^"]*)"/)![1]!.replaceAll("&amp;", "&"),
    hrefLang: attributes!.match(/hrefLang="(\w+)"/i)?.[1],
  }));

const both = ["en", "es"] as const;
const ends = thankYouPaths.flatMap((path) => both.map((language) => [path, language] as const));

describe.each(ends)("%s in %s", (path, language) => {
  const address = `${path}?${lead}${language === "es" ? "&lang=es" : ""}`;

  it("shows nothing of the lead", holds(140), async () => {
    const page = await send(site.url, address);
    expect(languageOf(page)).toBe(language);
    expect(page.text).not.toMatch(/Ana|Rivera|example\.com%|813|qualif|calific/);
  });

  it("has a call as its action, three guides, help elsewhere and a way to withdraw", async () => {
    const main = mainOf(await send(site.url, address));
    const urls = linksIn(main).map(({ url }) => url);
    expect(urls[0]).toMatch(/^tel:/);
    const guides = urls.filter((url) => url.startsWith("/car-accident-"));
    expect(new Set(guides).size).toBeGreaterThanOrEqual(3);
    expect(urls).toContain(pageIn(language, "/where-to-turn/"));
    expect(urls).toContain(pageIn(language, "/do-not-sell-my-information/"));
    expect(urls).toContain(pageIn(language, "/contact/"));
  });

  it("says when and from where a firm calls only if that is known", async () => {
    expect(mainOf(await send(site.url, address))).not.toContain("data-expected-call");
    const said = readIn(mainOf(await send(talkative.url, address)));
    const numbers =
      language === "es" ? "(813) 555-0100 o (813) 555-0101." : "(813) 555-0100 or (813) 555-0101.";
    expect(said).toContain(numbers);
    // And puts them into a phone's contacts.
    expect((await send(site.url, "/callers.vcf")).status).toBe(404);
    expect((await send(talkative.url, "/callers.vcf")).text).toMatch(
      /TEL;TYPE=WORK,VOICE:\+18135550100\r\n.*5550101/,
    );
    expect(said).toContain(language === "es" ? "menos de un día hábil" : "within one business day");
    expect(said).toContain(
      language === "es"
        ? "Si nadie le ha llamado después de un día hábil"
        : "If nobody has called after one business day",
    );
  });
});

it.each(["/survey/c", "/survey/v4nv-es"])(
  "%s says when a firm calls before the answers are sent, where that is known",
  async (path) => {
    for (const [where, times] of [
      [site, 0],
      [talkative, 1],
    ] as const) {
      const visitor = new FormVisitor(where.url);
      await visitor.open(path);
      await answerUpTo(visitor, path.split("/").at(-1)!, "PhoneAndZip");
      const said = readIn(mainOf({ text: visitor.screen.html } as Sent));
      expect(said.match(/within one business day|en menos de un día hábil/g) ?? []).toHaveLength(times);
    }
  },
);

it("a ticket's end speaks of the answer date, an accident's does not", async () => {
  const calendar = "Put your response deadline in your calendar";
  expect(mainOf(await send(site.url, "/ticket-thank-you/"))).toContain(calendar);
  expect(mainOf(await send(site.url, "/survey-thank-you/"))).not.toContain(calendar);
});

it("a page of the release before, whose fields have other names, is taken, or refused with words and what was typed", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/ticket");
  await answerUpTo(visitor, "ticket", "SelectState");
  // It had a list of states where each is a press now, and its browser's own field for the date.
  await visitor.post({ intent: "next", ticket_state: "XX" });
  expect([visitor.screen.status, visitor.screen.step]).toEqual([422, "SelectState"]);
  expect(visitor.screen.html).toContain("Select an answer.");
  await visitor.post({ intent: "next", ticket_state: "TX" });
  expect(visitor.screen.step).toBe("SelectDate");
  const unknown = { intent: "next", date_of_ticket: "2026-11-20", ticket_date: "11" };
  await visitor.post(unknown);
  expect([visitor.screen.status, visitor.screen.step]).toEqual([422, "SelectDate"]);
  expect(visitor.screen.html).toContain('value="11"');
  await visitor.post({ intent: "next", ticket_date: "2026-11-20" });
  await answerUpTo(visitor, "ticket");
  expect(storedLeads(site.databaseFile).at(-1)!.record).toMatchObject({
    ticket_state: "TX",
    ticket_date: "2026-11-20",
  });
});

describe.each(both)("where else to turn, in %s", (language) => {
  const path = pageIn(language, "/where-to-turn/");

  it("names the bar of every state and D.C., by https", async () => {
    const page = await send(site.url, path);
    expect([page.status, languageOf(page)]).toEqual([200, language]);
    const states = [...page.text.matchAll(/<li id="(\w\w)"><strong>(.*?)<\/li>/g)];
    expect(states.map(([, code]) => code!.toUpperCase())).toEqual(statutes.map(({ code }) => code));
    expect(states).toHaveLength(51);
    for (const [item] of states) {
      const [bar, ...aid] = linksIn(item).map(({ url }) => url);
      expect(bar).toMatch(/^https:\/\/[\w.]+\.(org|com|gov)\/$/);
      expect(aid.length).toBeLessThanOrEqual(1);
    }
    const urls = states.flatMap(([item]) => linksIn(item).map(({ url }) => url));
    expect(new Set(urls).size).toBe(urls.length);
  });
});

describe("where a survey ends on its own screen", () => {
  it("a refused visitor reads where else to turn", holds(337), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/one-page");
    await answerUpTo(visitor, "one-page", "Disqualified", { with_Lawyer: "yes" });
    const main = mainOf({ text: visitor.screen.html } as Sent);
    const urls = linksIn(main).map(({ url }) => url);
    expect(urls).toEqual([
      "/where-to-turn/",
      ...pageFeatures.flatMap(({ helps }) => helps?.en.url ?? []),
      expect.stringMatching(/^tel:/),
      "/",
    ]);
    expect(readIn(main)).toContain("That doesn’t mean you have no case.");
  });

  it.each([
    ["under_50", "yes", "no", ["ssa.gov/disability/", "usa.gov/benefits"], /food, health care/],
    ["50_to_59", "no", "yes", ["ssa.gov/myaccount/", "usa.gov/benefits"], /permanent residents/],
    [
      "60_to_66",
      "yes",
      "no",
      ["ssa.gov/retirement/", "medicare.gov/", "usa.gov/benefits"],
      /can start at 62/,
    ],
    [
      "67_or_older",
      "no",
      "no",
      ["ssa.gov/retirement/", "medicare.gov/", "usa.gov/benefits"],
      /full retirement/,
    ],
  ])(
    "the benefits flow leads who is %s, a citizen: %s, with benefits: %s, to the sites that fit",
    async (...given) => {
      const [age, citizen, secured, sites, why] = given;
      const visitor = new FormVisitor(site.url);
      await visitor.open("/survey/benefits");
      for (const option of [age, citizen, secured]) await visitor.post({ option });
      const main = mainOf({ text: visitor.screen.html } as Sent);
      expect(linksIn(main).map(({ url }) => url)).toEqual([
        ...sites.map((each) => `https://www.${each}`),
        expect.stringMatching(/^tel:/),
        "/",
      ]);
      expect(readIn(main)).toMatch(why);
    },
  );
});

const leads = () => storedLeads(site.databaseFile);

it("the one-page survey says so to the disqualified on the page, their lead being stored", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/one-page");
  const before = leads().length;
  await answerUpTo(visitor, "one-page", "Disqualified", { with_Lawyer: "yes" });
  expect(visitor.screen).toMatchObject({ status: 200, step: "Disqualified" });
  expect(leads()).toHaveLength(before + 1);
  expect(leads().at(-1)).toMatchObject({ qualified: 0, dqReason: "have_attorney|yes" });
  await visitor.open(visitor.screen.url);
  expect(visitor.screen.step).toBe("Disqualified");
  // A visitor who comes back later starts again.
  await visitor.open("/survey/one-page");
  expect(visitor.screen.step).toBe("OnePageSurvey");
});

describe("a page that is there in both languages", () => {
  it.each([...pagesInBoth, ...thankYouPaths])(
    "%s leads to the other one and back, above and below",
    async (path) => {
      const spanish = thankYouPaths.includes(path) ? `${path}?lang=es` : pageIn("es", path as "/");
      for (const [here, there, language] of [
        [path, spanish, "en"],
        [spanish, path, "es"],
      ] as const) {
        const page = await send(site.url, here);
        expect([page.status, languageOf(page)], here).toEqual([200, language]);
        const links = [...page.text.matchAll(/<a [^>]*data-language-link[^>]*>/g)].map(
          ([link]) => linksIn(link)[0],
        );
        const other = { url: there, hrefLang: language === "es" ? "en" : "es" };
        expect(links, here).toEqual([other, other]);
      }
    },
  );

  it("one that is English alone leads to the Spanish home page", async () => {
    const links = linksIn((await send(site.url, "/about-us/")).text).filter(
      ({ hrefLang }) => hrefLang === "es",
    );
    expect(new Set(links.map(({ url }) => url))).toEqual(new Set(["/es/"]));
  });
});

const spanishPages = [
  ...pagesInBoth.map((path) => pageIn("es", path)),
  ...thankYouPaths.map((path) => `${path}?lang=es`),
];

it.each([...spanishPages, "/survey/v4nv-es"])(
  "every link on %s answers in Spanish, or says that it does not",
  async (path) => {
    const links = linksIn((await send(site.url, path)).text).filter(({ url }) => url.startsWith("/"));
    expect(links.length).toBeGreaterThan(3);
    for (const { url, hrefLang = "es" } of links) {
      const page = await send(site.url, url);
      expect([url, page.status, languageOf(page)]).toEqual([url, 200, hrefLang]);
    }
  },
);

describe("when a call suits", () => {
  const files: { remove(): void }[] = [];
  afterAll(() => {
    for (const file of files) file.remove();
  });

  const smtp = during(startSmtp);
  /** A site with a desk that gets leads by letter. */
  const settingsFor = (more: Record<string, string>) => {
    const file = destinationsIn(
      `destinations:\n  desk: { kind: email, smtp: "${smtp.url}", from: site@example.com, to: desk@example.com, mode: live, takes: leads }`,
    );
    files.push(file);
    return { DESTINATIONS_FILE: file.path, ...more };
  };
  const asking = siteForTests(() => settingsFor({ ASK_CALL_TIME: "on" }));
  const silent = siteForTests(() => settingsFor({}));

  const thanks = "/survey-thank-you/";
  const words = callTimeWords.en;
  /** What the page of thanks says that the visitor has chosen; undefined where it does not ask. */
  const chosen = ({ html }: { html: string }) => /data-call-time="([^"]*)"/.exec(html)?.[1];
  const say = (visitor: FormVisitor, time: string, lang = "en") =>
    visitor.request("/call-time", { page: thanks, lang, time });
  const letterAbout = (lead: { id: string }, start: RegExp) =>
    smtp.letters.filter((letter) => letter.includes(lead.id) && start.test(letter));
  const stored = ({ databaseFile }: Pick<Site, "databaseFile">, { id }: { id: string }) => ({
    lead: query(databaseFile, `select * from leads where id = '${id}'`),
    outbox: query<{ payload: string }>(databaseFile, `select payload from outbox where lead_id = '${id}'`),
  });

  describe("a site that asks when a call suits", () => {
    it("notes it beside the lead and tells the desk, without scripts, and the lead stays what it was", async () => {
      const visitor = new FormVisitor(asking.url);
      const { lead, end } = await walkSurvey(asking, "/survey/c", {}, { visitor });
      expect(chosen(end)).toBe("");
      expect(end.html).toContain("can’t promise");
      await expect.poll(() => letterAbout(lead, /\r\nSubject: (?!Good)/)).toHaveLength(1);
      const before = stored(asking, lead);

      const answered = await say(visitor, "evening");
      expect([answered.status, answered.url]).toEqual([200, thanks]);
      expect(chosen(answered)).toBe("evening");
      expect(answered.html).toContain(words.saved("evening"));
      await say(visitor, "evening");
      const [letter, ...more] = letterAbout(lead, /Subject: Good time to call/);
      expect(more, "the second press of a double tap says nothing new").toEqual([]);
      expect(letter).toContain("Good time to call: evening.");
      expect(letter).toContain("To: desk@example.com");
      expect(letter).not.toMatch(/Rivera|555-0123|90210|ana\./);
      const [leadLetter] = letterAbout(lead, /\r\nSubject: (?!Good)/);
      expect(/In-Reply-To: (\S+)/.exec(letter!)![1]).toBe(/Message-ID: (\S+)/i.exec(leadLetter!)![1]);

      const spanish = await say(visitor, "morning", "es");
      expect(spanish.html).toContain(callTimeWords.es.saved("en la mañana"));
      expect(stored(asking, lead)).toEqual(before);

      const cookie = await signedInCookie(asking, addPerson(asking, "ada", "leads"));
      const { text } = await send(asking.url, `/console/leads/${lead.id}`, { headers: { Cookie: cookie } });
      expect(text).toContain("The visitor");
      expect(text).toMatch(/Good time to call: evening\..*Good time to call: morning\./s);
    });

    it("takes three changes a day, no other word, and none from another browser", async () => {
      const visitor = new FormVisitor(asking.url);
      const { end } = await walkSurvey(asking, "/survey/c", {}, { visitor });
      expect((await say(visitor, "midnight")).status).toBe(422);
      for (const time of ["any", "morning", "afternoon"]) expect(chosen(await say(visitor, time))).toBe(time);
      const refused = await say(visitor, "evening");
      expect([chosen(refused), refused.html.includes(words.unsaved)]).toEqual(["afternoon", true]);
      const stranger = new FormVisitor(asking.url);
      expect(chosen(await stranger.open(end.url))).toBeUndefined();
      expect((await say(stranger, "any")).url).toContain("call=unsaved");
    });
  });

  it("a site that does not, as none does by itself, neither asks nor takes it", async () => {
    const visitor = new FormVisitor(silent.url);
    const { lead, end } = await walkSurvey(silent, "/survey/c", {}, { visitor });
    expect(chosen(end)).toBeUndefined();
    expect((await say(visitor, "evening")).url).toContain("call=unsaved");
    expect(query(silent.databaseFile, "select * from lead_notes")).toEqual([]);
    expect(letterAbout(lead, /Subject: Good time to call/)).toEqual([]);
  });
});
