import { afterAll, describe, expect, it } from "vitest";
import { startSmtp } from "../../stubs/smtp.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { destinationsIn } from "../../support/files.ts";
import { type Site, startSite } from "../../support/site.ts";
import { query, sqlOn } from "../../support/store-reader.ts";
import { walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyer = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const smtp = await startSmtp();
afterAll(() => Promise.all([buyer.stop(), smtp.stop()]));

describe("a letter about the day before", () => {
  const desk = `desk: { kind: email, smtp: "${smtp.url}", from: office@claimpath.example, to: desk@claimpath.example, takes: messages }`;
  const { path, remove } = destinationsIn(
    `destinations:\n  north: { kind: json, mode: live, repeats: { hours: 0 }, url: "${buyer.origin}/", answer: { accepted: { field: buy, is: "yes" }, price: price } }\n  ${desk}\norder: [north]\naffiliates: { "252": { share: 40% } }\n`,
  );
  const campaigns = [
    { affid: "252", report: ["one@partner.example", "two@partner.example"] },
    { affid: "7" },
  ];
  afterAll(remove);

  /** Where it is early afternoon now. */
  const hours = new Date().getUTCHours() - 13;
  const settings = {
    stubs: false,
    CLAIMPATH_FILE: path,
    campaigns,
    "company.time-zone": `Etc/GMT${hours < 0 ? "" : "+"}${hours}`,
  };
  const letterTo = () => smtp.recipients.filter((to) => to.includes("one@partner.example")).length;
  const day = 24 * 60 * 60_000;
  /** Makes everything a day older, as if the site had been down for a day. */
  async function aDayLater({ databaseUrl }: Site): Promise<void> {
    const older = [
      "update analytics_sessions set day = day - 1",
      "update analytics_views set day = day - 1",
      `update sales_ledger set at = at - ${day}`,
    ];
    for (const each of older) await sqlOn(databaseUrl, each);
  }
  const nameOf = (daysAgo: number) => {
    const local = new Date(Date.now() - hours * 60 * 60_000 - daysAgo * day);
    return `report.252.${local.toISOString().slice(0, 10)}`;
  };

  it("one letter goes out each morning about the day before, across restarts, with all bookings and no personal data", async () => {
    await using site = await startSite(settings);
    await waitFor("the first letter", () => letterTo() === 1);
    expect(smtp.letters[0]).toMatch(/Subject: Affiliate 252, \w+, \w+ \d+: 0 leads, 0 sold, \$0\.00\r\n/);
    for (const link of ["affid=252&s1=x", "affid=252", "affid=7"])
      await walkForms(site.url, `/survey/c?${link}`);
    await waitFor(
      "sales and sessions",
      () =>
        query(site.databaseFile, "select id from sales_ledger where kind = 'sale'").length === 3 &&
        query(site.databaseFile, "select id from analytics_sessions where result like '%qualified'")
          .length === 3,
    );
    await site.stop();
    await aDayLater(site);
    await sqlOn(site.databaseUrl, "delete from alarm_notices");
    // Two processes and one that starts again: each looks whether the letter is there.
    await site.restart();
    await using other = await startSite({ ...settings, DATABASE_URL: site.databaseUrl });
    await waitFor("the second letter", () => letterTo() === 2);
    await other.stop();
    await site.stop();
    await site.restart();
    // It finishes what it has begun to send before it ends.
    await site.stop();
    expect(smtp.recipients).toEqual([
      ["one@partner.example", "two@partner.example"],
      ["one@partner.example", "two@partner.example"],
    ]);
    const letter = smtp.letters[1]!.replaceAll("=\r\n", "");
    expect(letter).toMatch(/Subject: Affiliate 252, \w+, \w+ \d+: 2 leads, 2 sold, \$96\.40\r\n/);
    expect(letter).toContain(`Message-ID: <${nameOf(1)}@claimpath.example>`);
    for (const row of [
      /^Visits +2 +2/m,
      /^Leads +2 +2/m,
      /^Sold +2 +2/m,
      /^Returned +0 +0/m,
      /^Payout +\$96\.40/m,
    ])
      expect(letter).toMatch(row);
    expect(letter).toContain("<h1");
    expect(letter).not.toMatch(/Ana|Rivera|213|90210/);
  });

  it("a site does not start with a report that nobody could send, or to an invalid address", async () => {
    await expect(startSite({ stubs: false, campaigns })).rejects.toThrow(
      "report in campaigns needs a destination of kind email",
    );
    const wrong = [{ affid: "252", report: ["one at partner"] }];
    await expect(startSite({ ...settings, campaigns: wrong })).rejects.toThrow(
      "campaigns.0.report.0 must be an e-mail address",
    );
  });
});
