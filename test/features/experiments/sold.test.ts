import { afterAll, describe, expect, it } from "vitest";
import { dayCounter } from "../../../services/calendar/days.ts";
import { analyses } from "../../../services/features/experiments/numbers.ts";
import { freshIndex } from "../../../services/features/numbers/index/session-index.ts";
import { numbersIn } from "../../../services/features/numbers/tables/numbers.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { openConnection } from "../../../services/store/engine/connection.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { chartsToken, withCharts } from "../../support/console-people.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { siteForTests } from "../../support/during.ts";
import { send } from "../../support/send.ts";
import { change, query } from "../../support/store-reader.ts";
import { offeredSale } from "../../support/submissions.ts";
import { walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const hourMs = 60 * 60_000;
const timeZone = "America/Los_Angeles";

const buyer = await startStub(() => ({ body: { buy: "yes" } }));
afterAll(() => buyer.stop());
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * hourMs).toISOString();
const site = siteForTests(() => ({
  ...withCharts,
  destinations: {
    north: {
      kind: "json",
      mode: "live",
      url: buyer.origin,
      price: 50,
      repeats: { hours: 0 },
      only: { qualified: "any" },
      answer: { accepted: { field: "buy", is: "yes" } },
    },
  },
  order: ["north"],
  experiments: {
    salt: "a salt of the tests",
    list: [
      {
        id: "theme",
        about: "Another color.",
        paths: ["/survey/c"],
        control: "plain",
        metric: "sold",
        "sold-after": 3,
        start: daysAgo(20),
        arms: ["plain", "other"].map((name) => ({ name, weight: 1 })),
      },
    ],
  },
}));

it("the report says what is sold and after how many days, and what has come back later only as revenue", async () => {
  for (let visit = 0; visit < 6; visit++) await walkForms(site.url, "/survey/c");
  const rows = (sql: string) => query(site.databaseFile, sql).length;
  await waitFor("the sales", () => rows("select id from sales_ledger where kind = 'sale'") === 6);
  await waitFor(
    "the sessions",
    () => rows("select id from analytics_sessions where result = 'qualified'") === 6,
  );
  // Five visits of ten days ago, and one that is three days old today.
  change(site.databaseFile, (database) => {
    database.exec(`update analytics_sessions set day = day - case id when 1 then 3 else 10 end, hour = null;
      update sales_ledger set at = at - ${10 * 24 * hourMs};
      insert into sales_ledger select id || 'r', once || 'r', 'return', 'back', at + ${9 * 24 * hourMs}, lead_id, message_id, buyer,
        buyer_lead_id, -cents, affiliate, sub_id, offer, survey, state, qualified, id, 'ana', '', return_days, payout
        from sales_ledger where kind = 'sale' and lead_id in (select leads.id from leads join analytics_sessions
          on visit_id = origin where analytics_sessions.id > 1) order by id limit 1`);
  });
  const { text } = await send(site.url, "/graphs/experiments/theme", {
    headers: { Authorization: `Bearer ${chartsToken}` },
  });
  const words = text.replaceAll(/<script.*?<\/script>/gs, "").replaceAll(/<[^>]*>/g, " ");
  expect(words).toContain("Sold leads per visit with an answer");
  expect(words).toContain("bought, and not wholly given back, 3 full days after the day of the visit");
  const cells = (pattern: string) =>
    [...words.matchAll(new RegExp(`(?:plain|other)\\s+${pattern}`, "g"))].map((found) =>
      found.slice(1).map(Number),
    );
  const sum = (all: number[][], column: number) => all.reduce((total, each) => total + each[column]!, 0);
  const arms = cells("50\\.0%\\s+(\\d+)\\s+(\\d+)");
  expect([sum(arms, 0), sum(arms, 1)]).toEqual([5, 5]);
  expect(sum(cells("\\$(\\d+)\\.00\\s"), 0)).toBe(200);
});

