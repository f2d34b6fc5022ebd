import { afterAll, describe, expect, test } from "vitest";
import { routed } from "../../../services/delivery/outbox/route.ts";
import { startOutbox } from "../../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { createProviders } from "../../../services/providers/index.ts";
import { monthOf } from "../../../services/sales/period.ts";
import { invoiceOf, payoutsTo } from "../../../services/sales/statements.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { openConnection } from "../../../services/store/connection.ts";
import { outcomeTally } from "../../../services/store/outcome-tally.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { destinationsIn } from "../../support/destinations.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const dayMs = 24 * 60 * 60_000;
const october = monthOf("2026-10", "America/New_York")!;
const names = ["north", "south", "west"] as const;
type Name = (typeof names)[number];

/** What a buyer itself writes down: the only thing that the recount knows, besides what went back. */
type Bought = { buyer: Name; lead: string; affiliate: string; cents: number; day: number };
type WentBack = { lead: string; buyer: Name; cents: number; day: number };

describe.each(databases)("a month of sales on $name", ({ start }) => {
  const bought: Bought[] = [];
  const wentBack: WentBack[] = [];
  const on = freshStore(start, {}, october.from + dayMs / 2);
  const today = () => Math.floor((on.now - october.from) / dayMs);

  /** Who pays how much: the price of north changes in the middle of the month; west names none. */
  const priceOf = (name: Name) => ({ north: today() < 15 ? 120 : 95.5, south: 60.25, west: 0 })[name];
  const takes = (name: Name, n: number) =>
    ({ north: n % 3 === 0, south: n % 3 === 1, west: n % 5 < 4 })[name];

  test("ends in the books, invoices, payouts and revenue that the buyers' own lists come to, to the cent", {
    timeout: 240_000,
  }, async () => {
    await using buyers = await startStub(({ path, body }) => {
      const buyer = path.slice(1) as Name;
      if (path === "/desk") return { body: { buy: "yes", price: 10 } };
      const { lead, affiliate, n } = JSON.parse(body) as Record<string, string>;
      if (!takes(buyer, Number(n))) return { body: { buy: "no" } };
      const cents = buyer === "west" ? 4_000 : Math.round(priceOf(buyer) * 100);
      bought.push({ buyer, lead: lead!, affiliate: affiliate!, cents, day: today() });
      return { body: { buy: "yes", ...(buyer !== "west" && { price: priceOf(buyer) }), ref: `r-${n}` } };
    });
    const answer = '{ accepted: { field: buy, is: "yes" }, price: price, id: ref }';
    const yaml = names.map(
      (name) =>
        `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${buyers.origin}/${name}", fields: { lead: id, affiliate: affid, n: sub_id }, answer: ${answer}${name === "west" ? ", price: 40.00" : ""} }\n`,
    );
    const file = destinationsIn(
      `destinations:\n${yaml.join("")}  desk: { kind: json, mode: test, price: 10.00, repeats: { hours: 0 }, url: "${buyers.origin}/desk", answer: ${answer} }\norder: [north, south, west]\naffiliates: { "7": { payout: 20.00 }, "252": { share: 40% } }\n`,
    );
    afterAll(file.remove);
    const settings = readSettings({ DESTINATIONS_FILE: file.path });
    const { destinations } = createProviders(settings, silentLog);
    const { store } = on;
    const outbox = startOutbox({
      ...{ store, destinations, now: () => on.now, pollMs: 25, maxAttempts: 3 },
      ...{ log: silentLog, random: () => 0 },
    });
    const settled = async () => {
      const paused = (await store.pauses.list()).map(({ destination }) => destination);
      const isOpen = (row: { destination: string; status: string }) =>
        ["waiting", "sending"].includes(row.status) && !paused.includes(row.destination);
      do {
        outbox.wake();
        await outbox.idle();
      } while ((await store.outbox.depth()).some(isOpen));
    };
    const back = (sale: Bought, cents = sale.cents) => {
      const { lead, buyer } = sale;
      const before = wentBack.filter((each) => each.lead === lead).reduce((sum, each) => sum + each.cents, 0);
      wentBack.push({ lead, buyer, cents: Math.min(cents, sale.cents - before), day: today() });
    };
    const report = (sale: Bought, id: string, amountCents: number | null) =>
      store.outcomes.add(
        [
          {
            ...{ id, leadId: sale.lead, outcome: "returned", at: on.now, buyer: sale.buyer.toUpperCase() },
            ...{ buyerLeadId: null, amountCents, currency: amountCents === null ? null : "USD" },
          },
        ],
        { receivedAt: on.now },
      );
    const lineOf = async (sale: Bought) =>
      (await store.ledger.ofLeads([sale.lead])).find(
        ({ kind, buyer }) => kind === "sale" && buyer === sale.buyer,
      )!;
    const by = { person: "ana", reason: "wrong number" };

    for (let n = 0; n < 120; n++) {
      on.now = october.from + Math.floor(n / 4) * dayMs + dayMs / 2;
      if (today() === 10) await store.pauses.begin("south", "ana");
      if (today() === 13) await store.pauses.end("south");
      const submission = aSubmission([], on.now);
      const affid = ["7", "252", "9"][n % 3 === 2 ? 2 : n % 2]!;
      submission.lead.record = { affid, oid: "57", sub_id: String(n), state: "TX" };
      await store.submit(aVisit({ id: `${start.name}-${n}` }), 0, [], routed(submission, destinations));
      await store.analytics.add([
        {
          ...{
            visitId: `${start.name}-${n}`,
            day: 20_000,
            hour: null,
            dqReason: "",
            dwells: "",
            result: "qualified",
          },
          trace: { variant: "c", items: "", place: "end" },
          source: {
            ...{
              variant: "c",
              path: "/survey/c",
              offer: "57",
              affiliate: affid,
              subId: String(n),
              version: "v",
            },
            ...{ device: "phone", language: "en", flags: "", scripts: "on", simulated: false },
          },
        },
      ]);
      await settled();
      const sale = bought.at(-1);
      if (!sale || n % 4 !== 3) continue;
      // A return that is told twice counts once.
      const turn = Math.floor(n / 4) % 5;
      if (turn > 2) continue;
      back(sale, turn === 2 ? 1_050 : undefined);
      if (turn > 0) await store.ledger.giveBack((await lineOf(sale)).id, turn === 2 ? 1_050 : undefined, by);
      await report(sale, `r${n}`, [null, sale.cents, 1_050][turn]!);
    }
    // What is told after the fourteen days takes nothing off by itself; and a person may still give it back.
    const [late, later] = bought as [Bought, Bought];
    on.now = october.from + 30.5 * dayMs;
    await settled();
    await report(late, "late", null);
    back(later);
    await store.ledger.giveBack((await lineOf(later)).id, undefined, by);
    await settled();
    await outbox.stop();

    expect(buyers.requests.filter(({ path }) => path === "/desk")).not.toEqual([]);
    expect(await store.ledger.list({ buyer: "desk" }, 1), "a receiver in test mode buys nothing").toEqual([]);

    // The recount.
    const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0);
    expect(new Set(bought.map(({ buyer }) => buyer))).toEqual(new Set(names));
    expect(new Set(bought.map(({ lead }) => lead)).size).toBe(bought.length);
    for (const buyer of names) {
      const theirs = bought.filter((each) => each.buyer === buyer);
      const returned = wentBack.filter((each) => each.buyer === buyer);
      const invoice = await invoiceOf(store.ledger, buyer, october);
      const sold = invoice.lines.filter(({ kind }) => kind === "sale");
      expect(sold.map(({ leadId, cents }) => `${leadId} ${cents}`).sort(), buyer).toEqual(
        theirs.map(({ lead, cents }) => `${lead} ${cents}`).sort(),
      );
      expect(invoice.cents, buyer).toBe(sum(theirs) - sum(returned));
    }
    const left = (sale: Bought) => sale.cents - sum(wentBack.filter(({ lead }) => lead === sale.lead));
    const paid: Record<string, (sale: Bought) => number> = {
      "7": (sale) => (left(sale) > 0 ? 2_000 : 0),
      "252": (sale) => Math.round((left(sale) * 4) / 10),
      "9": () => 0,
    };
    for (const [affiliate, payout] of Object.entries(paid)) {
      const theirs = bought.filter((each) => each.affiliate === affiliate);
      const { cents } = await payoutsTo(store.ledger, affiliate, october);
      expect(cents, affiliate).toBe(theirs.reduce((total, sale) => total + payout(sale), 0));
    }
    // Analysts are told the same.
    const connection = await openConnection(on.url, silentLog);
    const tally = await outcomeTally(connection, "c");
    await connection.close();
    const revenue = tally.reduce((total, row) => total + row.paid - row.credited, 0);
    expect(revenue).toBe(sum(bought) - sum(wentBack));
    // Which of them went back is one question.
    const answer252 = await store.ledger.list({ ...october, affiliate: "252", returned: true }, 100);
    const lost = new Set(wentBack.map(({ lead }) => lead));
    expect(answer252.map(({ leadId }) => leadId).sort()).toEqual(
      bought.flatMap(({ lead, affiliate }) => (affiliate === "252" && lost.has(lead) ? [lead] : [])).sort(),
    );

    // The month is closed: what comes later is dated later, and nothing of it changes.
    on.now = october.until + dayMs;
    const closed = await store.ledger.close(
      { month: "2026-10", begins: october.from, ends: october.until },
      "ana",
    );
    const before = await invoiceOf(store.ledger, "north", october);
    const first = bought.find((sale) => sale.buyer === "north" && left(sale) === sale.cents)!;
    on.now = october.until - dayMs;
    await store.ledger.giveBack((await lineOf(first)).id, undefined, by);
    expect(await invoiceOf(store.ledger, "north", october)).toEqual(before);
    expect(await store.ledger.isUnchanged(closed)).toBe(true);
    const added = (await store.ledger.ofLeads([first.lead])).find(({ kind }) => kind === "return")!;
    expect(added).toMatchObject({
      at: october.until,
      corrects: (await lineOf(first)).id,
      cents: -first.cents,
    });
    // The books outlive the leads, for their years.
    await store.retention.sweep({ leads: -90 * dayMs, undelivered: -90 * dayMs });
    expect(await invoiceOf(store.ledger, "north", october)).toEqual(before);
    await store.retention.sweep({ books: -90 * dayMs });
    expect((await invoiceOf(store.ledger, "north", october)).lines).toEqual([]);
  });
});
