import { describe, expect, it } from "vitest";
import { reportOnce } from "../../../services/features/books/affiliate-reports.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { settingsWith } from "../../support/files.ts";
import { sqlOn } from "../../support/store-reader.ts";

const hourMs = 3_600_000;

describe.each(databases)("letters to affiliates on $name", ({ start }) => {
  const on = freshStore(start);
  const settings = {
    ...settingsWith("destinations: {}\n"),
    siteTimeZone: "America/New_York",
    ofCampaigns: { report: ["252", "7"].map((affiliate) => ({ affiliate, said: ["a@partner.example"] })) },
  };
  const letters = async () => {
    const found = await on.store.notices.unsent();
    return found.map(({ id }) => id).sort();
  };

  it("are queued by one of two processes, in the morning, once a day", async () => {
    const other = await on.open();
    const report = () =>
      Promise.all(
        [on.store, other].map((store) => reportOnce({ store, settings, now: () => on.now, log: silentLog })),
      );
    // Half past six in New York, on the day after summer time ended.
    on.now = Date.UTC(2026, 10, 2, 11, 30);
    await report();
    expect(await letters()).toEqual([]);
    on.now += hourMs;
    await report();
    await report();
    expect(await letters()).toEqual(["report.252.2026-11-01", "report.7.2026-11-01"]);
    on.now += 3 * 24 * hourMs - 2 * hourMs;
    await report();
    expect((await letters()).filter((id) => id.startsWith("report.252"))).toEqual(
      ["01", "02", "03"].map((day) => `report.252.2026-11-${day}`),
    );
    on.now += 30 * 24 * hourMs + 2 * hourMs;
    await report();
    expect((await letters()).filter((id) => id.startsWith("report.252.2026-12"))).toEqual([
      "report.252.2026-12-04",
    ]);
    await other.close();
  });

  it("count visits, leads and days of one affiliate, and no simulated visits", async () => {
    const source = {
      variant: "c",
      path: "/survey/c",
      offer: "57",
      affiliate: "252",
      subId: "",
      version: "v",
      device: "phone",
      language: "en",
      flags: "",
      scripts: "on" as const,
      simulated: false,
    };
    const session = {
      visitId: null,
      source,
      trace: { variant: "c", items: "", place: "AtFault" },
      day: 20_000,
      hour: null,
      result: "qualified",
      dqReason: "",
      dwells: "",
    };
    await on.store.analytics.add([
      session,
      { ...session, result: "disqualified" },
      { ...session, day: 20_001, result: "open" },
      { ...session, source: { ...source, affiliate: "7" } },
      { ...session, source: { ...source, simulated: true } },
    ]);
    await on.store.firstViews.add([{ source, hour: 480_000, day: 20_000, views: 5 }]);
    const counts = await on.store.analytics.ofAffiliate("252", 20_000, 20_000);
    const sum = (of: "views" | "sessions" | "leads") => counts.reduce((all, each) => all + each[of], 0);
    expect([sum("views"), sum("sessions"), sum("leads")]).toEqual([5, 2, 2]);
    // One lead that two buyers bought and both returned, at half past eleven in the evening there.
    for (const [kind, buyer] of ["sale", "return"].flatMap((each) => [
      [each, "north"],
      [each, "south"],
    ]))
      await sqlOn(
        on.url,
        `insert into sales_ledger (id, once, kind, part, at, lead_id, buyer, cents, affiliate, sub_id, offer, survey, state, person, reason, payout)
          values ('${kind} ${buyer}', '${kind} ${buyer}', '${kind}', 'back', ${Date.parse("2024-10-05T03:30Z")}, 'a', '${buyer}', 1, '252', '', '', '', '', '', '', '')`,
      );
    on.now = Date.parse("2024-10-05T12:00Z");
    await reportOnce({ store: on.store, settings, now: () => on.now, log: silentLog });
    const bodies = "select body from alarm_notices where id = 'report.252.2024-10-04'";
    const [letter] = await sqlOn<{ body: string }>(on.url, bodies);
    for (const line of ["Visits +5 +5", "Leads +2 +2", "Sold +1 +1", "Returned +1 +1"])
      expect(JSON.parse(letter!.body).text).toMatch(RegExp(line));
  });
});