describe.each(databases)("what counts as sold on $name", ({ start }) => {
  const on = freshStore(start, { dataKeys: ["d".repeat(32)] });
  const source = {
    variant: "c",
    path: "/survey/c",
    offer: "57",
    affiliate: "252",
    subId: "s",
    version: "v1",
    device: "phone",
    language: "en",
    scripts: "on" as const,
    simulated: false,
  };
  const session = { trace: { variant: "c", items: "", place: "end" }, result: "qualified", hour: null };

  /** A visit of an arm, with a lead that its buyer may still buy. @param at when it would */
  async function visitOf(arm: string, at = on.now) {
    const sale = await offeredSale(on, { at });
    const flags = `experiment:${arm},drawn:12345678`;
    const counted = {
      dqReason: "",
      dwells: "",
      day: dayCounter(timeZone)(on.now),
      source: { ...source, flags },
    };
    await on.store.analytics.add([{ ...session, ...counted, visitId: sale.visitId }]);
    return sale;
  }
  /** Sells, and gives back so many cents, or all that is left, after so many days. */
  async function sold(arm: string, ...back: [days: number, cents?: number][]) {
    const sale = await visitOf(arm);
    const beganAt = on.now;
    await sale.sell();
    for (const [days, cents] of back) {
      on.now = beganAt + days * 24 * hourMs;
      const line = (await on.store.books.ledger.list({ kind: "sale" }, 100)).find(
        ({ leadId }) => leadId === sale.leadId,
      );
      const given = await on.store.books.ledger.giveBack(line!.id, cents, { person: "ana", reason: "r" });
      expect(given).not.toHaveProperty("refused");
    }
    on.now = beganAt;
    return sale;
  }
  async function armsOf(after: number) {
    const connection = await openConnection(on.url, silentLog);
    const store = numbersIn(connection, () => on.now);
    const thread = { connection, fresh: freshIndex(store, () => on.now) };
    const today = dayCounter(timeZone)(on.now);
    const rule = { after, first: today, last: today, timeZone };
    const { days } = await analyses.numbers(thread, "theme", "real", rule);
    const simulated = await analyses.numbers(thread, "theme", "simulated", rule);
    const before = await analyses.soldAt(thread, ["/survey/c"], rule);
    await connection.close();
    expect(simulated.days.every((each) => each.sold === 0)).toBe(true);
    const arms = days.map(({ arm, begun, sold, cents }) => `${arm}: ${sold} of ${begun}, ${cents}`);
    return [...arms, `at all: ${before}`];
  }

  it("is what is bought, and not wholly given back, so many full days after the day of the visit", async () => {
    await sold("theme/plain");
    await sold("theme/plain", [3, 2_000]);
    await sold("theme/plain", [3]);
    await sold("theme/plain", [3, 2_000], [4]);
    await sold("theme/other", [9]);
    await visitOf("theme/other");
    await sold("another/plain");
    await sold("theme/other (won)");
    // In California it is two in the afternoon: the day has more than nine hours left, and less than ten.
    for (const hours of [7 * 24 + 9, 7 * 24 + 10])
      await (await visitOf("theme/other", on.now + hours * hourMs)).sell();
    expect(await armsOf(7)).toEqual(["other: 2 of 4, 24000", "plain: 2 of 4, 22000", "at all: 6"]);
    expect(await armsOf(8)).toEqual(["other: 3 of 4, 24000", "plain: 2 of 4, 22000", "at all: 7"]);
    expect(await armsOf(9)).toEqual(["other: 2 of 4, 24000", "plain: 2 of 4, 22000", "at all: 6"]);
    expect(await armsOf(2)).toEqual(["other: 1 of 4, 24000", "plain: 4 of 4, 22000", "at all: 7"]);
  });

  it("stays with an arm when its visitor is erased, and with the books when a buyer pays nothing", async () => {
    await sold("theme/plain");
    const erased = await sold("theme/other");
    await on.store.people.erase({ email: "zoe@example.com" });
    expect(erased.leadId).toBeTruthy();
    expect(await armsOf(7)).toEqual(["other: 1 of 1, 12000", "plain: 1 of 1, 12000", "at all: 2"]);
    const report = {
      outcome: "paid" as const,
      amountCents: 0,
      currency: "USD",
      buyer: "north",
      buyerLeadId: null,
    };
    await on.store.books.outcomes.add([{ ...report, id: "o1", leadId: erased.leadId, at: on.now }]);
    expect(await armsOf(7)).toEqual(["other: 0 of 1, 0", "plain: 1 of 1, 12000", "at all: 1"]);
  });
});
