import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { FormVisitor } from "../support/visitors.ts";
import { visitorOf, walkSurvey, words } from "./survey-walk.ts";

describe("settings", () => {
  /** Lists of states that the specification leaves open, which are settings. */

  const site = siteForTests({
    "company.time-zone": "UTC",
    "server.region-header": "x-region",
    "survey.date-of-birth-states": "TX,CA",
    "survey.partial-fault-states": "KY,TX",
  });

  /** A visitor whose proxy says which state they are in. */
  const from = (region: string) =>
    new FormVisitor(site.url, (request) => {
      request.headers.set("x-region", region);
      return fetch(request);
    });

  it.each([
    ["TX", true],
    ["NY", false],
  ])(
    "v4nv asks a visitor from %s for the date of birth: %s, then for phone and zip code",
    holds(312, 313, 315, 515),
    async (region, asks) => {
      const { steps, lead } = await walkSurvey(site, "/survey/v4nv", {}, { visitor: from(region) });
      const end = asks
        ? ["NameAndEmail", "DateOfBirth", "PhoneAndZip"]
        : ["IncidentDescription", "NameAndEmail", "PhoneAndZip"];
      expect(steps.slice(-3)).toEqual(end);
      expect(lead.record.date_of_birth || undefined).toBe(asks ? "1980-02-29" : undefined);
    },
  );

  it(
    "partial fault counts as none in each of the listed states and in no other",
    holds(354, 355, 515),
    async () => {
      for (const [zip_code, fault] of [
        ["40202", "no"],
        ["75201", "no"],
        ["90210", "yes"],
      ] as const) {
        const { lead } = await walkSurvey(site, "/survey/linear-short", {
          AtFault: "partially",
          PhoneAndZip: { zip_code },
        });
        expect(lead.record.at_Fault, zip_code).toBe(fault);
      }
    },
  );
});

describe("flags", async () => {
  /** Spec 4.3: what page-level flags switch, as pages are served. */

  const site = siteForTests({ TRUST_PROXY: "1" });

  const served = async (path: string) => (await send(site.url, path)).text;
  describe("page flags", () => {
    const first = async (flags: string, path = "/survey/c") => served(`${path}?flags=${flags}`);

    it("put headers above the first, the last and every question", holds(376, 377, 378), async () => {
      const plain = words(await served("/survey/c"));
      expect(plain).not.toMatch(/See if a law firm can help|We try to match you/);
      expect(words(await first("firstQuestionHeader"))).toContain("See if a law firm can help");
      expect(words(await first("matchWithLawyer"))).toContain("We try to match you with a lawyer near you");
      const last = await walkSurvey(
        site,
        "/survey/linear-short?flags=findMeALawyer",
        {},
        { until: "PhoneAndZip" },
      );
      expect(words(last.end.html)).toContain("Find me a lawyer");
    });

    it.each([
      ["roundedButtons", "data-rounded-buttons"],
      ["progressBar:v1,noPercentSign", "data-no-percent-sign"],
      ["noPrivacyGuarantee", "data-no-privacy-guarantee"],
      ["accidentTimeframe", "data-accident-timeframe"],
      ["logo:v1", 'data-logo="v1"'],
      ["logo:v5", 'data-logo="v5"'],
      ["theme:v12", 'data-theme="v12"'],
      ["fontWeight:500", 'data-font-weight="500"'],
      ["fontWeight:600", 'data-font-weight="600"'],
      ["progressBar:v1", 'data-progress-bar="v1"'],
    ])("%s changes look and style sheet", holds(379, 380, 383, 384, 385, 386), async (flag, attribute) => {
      const [plain, flagged] = [await served("/survey/c"), await first(flag)];
      const tag = (html: string) => html.match(/<html[^>]*>/)![0];
      expect(tag(plain)).not.toContain(attribute);
      expect(tag(flagged)).toContain(attribute);
      const name = attribute.split("=")[0]!;
      const [style = ""] = flagged.match(/<style[\s\S]*?<\/style>/) ?? [];
      expect(style.includes(name)).toBe(true);
    });

    it(
      "progressBar:v1 turns dots into a bar; socialProof adds what others did",
      holds(379, 383),
      async () => {
        expect(await served("/survey/c")).not.toMatch(/<progress/);
        expect(await first("progressBar:v1")).toMatch(/<progress/);
        expect((await first("socialProof")).length).toBeGreaterThan((await served("/survey/c")).length);
      },
    );

    it.each([
      ["v1", "Keep going"],
      ["v2", "See if a lawyer can help"],
    ])("nameAndEmailCta:%s words the button", holds(382), async (value, text) => {
      const walk = await walkSurvey(
        site,
        `/survey/c?flags=nameAndEmailCta:${value}`,
        {},
        { until: "NameAndEmail", visitor: visitorOf(site) },
      );
      expect(walk.end.html).toMatch(new RegExp(`<button[^>]*>${text}`));
    });
  });
});

