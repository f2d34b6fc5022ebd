import { describe, expect, it } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { pageIn, pagesInEach, thankYouPaths } from "../../app/site/links.ts";
import { statutes } from "../../machines/rules/statutes.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Sent, send } from "../support/send.ts";
import { storedLeads } from "../support/store-reader.ts";
import { answerUpTo, FormVisitor } from "../support/visitors.ts";

const site = siteForTests({ stubs: false });
const talkative = siteForTests({
  stubs: false,
  "company.first-call-within": "1 business day",
  "company.calls-come-from": "+18135550100,+18135550101",
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

  it("offers a call, three guides, help elsewhere and a way to withdraw", async () => {
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
    // And adds them to a phone's contacts.
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

describe("a thank-you page", () => {
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

  it("a ticket's end mentions the answer date, an accident's does not", async () => {
    const calendar = "Put your response deadline in your calendar";
    expect(mainOf(await send(site.url, "/ticket-thank-you/"))).toContain(calendar);
    expect(mainOf(await send(site.url, "/survey-thank-you/"))).not.toContain(calendar);
  });

  it("a page of the previous release, with other field names, is accepted, or refused with words and what was typed", async () => {
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
  it("a disqualified visitor reads where else to turn", holds(337), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/one-page");
    await answerUpTo(visitor, "one-page", "Disqualified", { with_Lawyer: "yes" });
    const main = mainOf({ text: visitor.screen.html } as Sent);
    const urls = linksIn(main).map(({ url }) => url);
    expect(urls).toEqual([
      "/where-to-turn/",
      ...pageFeatures.flatMap(({ helps }) => helps?.en?.url ?? []),
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
    "the benefits flow leads a visitor who is %s, a citizen: %s, with benefits: %s, to the sites that fit",
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

describe("the end of the one-page survey", () => {
  it("the one-page survey tells the disqualified on the page, and their lead is stored", async () => {
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
});

describe("a page that is there in both languages", () => {
  it.each([...pagesInEach, ...thankYouPaths])(
    "%s links to the other one and back, above and below",
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

  it("an English-only page links to the Spanish home page", async () => {
    const links = linksIn((await send(site.url, "/about-us/")).text).filter(
      ({ hrefLang }) => hrefLang === "es",
    );
    expect(new Set(links.map(({ url }) => url))).toEqual(new Set(["/es/"]));
  });
});

const spanishPages = [
  ...pagesInEach.map((path) => pageIn("es", path)),
  ...thankYouPaths.map((path) => `${path}?lang=es`),
];

describe("the links of a Spanish page", () => {
  it.each([...spanishPages, "/survey/v4nv-es"])(
    "every link on %s answers in Spanish, or is marked as English",
    async (path) => {
      const links = linksIn((await send(site.url, path)).text).filter(({ url }) => url.startsWith("/"));
      expect(links.length).toBeGreaterThan(3);
      for (const { url, hrefLang = "es" } of links) {
        const page = await send(site.url, url);
        expect([url, page.status, languageOf(page)]).toEqual([url, 200, hrefLang]);
      }
    },
  );
});
