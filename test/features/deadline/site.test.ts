import { describe, expect, it } from "vitest";
import { siteForTests } from "../../support/during.ts";
import { expectGuarded, expectOnlyOurs, type Sent, send } from "../../support/send.ts";

describe("the page of deadlines", () => {
  const page = "/car-accident-laws/deadline/";
  const site = siteForTests({ stubs: false, "server.shared-cache-seconds": "300" });

  const ask = (form: Record<string, string>) => send(site.url, page, { form });
  /** Years ago to the day, which is the last day of a deadline of so many years; no leap day. */
  function crash(yearsAgo: number, daysLater = 0) {
    const now = new Date(Date.now() + daysLater * 86_400_000);
    const [year, month, day] = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" })
      .format(now)
      .split("-");
    return { month: month!, day: day!, year: String(Number(year) - yearsAgo) };
  }
  const shown = ({ text }: Sent) => text.match(/data-deadline="(\w+)"/)?.[1];
  const main = ({ text }: Sent) =>
    text.slice(text.indexOf("<main"), text.indexOf("</main>")).replaceAll("<!-- -->", "");

  describe("the deadline calculator", () => {
    it("is the same page for everybody until it is asked", async () => {
      const [plain, withState] = [
        await send(site.url, page),
        await send(site.url, `${page}?state=TX&year=2025`),
      ];
      expect([plain.status, plain.headers["cache-control"]]).toEqual([
        200,
        "public, max-age=0, s-maxage=300",
      ]);
      expect(plain.headers).not.toHaveProperty("set-cookie");
      expect(withState.text).toBe(plain.text);
      expect(plain.text.match(/<option value="[A-Z]{2}"/g)).toHaveLength(51);
      expectOnlyOurs(plain);
    });

    it.each([
      ["TX", crash(1), "open", "Your last day to file is probably"],
      ["TN", crash(2), "over", "The deadline probably passed on"],
    ])("answers privately: %s %j is %s", async (state, date, value, heading) => {
      const answer = await ask({ state, ...date });
      expect([answer.status, answer.headers["cache-control"], shown(answer)]).toEqual([
        200,
        "no-store",
        value,
      ]);
      expect(answer.headers).not.toHaveProperty("set-cookie");
      expect(main(answer)).toContain(heading);
      expect(main(answer)).toContain("not legal advice");
      expect(main(answer)).toContain("Other exceptions make the time shorter or longer");
      expectGuarded(answer);
      expectOnlyOurs(answer);
    });

    it("counts days in the site's calendar", async () => {
      const [last, before] = [
        await ask({ state: "TX", ...crash(2) }),
        await ask({ state: "TX", ...crash(2, 1) }),
      ];
      expect([shown(last), shown(before)]).toEqual(["lastDay", "open"]);
      expect(main(before)).toContain("You have 1 day left.");
    });

    it("names what it does not cover, with the state's own notice", async () => {
      const answer = main(await ask({ state: "TX", ...crash(1), government: "yes", minor: "yes" }));
      expect(answer).toContain("A government vehicle was involved.");
      expect(answer).toContain("In Texas that is due within six months");
      expect(answer).toContain("until their 18th birthday. We did not count that.");
      expect(answer).not.toContain("After a death");
    });

    it("gives no date for a death in a state that we are unsure about", async () => {
      const answer = await ask({ state: "KY", ...crash(0), died: "yes" });
      expect([answer.status, shown(answer)]).toEqual([200, "unlisted"]);
      expect(main(answer)).toContain("We have no date for this");
      expect(main(answer)).not.toMatch(/<time|weekend/);
    });

    it("refuses what is missing or wrong beside its field, and keeps what was typed", async () => {
      const answer = await ask({ state: "TX", month: "2", day: "30", year: "2025", minor: "yes" });
      expect([answer.status, answer.headers["cache-control"], shown(answer)]).toEqual([
        422,
        "no-store",
        undefined,
      ]);
      expect(answer.text).toContain("<title>Error: ");
      expect(main(answer)).toMatch(/<a href="#day">This month doesn’t have that many days/);
      expect(main(answer)).toMatch(/<input [^>]*name="day"[^>]*aria-invalid="true"[^>]*value="30"/);
      expect(main(answer)).toMatch(/<option value="TX" selected=""/);
      expect(main(answer)).toMatch(/<input [^>]*name="minor"[^>]*checked=""/);
      const empty = await ask({});
      expect(empty.status).toBe(422);
      expect(main(empty)).toMatch(/<a href="#state">Select the state where the crash happened\./);
      expect(main(empty)).toMatch(/<a href="#day">Enter the day\./);
    });

    it("logs nothing of the form", async () => {
      await ask({ state: "zqTX", ...crash(1) });
      await expect.poll(() => site.output()).toContain(`"path":"${page}","status":422`);
      expect(site.output()).not.toContain("zqTX");
    });
  });

  it("is linked from a guide with its state filled in, from the menu, and from an answer about time", async () => {
    const { text } = await send(site.url, "/car-accident-laws/texas/");
    expect(text).toContain('<input type="hidden" name="state" value="TX"/>');
    expect(text).toMatch(/<form [^>]*method="post" action="\/car-accident-laws\/deadline\/"/);
    expect(main({ text } as Sent)).not.toContain("<select");
    expect(text).toMatch(/<header.*California<\/a><\/li><li><a [^>]*>Deadline calculator<\/a>/s);
    const [laws, faqs] = [
      await send(site.url, "/car-accident-laws/"),
      await send(site.url, "/car-accident-lawsuits/faqs/"),
    ];
    expect(main(laws)).toContain(`<a href="${page}">Find your last day to file</a> with our`);
    expect(main(faqs)).toContain("three years in most states. Our deadline calculator has every state.</p>");
    const words = { "": "Work out your deadline", "/es": "Calcule su fecha límite (en inglés)" };
    for (const [language, label] of Object.entries(words)) {
      const where = await send(site.url, `${language}/where-to-turn/`);
      expect(main(where)).toContain(`<a href="${page}" hrefLang="en">${label}</a>`);
    }
  });
});