describe("pages", async () => {
  /** Spec 1 to 2.4: what pages and screens show, as they are served. */

  const site = siteForTests({
    TRUST_PROXY: "1",
    "company.name": "Roadside Help",
    "company.phone": "+18775550199",
    "company.email": "desk@example.com",
  });

  const served = async (path: string) => (await send(site.url, path)).text;
  const part = (html: string, tag: string) => html.slice(html.indexOf(`<${tag}`), html.indexOf(`</${tag}>`));
  describe.each(["/", "/contact/", "/survey/c", "/privacy-policy/"])("the footer of %s", (path) => {
    it.each([
      {
        title: "is not a law firm and gives no legal advice",
        shows: [6, 7, 74],
        says: /not a law firm and does not give legal advice/,
      },
      { title: "is a free service", shows: [8, 74], says: /Using this service is free/ },
      {
        title: "endorses no firm",
        shows: [9, 74],
        says: /does not endorse or recommend any attorney or law firm/,
      },
      {
        title: "attorneys pay for joint advertising",
        shows: [10, 74],
        says: /Attorneys pay for this joint advertising/,
      },
      {
        title: "advertising alone is no reason to hire",
        shows: [11, 74],
        says: /should not rest on advertising alone/,
      },
      {
        title: "consultations are free, fees are contingent",
        shows: [12, 74],
        says: /free consultations and work on a contingency-fee basis/,
      },
      {
        title: "the toll-free advertising number",
        shows: [13, 70, 74],
        says: /Toll-free advertising number: \(877\)\s555-0199/,
      },
      { title: "the year 2024", shows: [72], says: /© 2024 Roadside Help/ },
    ])("says: $title", holds(6, 7, 8, 9, 10, 11, 12, 13, 70, 72, 74), async ({ says }) => {
      expect(words(part(await served(path), "footer"))).toMatch(says);
    });

    it("has the logo, the number, the e-mail and five links", holds(69, 70, 71, 73), async () => {
      const footer = part(await served(path), "footer");
      expect(footer).toMatch(/<svg|<img/);
      expect(footer).toContain('href="tel:+18775550199"');
      expect(footer).toContain('href="mailto:desk@example.com"');
      const hrefs = [...footer.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href);
      expect(hrefs).toEqual(
        expect.arrayContaining([
          "/sponsors/",
          "/privacy-policy/",
          "/privacy-policy/#california-resident",
          "/terms-of-use/",
          "/do-not-sell-my-information/",
        ]),
      );
    });
  });

  describe("the site", () => {
    it("is a contact form and surveys, open without a sign-in", holds(1, 2, 4, 5, 24, 463), async () => {
      for (const path of ["/", "/contact/", "/survey/c", "/survey-thank-you/?q=y"]) {
        const { status, text } = await send(site.url, path);
        expect(status, path).toBe(200);
        expect(text, path).not.toMatch(/type="password"|sign[- ]?in|log[- ]?in/i);
      }
      for (const path of ["/login", "/account", "/buyers", "/admin"]) {
        expect((await send(site.url, path)).status, path).toBe(404);
      }
    });

    it("says that visitors are matched by answers in a qualification process", holds(14, 51), async () => {
      expect(words(await served("/"))).toMatch(
        /answers go through a qualification process\. It matches you to a local legal professional/,
      );
    });

    it("has a logo, the number to call and the claim form in its header", holds(52, 53, 57, 58), async () => {
      const header = part(await served("/about-us/"), "header");
      expect(header).toMatch(/<a [^>]*href="\/"/);
      expect(header).toMatch(/<a [^>]*href="tel:\+18775550199"[^>]*>[\s\S]*?Click to Call/i);
      expect(header).toMatch(/<a [^>]*href="\/contact\/"[^>]*>[^<]*File your claim today/i);
    });

    it("has its links in their order, with their sub-pages", holds(54, 55, 56, 211), async () => {
      const header = part(await served("/"), "header");
      const at = (href: string) => header.indexOf(`href="${href}"`);
      const order = [
        "/car-accident-lawsuits/",
        "/car-accident-lawsuits/timeline/",
        "/car-accident-lawsuits/settlements/",
        "/car-accident-lawsuits/filing-claim/",
        "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
        "/car-accident-lawsuits/faqs/",
        "/car-accident-laws/",
        "/car-accident-laws/texas/",
        "/car-accident-laws/california/",
        "/video-gallery/",
        "/about-us/",
        "/contact/",
      ].map(at);
      expect(order).not.toContain(-1);
      const parents = order.filter((_, index) => [0, 6, 9, 10].includes(index));
      expect(parents).toEqual([...parents].sort((one, other) => one - other));
    });

    it("has a California section in its privacy policy", holds(30, 31), async () => {
      for (const path of ["/privacy-policy/", "/privacy-policy"]) {
        expect(await served(path)).toMatch(/ id="california-resident"/);
      }
    });
  });

  describe("the contact page", () => {
    it(
      "has its heading, its text, the number and the e-mail beside the form",
      holds(79, 80, 81),
      async () => {
        const main = part(await served("/contact/"), "main");
        expect(main).toMatch(/<h1[^>]*>GET IN TOUCH<\/h1>/);
        expect(words(main)).toContain("Get an advocate fighting on your behalf.");
        expect(main).toContain('href="tel:+18775550199"');
        expect(main).toContain('href="mailto:desk@example.com"');
      },
    );

    it("asks for six fields, the accident by one of six types", holds(161, 162, 164), async () => {
      const main = part(await served("/contact/"), "main");
      for (const name of ["typeOfAccident", "firstName", "lastName", "email", "phoneNumber"]) {
        expect(main).toMatch(new RegExp(`<(input|select)[^>]* name="${name}"`));
      }
      expect(main).toMatch(/<textarea[^>]* name="message"/);
      const select = part(main, "select");
      const options = [...select.matchAll(/<option value="[^"]+">([^<]+)</g)].map(([, label]) => label);
      expect(options).toEqual([
        "Car Accident",
        "Truck Accident",
        "Bicycle Accident",
        "Motorcycle Accident",
        "Pedestrian Accident",
        "Other",
      ]);
    });
  });

  describe("a survey's screen", () => {
    it(
      "has a header, heading, sub-heading, answers, dots, the security note and what happens next",
      holds(85, 87, 88, 90, 95, 99),
      async () => {
        const { end } = await walkSurvey(site, "/survey/c", {}, { until: "WasUserInjured" });
        expect(end.html).toMatch(/<header/);
        expect(end.html).toMatch(/<h1[^>]*>[^<]{10,}/);
        expect(end.html).toMatch(/<button[^>]* name="option"[^>]* data-fields=/);
        expect(end.html).toMatch(/role="progressbar"/);
        expect(end.html).not.toMatch(/<progress/);
        expect(words(end.html)).toMatch(/secure|private|encrypted/i);
        expect(words(end.html)).toContain("What happens next");
      },
    );

    it("has a plain bar in the progress-bar survey", holds(89), async () => {
      expect(await served("/survey/progress-bar")).toMatch(/<progress[^>]* value="10"/);
    });

    it("asks for a description, and for contacts under the consent", holds(91, 92, 189, 514), async () => {
      const walk = await walkSurvey(site, "/survey/c");
      expect(walk.screens.IncidentDescription!.html).toMatch(/<textarea[^>]* name="case_description"/);
      const consent = words(walk.screens.PhoneAndZip!.html);
      for (const fact of [
        /sign this form electronically/,
        /law firm/,
        /partners/,
        /call or text me/,
        /automatic dialing system/,
        /artificial/,
        /not a condition/,
      ]) {
        expect(consent).toMatch(fact);
      }
      expect(consent).toContain(walk.lead.record.tcpa);
      expect(walk.consent.text).toBe(walk.lead.record.tcpa);
    });

    it("has some answers as links", holds(86), async () => {
      const { end } = await walkSurvey(site, "/survey/c", {}, { until: "HasLawyer" });
      const buttons = [...end.html.matchAll(/<button[^>]* name="option"[^>]*class="([^"]*)"/g)].map(
        ([, look]) => look,
      );
      expect(new Set(buttons).size).toBeGreaterThan(1);
    });
  });

  describe("a question that a survey words its own way", () => {
    const shown = async (path: string, step: string) => {
      const { end } = await walkSurvey(site, path, {}, { until: step });
      return words(end.html);
    };

    it.each([
      ["/survey/ticket", "IncidentDescription", "and what the ticket says"],
      ["/survey/ticket", "PhoneAndZip", "my traffic ticket"],
      ["/survey/dui", "NameAndEmail", "Nothing goes to a law firm until you send your answers at the end."],
      ["/survey/sl-v2", "NameAndEmail", "Nothing goes to a law firm until you send your answers at the end."],
    ])("%s, %s: %s", async (path, step, own) => {
      expect(await shown(path, step)).toContain(own);
    });

    it("has its usual words where names come last", async () => {
      expect(await shown("/survey/c", "NameAndEmail")).not.toContain("Nothing goes to a law firm until");
    });
  });
});
