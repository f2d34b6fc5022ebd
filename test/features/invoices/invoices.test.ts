import { describe, expect, it } from "vitest";
import { dayText, monthOf } from "../../../services/calendar/days.ts";
import { letterOf } from "../../../services/features/invoices/document.ts";
import {
  type Asked,
  drafted,
  makeInvoice,
  type Site,
  sayOf,
  takeBack,
  unbilled,
} from "../../../services/features/invoices/operations.ts";
import type { Store } from "../../../services/store/store.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { settingsWith } from "../../support/files.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { offeredSale } from "../../support/submissions.ts";

const dayMs = 24 * 60 * 60_000;
const zone = "America/Los_Angeles";

describe.each(databases)("invoices on $name", ({ start }) => {
  // The afternoon of 14 November in California.
  const on = freshStore(start, { dataKeys: ["d".repeat(32)], timeZone: zone });
  const own = {
    from: ["Claimpath LLC"],
    "due-days": 30,
    prefix: "",
    rows: "day",
    tax: { name: "Sales tax", percent: 8.875 },
    buyers: { NORTH: { address: ["North Law LLP", "2 Court Street"] } },
  };
  const site = (store: Store = on.store, invoices: object = own): Site => ({
    store,
    settings: { siteTimeZone: zone, sections: { invoices }, destinations: [] },
    now: () => on.now,
  });
  const sell = async (more: Parameters<typeof offeredSale>[1] = {}) => (await offeredSale(on, more)).sell();
  const make = async (asked: Asked, at = site()) => makeInvoice(at, await drafted(at, asked), "ana");
  const close = (month: string) => {
    const { from, until } = monthOf(month, zone)!;
    return on.store.books.ledger.close({ month, begins: from, ends: until }, "ana");
  };
  const shown = async (number: string) => (await on.store.invoices.get(number))!;
  const states = async () =>
    (await on.store.invoices.list()).map(({ number, state }) => `${number} ${state}`);
  const nextMonth = async (month: string) => {
    on.now = monthOf(month, zone)!.until + dayMs / 2;
    await close(month);
  };

  /** Two sales to north and one to South in November, of which one is credited and one comes back in December. */
  async function november() {
    await sell({ cents: 4_500 });
    await sell({ cents: 4_500, buyer: "North" });
    on.now += dayMs;
    await sell({ cents: 12_001 });
    await sell({ buyer: "South", payout: "" });
    const sales = await on.store.books.ledger.list({ kind: "sale" }, 9);
    const by = { person: "ana", reason: "Canaria" };
    await on.store.books.ledger.giveBack(sales[0]!.id, 1_000, by);
    await nextMonth("2023-11");
    await on.store.books.ledger.giveBack(sales.find(({ cents }) => cents === 12_001)!.id, undefined, by);
  }

  it("say what the buyer takes as it was agreed when they were made out, whatever changes later", async () => {
    await november();
    const agreed = (days: number): Site => {
      const yaml = `destinations:\n  north: { kind: json, url: "https://north.example", only: { accident-days: { at-most: ${days} } } }\norder: [north]\n`;
      const { settings, ...means } = site();
      return { ...means, settings: { ...settings, destinations: settingsWith(yaml).destinations } };
    };
    const number = await make({ buyer: "north", month: "2023-11" }, agreed(365));
    const said =
      "By the terms agreed North Law LLP takes qualified leads only: with an accident in the last 365 days. All amounts";
    expect(letterOf((await shown(number)).document).text).toContain(said);
    const { draft } = await drafted(agreed(30), { buyer: "north", month: "2023-11" });
    expect(draft.terms).toContain("in the last 30 days");
    expect(letterOf((await shown(number)).document).text).toContain(said);
  });

  it("have what the books have of a closed month, to the cent, and never more; what comes later is in the next one", async () => {
    await november();
    expect(await unbilled(site())).toMatchObject([
      { buyer: "North", month: "2023-11", lines: 4, cents: 20_001 },
      { buyer: "South", month: "2023-11", cents: 12_000 },
    ]);
    expect(await make({ buyer: "north", month: "2023-11" })).toBe("2023-0001");
    const { document, invoice } = await shown("2023-0001");
    const { text, html } = letterOf(document);
    expect(text).toBe(
      [
        "Invoice 2023-0001",
        "Date: Dec 1, 2023\nDue: Dec 31, 2023\nFor: Nov 1, 2023 to Nov 30, 2023",
        "From\nClaimpath LLC",
        "To\nNorth Law LLP\n2 Court Street",
        [
          "Item                   Count     Each   Amount",
          "Leads, Nov 14, 2023        2   $45.00   $90.00",
          "Leads, Nov 15, 2023        1  $120.01  $120.01",
          "Credits, Nov 15, 2023      1  -$10.00  -$10.00",
        ].join("\n"),
        [
          "Before tax                             $200.01",
          "Sales tax (8.875 %)                     $17.75",
          "Total                                  $217.76",
        ].join("\n"),
        "All amounts are in US dollars. Days are those of America/Los_Angeles.\n",
      ].join("\n\n"),
    );
    expect(html).toContain('<td align="right">$120.01</td>');
    expect(text + html).not.toMatch(/Canaria|Zo|https?:/);
    const sum = await sqlOn(
      on.url,
      `select sum(cents) as cents from sales_ledger where lower(buyer) = 'north' and part <> 'payout'
       and at >= ${invoice.begins} and at < ${invoice.ends}`,
    );
    expect(Number((sum as { cents: number }[])[0]!.cents)).toBe(document.net);
    await expect(drafted(site(), { buyer: "north", month: "2023-12" })).rejects.toThrow(
      "2023-12 is not a closed month",
    );
    await nextMonth("2023-12");
    expect((await shown("2023-0001")).document).toEqual(document);
    expect(await unbilled(site())).toMatchObject([
      { buyer: "north", month: "2023-12", cents: -12_001 },
      { buyer: "South", month: "2023-11" },
    ]);
    const december = await make({ buyer: "north", month: "2023-12" });
    expect((await shown(december)).document).toMatchObject({
      title: "Credit note",
      due: null,
      net: -12_001,
      rows: [{ text: "Returned leads, Dec 1, 2023", count: 1, each: -12_001, cents: -12_001 }],
    });
  });

  it("have numbers without a gap when two processes make and refuse them at once, by the year of the owner's zone", async () => {
    const buyers = ["a", "b", "c", "d", "e"];
    for (const buyer of buyers) await sell({ buyer });
    await close("2023-11");
    // The last evening of the year in California, when it is another year in UTC.
    on.now = Date.parse("2024-01-01T03:00:00Z");
    const other = await on.open();
    try {
      const made = await Promise.allSettled(
        [...buyers, ...buyers].map((buyer, index) =>
          make({ buyer, month: "2023-11" }, site(index % 2 === 0 ? on.store : other)),
        ),
      );
      const numbers = made.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
      expect(numbers.sort()).toEqual(buyers.map((_, index) => `2023-000${index + 1}`));
      for (const each of made)
        if (each.status === "rejected") expect(each.reason.message).toMatch(/^2023-000\d has some of these/);
    } finally {
      await other.close();
    }
    on.now += 6 * 60 * 60_000;
    expect(
      await takeBack(site(on.store, { ...own, prefix: "CP-" }), "2023-0001", "a wrong address", "ana"),
    ).toBe("CP-2024-0001");
  });

  it("are taken back by a note of the same money, and made out again; days that one has are in no other", async () => {
    await november();
    const days = { buyer: "north", from: "2023-11-10", to: "2023-11-14" };
    const first = await make(days);
    await expect(make({ buyer: "north", month: "2023-11" })).rejects.toThrow(`${first} has some of these`);
    expect((await unbilled(site())).filter(({ buyer }) => buyer !== "South")).toMatchObject([
      { first: "2023-11-15", last: "2023-11-30", month: undefined, cents: 11_001 },
    ]);
    const back = await takeBack(site(), first, "call Ana at 213-555-0189", "ana");
    const [one, other] = [await shown(first), await shown(back)];
    expect(other.document.takesBack).toEqual({ number: first, reason: "call Ana at …" });
    expect([one.document.total + other.document.total, one.document.net + other.document.net]).toEqual([
      0, 0,
    ]);
    expect(await states()).toEqual([`${back} credit note`, `${first} void`]);
    for (const [again, why] of [
      [() => takeBack(site(), first, "again", "ana"), `${back} has taken ${first} back already.`],
      [() => takeBack(site(), back, "again", "ana"), "cannot be taken back"],
      [
        () => sayOf(site(), { number: first, kind: "paid", day: "", note: "" }, "ana"),
        `Nobody pays ${first}: it is taken back.`,
      ],
    ] as const)
      await expect(again()).rejects.toThrow(why);
    expect(await make({ buyer: "north", month: "2023-11" })).toBe("2023-0003");
  });

  it("are open, overdue after their due day, paid and unpaid, with notes that are sealed", async () => {
    await november();
    const number = await make({ buyer: "north", month: "2023-11" });
    const say = (kind: "paid" | "unpaid" | "sent", day = "", note = "") =>
      sayOf(site(), { number, kind, day, note }, "ana");
    await expect(say("paid", "2023-12-09")).rejects.toThrow("2023-12-09 is still to come.");
    await expect(say("paid", "soon")).rejects.toThrow("Use a day such as 2026-10-31.");
    await expect(say("unpaid")).rejects.toThrow("is not paid");
    await say("sent");
    await expect(say("sent")).rejects.toThrow("was sent on 2023-12-01");
    // The whole due day is in time.
    on.now = Date.parse("2024-01-01T07:59:00Z");
    expect(await states()).toEqual([`${number} open`]);
    on.now += 60_000;
    expect(await states()).toEqual([`${number} overdue`]);
    await say("paid", "2023-12-30", "check 7 of Canaria");
    await expect(say("paid")).rejects.toThrow("was paid on 2023-12-30");
    await expect(takeBack(site(), number, "wrong", "ana")).rejects.toThrow("is paid");
    expect(await states()).toEqual([`${number} paid`]);
    expect((await shown(number)).marks.map(({ remark }) => remark)).toEqual(["", "check 7 of Canaria"]);
    const raw = await sqlOn(on.url, "select remark from invoice_marks");
    expect(JSON.stringify(raw)).not.toContain("Canaria");
    await say("unpaid");
    expect(await states()).toEqual([`${number} overdue`]);
  });

  it("are paid in parts, each with its day, and stay overdue by what is open", async () => {
    await november();
    const number = await make({ buyer: "north", month: "2023-11" });
    const pay = (amount: string, day = "") =>
      sayOf(site(), { number, kind: "paid", day, note: "", amount }, "ana");
    const standing = async () => {
      const { state, paid, open, paidDay } = (await shown(number)).invoice;
      return [state, paid, open, paidDay === null ? null : dayText(paidDay)];
    };
    const total = (await shown(number)).invoice.cents;
    on.now = Date.parse("2024-01-01T08:00:00Z");
    const [part, rest] = ["10.25", ((total - 1_025) / 100).toFixed(2)];
    await expect(pay("0.00")).rejects.toThrow("Use dollars and cents");
    await expect(pay("1e3")).rejects.toThrow("Use dollars and cents");
    await expect(pay(((total + 1) / 100).toFixed(2))).rejects.toThrow("No more than");
    await pay(part, "2023-12-20");
    expect(await standing()).toEqual(["overdue", 1_025, total - 1_025, null]);
    await expect(pay(((total - 1_024) / 100).toFixed(2)), "more than is left").rejects.toThrow(
      "No more than",
    );
    const both = await Promise.allSettled([pay(rest), pay(rest)]);
    expect(both.map(({ status }) => status).sort(), "the rest comes once").toEqual(["fulfilled", "rejected"]);
    expect(await standing()).toEqual(["paid", total, 0, "2024-01-01"]);
    await sayOf(site(), { number, kind: "unpaid", day: "", note: "" }, "ana");
    expect(await standing(), "the last payment alone is taken back").toEqual([
      "overdue",
      1_025,
      total - 1_025,
      null,
    ]);
    await pay("");
    expect(await standing(), "all that is open").toEqual(["paid", total, 0, "2024-01-01"]);
  });
});
