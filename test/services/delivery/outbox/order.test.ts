import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { orderOf } from "../../../../services/delivery/outbox/order-of.ts";
import { routed } from "../../../../services/delivery/outbox/route.ts";
import { type Outbox, startOutbox } from "../../../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { doubtfulIn, lookAtOutbox } from "../../../../services/operations/doctor/outbox.ts";
import { createProviders } from "../../../../services/providers/index.ts";
import { startSmtp } from "../../../stubs/smtp.ts";
import { type StubReply, startStub } from "../../../stubs/stub-server.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { settingsWith } from "../../../support/files.ts";
import { holds } from "../../../support/holds.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";
import { waitFor } from "../../../support/wait-for.ts";

const replies = new Map<string, () => StubReply>();
const stub = await startStub(
  ({ path }) => replies.get(path)?.() ?? { body: { status: "ok", price: 10, id: "b" } },
);
const smtp = await startSmtp();
const folder = mkdtempSync(join(tmpdir(), "claimpath-order-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([stub.stop(), smtp.stop()]);
});

const no = () => ({ body: { status: "no" } });
const down = () => ({ status: 503, body: {} });
const secret = `whsec_${btoa("k".repeat(32))}`;
const answer = "answer: { accepted: { field: status, is: ok }, price: price, id: id }";
const buyer = (name: string, more = "") =>
  `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${stub.origin}/${name}", ${answer}${more} }\n`;
const three = `destinations:\n${["a", "b", "c"].map((name) => buyer(name)).join("")}order: [a, b, c]`;

