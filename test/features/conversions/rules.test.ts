import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { clickOf, hashesOf, mayKnow } from "../../../services/features/conversions/matching.ts";
import { readerFor } from "../../../services/features/conversions/messages.ts";
import { type Conversions, conversionsIn, faultsIn } from "../../../services/features/conversions/setting.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { sourceIn } from "../../../services/store/sales/ledger-book.ts";
import { databases, freshStore } from "../../support/databases.ts";
import { claimpathIn } from "../../support/files.ts";
import { dataKey } from "../../support/sealed.ts";
import { sqlOn } from "../../support/store-reader.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { tokens } from "./networks.ts";

const meta = { mode: "live", pixel: 123456789012345 };
const google = {
  mode: "live",
  customer: "1234567890",
  "client-id": "client.apps.example",
  events: { sold: "7002" },
};
const microsoft = { mode: "live", customer: 11111, account: 22222, "client-id": "0000-client" };
const read = (conversions: object, env: Record<string, string> = tokens) =>
  readSettings({ CLAIMPATH_FILE: claimpathIn({ conversions }), ...env });

describe("the settings of a network", () => {
  it.each<[string, object, string]>([
    ["an unknown network", { facebook: meta }, "conversions.facebook is not known here"],
    [
      "an unknown key",
      { meta: { ...meta, pixels: 1 } },
      "conversions.meta.pixels is not known here; did you mean pixel?",
    ],
    ["no pixel", { meta: { mode: "live" } }, "conversions.meta.pixel "],
    [
      "another pixel",
      { meta: { ...meta, pixel: "12 34" } },
      "conversions.meta.pixel must be a pixel id of 5 to 20 digits",
    ],
    ["another mode", { meta: { ...meta, mode: "real" } }, "conversions.meta.mode must be test or live"],
    [
      "a test without its code",
      { meta: { pixel: 12345 } },
      "conversions.meta.mode must be live, or test with test-event-code",
    ],
    [
      "no event",
      { meta: { ...meta, events: {} } },
      "conversions.meta.events must have lead, sold, returned or corrected",
    ],
    [
      "a return that counts as a sale",
      { meta: { ...meta, events: { sold: "Purchase", returned: "Purchase" } } },
      "conversions.meta.events.returned must be another name, or it counts as one more of these",
    ],
    [
      "a return of nothing",
      { google: { ...google, events: { lead: "7001", returned: "restate" } } },
      "conversions.google.events.returned needs sold beside it, which it changes",
    ],
    [
      "Google's retraction",
      { google: { ...google, events: { sold: "1", returned: "retract" } } },
      "returned must be restate",
    ],
    [
      "an action by its name",
      { google: { ...google, events: { sold: "Sold lead" } } },
      "events.sold must be the id of a conversion action",
    ],
    [
      "an account with hyphens",
      { google: { ...google, customer: "123-456-7890" } },
      "conversions.google.customer must be an account's id",
    ],
    ["no events", { microsoft }, "conversions.microsoft.events is missing"],
    [
      "nothing to match by",
      { meta: { ...meta, "without-click": "yes" } },
      "without-click needs match, by which",
    ],
    [
      "another match",
      { meta: { ...meta, match: ["name"] } },
      "conversions.meta.match.0 must be among email, phone",
    ],
    [
      "a state in words",
      { meta: { ...meta, "not-in": ["Texas"] } },
      "not-in.0 must be the two capital letters of a state",
    ],
    [
      "a test event's code that is none",
      { meta: { ...meta, "test-event-code": "a b" } },
      "must be the code that the network shows",
    ],
  ])("a site does not start with %s, and says where", (_, conversions, fault) => {
    expect(() => read(conversions)).toThrow(fault);
    expect(() => read(conversions)).toThrow(/claimpath\.yaml line \d+ column \d+: conversions\./);
  });

  it("a site does not start with a stub for a network that is live on a public site", () => {
    const standIn = { ...tokens, CONVERSION_URLS: "meta=http://127.0.0.1:9" };
    const site = { SITE_ORIGIN: "https://claims.example" };
    expect(() => read({ meta }, { ...standIn, ...site })).toThrow(
      "CONVERSION_URLS must not name meta while conversions.meta.mode is live",
    );
    expect(faultsIn(read({ meta }, standIn))).toEqual([]);
    const tried = { meta: { ...meta, mode: "test", "test-event-code": "TEST1" } };
    expect(faultsIn(read(tried, { ...standIn, ...site }))).toEqual([]);
    expect(() => read({ google }, standIn)).toThrow(
      "CONVERSION_URLS names meta, which is not in conversions",
    );
    expect(() => read({ meta }, { ...tokens, CONVERSION_URLS: "facebook=http://127.0.0.1" })).toThrow(
      "CONVERSION_URLS must be comma-separated <network>=<http or https address without a path>",
    );
  });
});

