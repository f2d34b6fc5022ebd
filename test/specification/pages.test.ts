import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { walkSurvey, words } from "./survey-walk.ts";

/** Spec 1 to 2.4: what pages and screens show, as they are served. */

const site = siteForTests({
  TRUST_PROXY: "1",
  SITE_NAME: "Roadside Help",
  DEFAULT_PHONE: "+18775550199",
  CONTACT_EMAIL: "desk@example.com",
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
      ...["/car-accident-lawsuits/", "/car-accident-lawsuits/timeline/"],
      ...["/car-accident-lawsuits/settlements/", "/car-accident-lawsuits/filing-claim/"],
      ...["/car-accident-lawsuits/elements-that-make-up-auto-accidents/"],
      ...["/car-accident-lawsuits/faqs/", "/car-accident-laws/", "/car-accident-laws/texas/"],
      ...["/car-accident-laws/california/", "/video-gallery/", "/about-us/", "/contact/"],
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
  it("has its heading, its text, the number and the e-mail beside the form", holds(79, 80, 81), async () => {
    const main = part(await served("/contact/"), "main");
    expect(main).toMatch(/<h1[^>]*>GET IN TOUCH<\/h1>/);
    expect(words(main)).toContain("Get an advocate fighting on your behalf.");
    expect(main).toContain('href="tel:+18775550199"');
    expect(main).toContain('href="mailto:desk@example.com"');
  });

  it("asks for six fields, the accident by one of six types", holds(161, 162, 164), async () => {
    const main = part(await served("/contact/"), "main");
    for (const name of ["typeOfAccident", "firstName", "lastName", "email", "phoneNumber"]) {
      expect(main).toMatch(new RegExp(`<(input|select)[^>]* name="${name}"`));
    }
    expect(main).toMatch(/<textarea[^>]* name="message"/);
    const select = part(main, "select");
    const options = [...select.matchAll(/<option value="[^"]+">([^<]+)</g)].map(([, label]) => label);
    expect(options).toEqual([
      ...["Car Accident", "Truck Accident", "Bicycle Accident", "Motorcycle Accident"],
      ...["Pedestrian Accident", "Other"],
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
    ["/survey/dui", "NameAndEmail", "So that a law firm can reach you about your accident."],
    ["/survey/sl-v2", "NameAndEmail", "So that a law firm can reach you about your accident."],
  ])("%s, %s: %s", async (path, step, own) => {
    expect(await shown(path, step)).toContain(own);
  });

  it("is not asked that way where names come last", async () => {
    expect(await shown("/survey/c", "NameAndEmail")).not.toContain("So that a law firm can reach you");
  });
});