describe("receivers of the operator's choice", () => {
  const on = freshStore(sqlite.start);
  const working: Outbox[] = [];
  afterEach(async () => {
    await Promise.all(working.splice(0).map((outbox) => outbox.stop()));
    replies.clear();
    stub.requests.length = 0;
    Object.assign(smtp, { refuse: undefined });
    smtp.letters.length = 0;
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = (yaml: string) => {
    const env = { SECRET: secret, "company.time-zone": "UTC" };
    const { destinations } = createProviders(settingsWith(yaml, env), silentLog);
    const fixed = { now: () => on.now, pollMs: 25, maxAttempts: 4, log: silentLog, random: () => 0 };
    const outbox = startOutbox({ ...fixed, store: on.store, destinations, stopWithinMs: 500 });
    working.push(outbox);
    const post = async (
      record: Record<string, string> = {},
      more: { optOut?: "gpc" } = {},
      qualified = true,
    ) => {
      const submission = aSubmission([], on.now);
      Object.assign(submission.lead.record, { state: "TX", phone: "2125550142", ...record });
      Object.assign(submission.consent!.body, more);
      submission.lead.qualified = qualified;
      const whole = routed(submission, destinations);
      await on.store.submit(aVisit(), 0, [], whole);
      return whole.lead.id;
    };
    return { post, outbox };
  };
  const states = async (leadId: string) =>
    Object.fromEntries(
      (await on.store.outbox.list({ leadId })).map(({ destination, status }) => [destination, status]),
    );
  const become = (leadId: string, wanted: Record<string, string>) =>
    waitFor("these states", async () => {
      const now = await states(leadId);
      return JSON.stringify(Object.entries(now).sort()) === JSON.stringify(Object.entries(wanted).sort());
    });
  const asked = () => stub.requests.map(({ path }) => path);

  const mail = `  a: { kind: email, mode: live, repeats: { hours: 0 }, price: 10, smtp: "${smtp.url}", from: a@example.com, to: b@example.com }\n`;
  const of = [{ party: "receiver" as const, name: "a", caps: { "daily-cap": 1 } }];
  /** What keeps buyer a from taking leads, and what ends that. */
  const obstacles: { is: string; a?: string; begin?: () => unknown; end?: () => unknown }[] = [
    { is: "down", begin: () => replies.set("/a", down), end: () => replies.clear() },
    {
      is: "no longer open to our key",
      begin: () => replies.set("/a", () => ({ status: 401, body: {} })),
      end: () => replies.clear(),
    },
    {
      is: "greylisting us",
      a: mail,
      begin: () => Object.assign(smtp, { refuse: 451 }),
      end: () => Object.assign(smtp, { refuse: undefined }),
    },
    { is: "paused", begin: () => on.store.pauses.begin("a", "ana"), end: () => on.store.pauses.end("a") },
    { is: "closed", a: buyer("a", ", price: 10, hours: 08:00-18:00") },
    {
      is: "full",
      a: buyer("a", ", price: 10, daily-cap: 1"),
      begin: () => on.store.dailyPlaces.take({ day: "2025-06-16", messageId: "m", cents: 0, of }),
      end: () => on.store.dailyPlaces.free("m"),
    },
  ];
  const meets = obstacles.flatMap((obstacle) =>
    ["fixed", "weighted", "best-price"].map((by) => ({ by, ...obstacle })),
  );
  /** A lead that b and c declined, while a could not have it. */
  const declinedByOthers = async ({
    by,
    a = buyer("a", ", price: 10"),
    begin: keep,
  }: (typeof meets)[number]) => {
    on.now = Date.UTC(2025, 5, 16, 7);
    for (const name of ["b", "c"]) replies.set(`/${name}`, no);
    await keep?.();
    for (const name of ["b", "c"]) replies.set(`/${name}`, no);
    const others =
      buyer("b", ", price: 10") +
      buyer("c", `, ping: { url: "${stub.origin}/c/ping", fields: { State: state }, ${answer} }`);
    const leadId = await begin(`destinations:\n${a}${others}order: [a, b, c]\norder-by: ${by}\n`).post();
    const auction: Record<string, string> = by === "best-price" ? { "best-price": "rejected" } : {};
    await become(leadId, { ...auction, a: "waiting", b: "rejected", c: "rejected" });
    await waitFor("the look", async () => (await on.store.outbox.get(`${leadId}.a`))!.runAt > on.now);
    return { leadId, auction };
  };

  test.each(meets)(
    "in an order that is $by, the next is asked when a buyer is $is, and that buyer again afterwards",
    {
      ...holds("T93"),
    },
    async (meets) => {
      const { leadId, auction } = await declinedByOthers(meets);
      expect(
        asked()
          .filter((path) => path === "/b" || path === "/c")
          .sort(),
      ).toEqual(["/b", "/c"]);
      await meets.end?.();
      on.now = Math.max(on.now, (await on.store.outbox.get(`${leadId}.a`))!.runAt);
      await become(leadId, { ...auction, a: "delivered", b: "rejected", c: "rejected" });
    },
  );

  test.each([
    { is: "paused", ends: "rejected", minutes: [60, 61] },
    { is: "full", ends: "rejected", minutes: [60, 61] },
    { is: "down", ends: "parked", minutes: [1, 6] },
  ])("a lead waits a limited time for a buyer that stays $is, and is then unsold", async (row) => {
    const { leadId } = await declinedByOthers(meets.find(({ is, by }) => is === row.is && by === "fixed")!);
    const came = on.now;
    const get = async () => (await on.store.outbox.get(`${leadId}.a`))!;
    for (let message = await get(); message.status === "waiting"; message = await get()) {
      const { runAt } = message;
      on.now = Math.max(on.now, runAt);
      await waitFor("the look", async () => {
        const { status, runAt: at } = await get();
        return status !== "sending" && (status !== "waiting" || at > runAt);
      });
    }
    const [least, most] = row.minutes;
    expect((on.now - came) / 60_000).toBeGreaterThanOrEqual(least!);
    expect((on.now - came) / 60_000).toBeLessThan(most!);
    const { messages, attempts } = await on.store.outbox.ofLead(leadId);
    expect([(await get()).status, orderOf(messages, attempts)?.value]).toEqual([row.ends, "unsold"]);
    // Looking is no attempt: its story has one line of it.
    if (row.ends === "rejected")
      expect(attempts.filter(({ messageId }) => messageId.endsWith(".a"))).toHaveLength(2);
  });

  test("a buyer that may have received the lead is never skipped", holds("T93"), async () => {
    // Nobody knows how the first attempt ended: the process died.
    const { post, outbox } = begin(three);
    await outbox.stop();
    const leadId = await post();
    await on.store.outbox.claim(["a"], on.now);
    on.now += 200_000;
    replies.set("/a", down);
    begin(three);
    for (let tries = 1; tries < 4; tries++) {
      await waitFor("a try", async () => asked().length >= tries);
      await waitFor("its record", async () => (await states(leadId)).a !== "sending");
      on.now += 10_000_000;
    }
    await become(leadId, { a: "parked" });
    expect(new Set(asked())).toEqual(new Set(["/a"]));
  });

  const doctor = async () =>
    lookAtOutbox(await on.store.outbox.depth(), ["a"], on.now, await doubtfulIn(on.store.outbox));
  const mayHaveOne = { verdict: "wrong", text: expect.stringContaining("Of these a may have one") };

  test("doctor names leads that may have reached their buyer, even if a person parked them", async () => {
    const { post, outbox } = begin(three);
    await outbox.stop();
    const [clear, doubtful] = [await post(), await post()];
    await on.store.outbox.parkByHand(`${clear}.a`);
    expect(await doctor()).toHaveLength(1);
    await on.store.outbox.claim(["a"], on.now);
    on.now += 200_000;
    await on.store.outbox.parkByHand(`${doubtful}.a`);
    expect(await doctor()).toMatchObject([{}, mayHaveOne]);
  });

  test.each<[string, StubReply]>([
    [
      "says neither yes nor no",
      { body: "We are closed: status ok tomorrow", headers: { "Content-Type": "text/html" } },
    ],
    ["breaks off its answer", { body: { status: "ok" }, cut: true }],
  ])("a buyer that %s may have it, and nobody else is sold it", holds("T93"), async (_, reply) => {
    replies.set("/a", () => reply);
    const leadId = await begin(three).post();
    await waitFor("the end of its tries", async () => {
      const { status, lastError } = (await on.store.outbox.get(`${leadId}.a`))!;
      if (status === "waiting" && lastError) on.now += 10_000_000;
      return status === "parked";
    });
    expect(await states(leadId)).toEqual({ a: "parked" });
    expect(new Set(asked())).toEqual(new Set(["/a"]));
    expect(await doctor()).toMatchObject([{}, mayHaveOne]);
    // A person asked there and sends it again: its no counts now.
    replies.set("/a", no);
    await on.store.outbox.requeue({ id: `${leadId}.a` });
    await become(leadId, { a: "rejected", b: "delivered" });
  });

  test(
    "after an attempt that may have arrived, a no, a closed door or a full day ask nobody else",
    holds("T93"),
    async () => {
      on.now = Date.UTC(2025, 5, 16, 10);
      const lines = {
        a: buyer("a"),
        late: buyer("late", ", hours: 08:00-11:00"),
        full: buyer("full", ", daily-cap: 1"),
      };
      const last = buyer("c");
      for (const name of Object.keys(lines)) replies.set(`/${name}`, () => ({ body: {}, cut: true }));
      const leads = new Map<string, string>();
      for (const [name, line] of Object.entries(lines)) {
        const { post, outbox } = begin(`destinations:\n${line}${last}order: [${name}, c]`);
        const leadId = await post();
        leads.set(name, leadId);
        await waitFor(
          "the first attempt",
          async () => (await on.store.outbox.attempts(`${leadId}.${name}`)).length === 1,
        );
        await outbox.stop();
      }
      replies.set("/a", no);
      on.now = Date.UTC(2025, 5, 17, 12);
      const of = [{ party: "receiver" as const, name: "full", caps: { "daily-cap": 1 } }];
      await on.store.dailyPlaces.take({ day: "2025-06-17", messageId: "m", cents: 0, of });
      begin(`destinations:\n${Object.values(lines).join("")}${last}order: [a, late, full, c]`);
      await become(leads.get("a")!, { a: "parked" });
      await become(leads.get("full")!, { full: "parked" });
      const ofLate = async () => (await on.store.outbox.get(`${leads.get("late")}.late`))?.lastError;
      await waitFor("the door", async () => (await ofLate()) === "late takes no leads at this hour");
      expect(asked()).not.toContain("/c");
    },
  );

  test("a buyer takes no disqualified lead unless told otherwise, and other receivers do", async () => {
    const lines = [
      buyer("a"),
      buyer("b", ", only: { qualified: any }"),
      `  own: { kind: json, url: "${stub.origin}/own" }\n`,
      `  asks: { kind: json, url: "${stub.origin}/asks", answer: { price: price } }\n`,
    ];
    const { post } = begin(`destinations:\n${lines.join("")}order: [a, b]`);
    await become(await post({}, {}, false), { b: "delivered", own: "delivered" });
    await become(await post(), { a: "delivered", own: "delivered", asks: "delivered" });
  });

  test("a lead that one receiver takes does not wait for receivers without settings", () => {
    const { destinations } = createProviders(settingsWith(`destinations:\n${buyer("a")}`), silentLog);
    const submission = aSubmission(["lead-prosper"]);
    submission.outbox[0]!.status = "unconfigured";
    expect(routed(submission, destinations).outbox.map(({ destination }) => destination)).toEqual(["a"]);
    expect(routed(submission, []).outbox.map(({ destination }) => destination)).toEqual(["lead-prosper"]);
  });
});