const sample: Record<string, object> = {
  meta,
  google,
  tiktok: { mode: "live", pixel: "CTTTTTTTTTTTTTTTTTTT" },
  microsoft: { ...microsoft, events: { sold: "Sold lead" } },
};
const of = (network: string, more: object = {}): Conversions =>
  conversionsIn(read({ [network]: { ...sample[network], ...more } }))[0]!;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe("what a network is told of a person", () => {
  it.each([
    // The first two and their hashes are from Meta's own page.
    [
      "meta",
      { email: " John_Smith@gmail.com " },
      { email: "62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f" },
    ],
    [
      "meta",
      { phone: "(650)555-1212" },
      { phone: "e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176" },
    ],
    [
      "meta",
      { email: "cloudy.sanfrancisco+shopping@gmail.com" },
      { email: sha256("cloudy.sanfrancisco+shopping@gmail.com") },
    ],
    [
      "google",
      { email: "cloudy.sanfrancisco+shopping@gmail.com" },
      { email: sha256("cloudysanfrancisco@gmail.com") },
    ],
    ["google", { email: "A.B+c@GoogleMail.com" }, { email: sha256("ab@googlemail.com") }],
    ["google", { email: "user.name+NYC@Example.com" }, { email: sha256("user.name+nyc@example.com") }],
    ["google", { phone: "18005550100" }, { phone: sha256("+18005550100") }],
    [
      "tiktok",
      { phone: "8005550100", email: "A@b.co" },
      { email: sha256("a@b.co"), phone: sha256("+18005550100") },
    ],
    ["microsoft", { phone: "800-555-0100" }, { phone: sha256("+18005550100") }],
    ["microsoft", { email: "no address", phone: "555-0100" }, {}],
  ])("%s is told %o by its hash", (network, record, hashes) => {
    expect(hashesOf(of(network, { match: ["email", "phone"] }), record)).toEqual(hashes);
    expect(hashesOf(of(network), record)).toEqual({});
  });

  it("a network may be told whose click it was except in excluded states, and of other people only where the owner says so", () => {
    const may = (network: string, record: object, more: object = {}) =>
      mayKnow(of(network, more), { state: "TX", phone: "2135550123", ...record });
    expect(["meta", "google", "tiktok", "microsoft"].map((each) => may(each, { fbclid: "IwAR1" }))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([
      may("google", { wbraid: "w-1" }),
      may("tiktok", { ttclid: "E.C.P.1" }),
      may("microsoft", { msclkid: "m1" }),
    ]).toEqual([true, true, true]);
    // A link can be made to bring the visitor's own number.
    expect(may("meta", { fbclid: "2135550123" })).toBe(false);
    expect(clickOf("google", { gclid: "", gbraid: "b-1", wbraid: "w-1" })).toEqual({
      name: "gbraid",
      id: "b-1",
    });
    for (const state of ["WA", "NV", "CT", "", undefined])
      expect(may("meta", { fbclid: "IwAR1", state })).toBe(false);
    expect(may("meta", { fbclid: "IwAR1", state: "WA" }, { "not-in": [] })).toBe(true);
    expect(may("meta", { fbclid: "IwAR1" }, { "not-in": ["TX"] })).toBe(false);
    const without = { match: ["phone"], "without-click": "yes" };
    expect([
      may("meta", {}, without),
      may("meta", { phone: "" }, without),
      may("meta", {}, { match: ["phone"] }),
    ]).toEqual([true, false, false]);
  });
});

describe.each(databases)("a crash between a sale and its report to the networks, on $name", ({ start }) => {
  const networks: Conversions[] = [
    of("meta", { events: { lead: "Lead", sold: "Purchase", returned: "Back" } }),
    of("google", { events: { sold: "7002", returned: "restate", corrected: "restate" } }),
  ];
  const readers = [{ name: "conversions", ...readerFor(networks) }];
  const on = freshStore(start, { readers, dataKeys: [dataKey] }, Date.now());

  it("loses and duplicates none, however many processes continue, and reports add up to the books", async () => {
    const dies = [{ ...readers[0]!, messages: () => Promise.reject(new Error("this process dies here")) }];
    const dying = await on.open({ readers: dies });
    const leads = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const submission = aSubmission(["north"], on.now + index);
        submission.lead.record = { affid: "9", state: "TX", fbclid: `IwAR-${index}`, gclid: `Cj0-${index}` };
        await dying.submit(aVisit(), 0, [], submission);
        return submission.lead.id;
      }),
    );
    const sell = async (lead: string, cents: number) => {
      const [message] = (await dying.outbox.ofLead(lead)).messages.filter(
        ({ destination }) => destination === "north",
      );
      const booked = {
        messageId: message!.id,
        leadId: lead,
        buyer: "north",
        buyerLeadId: null,
        cents,
        at: on.now,
        ...sourceIn({ affid: "9" }),
        survey: "c",
        qualified: true,
        returnDays: 14,
        payout: "10%",
      };
      await dying.outbox.delivered(message!, "accepted", "yes", { booked });
    };
    for (const [index, lead] of leads.entries()) await sell(lead, 10_000 + index);
    const messages = () =>
      sqlOn<{ destination: string; payload: string; lead_id: string }>(
        on.url,
        "select destination, payload, lead_id from outbox where destination like 'conversion.%'",
      );
    expect(await messages()).toEqual([]);
    await dying.close();
    const goOn = async () => {
      const others = await Promise.all([on.open(), on.open()]);
      await Promise.all([on.store, ...others].map((each) => each.bookkeeping.catchUp()));
      await Promise.all(others.map((each) => each.close()));
    };
    await goOn();
    const named = async () => (await messages()).map(({ destination }) => destination).sort();
    const times = (name: string, count: number) => Array.from({ length: count }, () => name);
    expect(await named()).toEqual([
      ...times("conversion.google.sold", 6),
      ...times("conversion.meta.lead", 6),
      ...times("conversion.meta.sold", 6),
    ]);
    const [first, second] = leads as [string, string];
    const returned = (leadId: string, amountCents: number | null, outcome: "returned" | "paid") => ({
      id: `${leadId}${outcome}`,
      leadId,
      outcome,
      at: on.now,
      day: Math.floor(on.now / 86_400_000),
      buyer: "north",
      buyerLeadId: null,
      amountCents,
      currency: amountCents === null ? null : "USD",
      reason: null,
    });
    await on.store.books.outcomes.add([returned(first, null, "returned")]);
    await on.store.books.outcomes.add([returned(second, 4_535, "paid")]);
    await goOn();
    expect((await named()).filter((name) => !name.endsWith("sold") && !name.endsWith("lead"))).toEqual([
      "conversion.google.corrected",
      "conversion.google.returned",
      "conversion.meta.returned",
    ]);
    const reports = (await messages()).map(({ payload, ...row }) => ({ ...row, ...JSON.parse(payload) }));
    expect(new Set(reports.map(({ id }) => id)).size).toBe(reports.length);
    const sum = (name: string) =>
      reports.filter(({ destination }) => destination === name).reduce((all, { cents }) => all + cents, 0);
    const lines = await on.store.bookkeeping.ofLeads(leads);
    const sold = lines.filter(({ kind }) => kind === "sale").reduce((all, { cents }) => all + cents, 0);
    expect([sum("conversion.meta.sold"), sum("conversion.meta.returned")]).toEqual([sold, 10_000]);
    expect(reports.find(({ destination }) => destination === "conversion.google.corrected")).toMatchObject({
      cents: 4_535,
    });
    expect(sum("conversion.google.returned")).toBe(10_000);
  });
});
