import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { heldBack } from "../../../../services/delivery/outbox/hold.ts";
import { send } from "../../../../services/delivery/outbox/send.ts";
import { type Outbox, type OutboxOptions, startOutbox } from "../../../../services/delivery/outbox/worker.ts";
import { backOff } from "../../../../services/delivery/work-loop.ts";
import { type LogFields, silentLog } from "../../../../services/observe/log.ts";
import { createMetrics } from "../../../../services/observe/metrics.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import { lookAtSales } from "../../../../services/operations/doctor/outbox.ts";
import type { DeliveryResult, Destination } from "../../../../services/providers/ports.ts";
import type { MessageStatus } from "../../../../services/store/rows.ts";
import type { Store } from "../../../../services/store/store.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { holds } from "../../../support/holds.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

describe("the worker", () => {
  const minute = 60_000;
  const patient = { timeout: 240_000, interval: 10 };
  type Sent = { id: string; payload: Record<string, unknown>; attempt: number };

  function receiver(name: string, reply: (sent: Sent) => Promise<DeliveryResult> | DeliveryResult) {
    const received: Sent[] = [];
    const destination: Destination = {
      name,
      configured: true,
      firstRetryMs: minute,
      async deliver(sent) {
        received.push(sent);
        return reply(sent);
      },
    };
    return { destination, received };
  }
  const accepted = (): DeliveryResult => ({ outcome: "accepted", detail: "ok" });
  const never = () => new Promise<DeliveryResult>(() => {});

  describe("the outbox worker", () => {
    const on = freshStore(sqlite.start);
    let worker: Outbox | undefined;
    afterEach(async () => {
      await worker?.stop();
      worker = undefined;
    });

    const startWith = (destinations: Destination[], more: Partial<OutboxOptions> = {}) => {
      const fixed = { now: () => on.now, pollMs: 10_000, maxAttempts: 3, log: silentLog, random: () => 0 };
      worker = startOutbox({ ...fixed, store: on.store, destinations, stopWithinMs: 200, ...more });
      return worker;
    };
    const storeBut = (own: Partial<Store["outbox"]>) => ({
      ...on.store,
      outbox: { ...on.store.outbox, ...own },
    });
    const post = async (destinations = ["a"]) => {
      const submission = aSubmission(destinations);
      await on.store.submit(aVisit(), 0, [], submission);
      return submission.lead.id;
    };
    const until = (destination: string, status: MessageStatus, count = 1) =>
      vi.waitFor(async () => {
        const rows = (await on.store.outbox.list({ status })).filter(
          (row) => row.destination === destination,
        );
        expect(rows).toHaveLength(count);
        return rows;
      }, patient);

    it("a duplicate counts as delivered, and a rejection is final", async () => {
      await post(["a", "b"]);
      const a = receiver("a", () => ({ outcome: "duplicate", detail: "seen" }));
      const b = receiver("b", () => ({ outcome: "rejected", detail: "no buyer" }));
      const worker = startWith([a.destination, b.destination]);
      const [delivered] = await until("a", "delivered");
      expect(await on.store.outbox.attempts(delivered!.id)).toMatchObject([
        { outcome: "duplicate", detail: "seen" },
      ]);
      await until("b", "rejected");
      on.now += 1e10;
      worker.wake();
      await worker.idle();
      expect(b.received).toHaveLength(1);
    });

    it("a buyer that had the lead before our offer is charged nothing, and one that had our own offer its price", async () => {
      const terms = {
        priceCents: () => 4_000,
        bids: false,
        sourceLevels: ["sub1"] as const,
        knowsAffiliate: () => false,
        returnDays: 14,
        payoutOf: () => "",
        affiliateCaps: () => ({}),
      };
      const duplicate: DeliveryResult = { outcome: "duplicate", detail: "seen" };
      const submission = aSubmission(["a", "b"]);
      const about = { id: submission.lead.id, kind: "survey", variant: "c", qualified: true, dqReason: null };
      const payload = { about: { ...about, createdAt: on.now, isOptedOut: false }, record: { affid: "7" } };
      submission.outbox = submission.outbox.map((message) => ({ ...message, payload }));
      await on.store.submit(aVisit(), 0, [], submission);
      const a = receiver("a", () => duplicate);
      const b = receiver("b", ({ attempt }) =>
        attempt > 1 ? duplicate : Promise.reject(new ProviderFailure("timeout", "no answer", {})),
      );
      const worker = startWith([a, b].map(({ destination }) => ({ ...destination, terms })));
      await until("a", "delivered");
      await worker.idle();
      on.now += 2 * minute;
      worker.wake();
      await until("b", "delivered");
      // The books follow a sale a little later.
      await vi.waitFor(
        async () => expect((await on.store.bookkeeping.behind()).books.count).toBe(0),
        patient,
      );
      const lines = await on.store.bookkeeping.ofLeads([submission.lead.id]);
      expect(lines.map(({ buyer, kind, cents }) => [buyer, kind, cents]).sort()).toEqual([
        ["a", "sale", 0],
        ["b", "sale", 4_000],
      ]);
    });

    it("a delivery whose end cannot be recorded is sent again, with the reason in log, metric and doctor", async () => {
      const id = await post();
      const log: [event: string, fields?: LogFields][] = [];
      const metrics = createMetrics();
      const { destination, received } = receiver("a", accepted);
      const delivered = () => Promise.reject(new Error("A query reads leads.record without id, 2135550123."));
      const claim: Store["outbox"]["claim"] = async (...given) =>
        received.length > 0 ? [] : on.store.outbox.claim(...given);
      const worker = startWith([destination], {
        store: storeBut({ delivered, claim }),
        metrics,
        log: (...line) => log.push(line),
        // Its lock has nearly expired: it is not tried for two minutes.
        now: () => (received.length > 0 ? on.now + 2 * minute : on.now),
      });
      await worker.idle();
      const findings = async () => {
        const [behind, unrecorded] = [
          await on.store.bookkeeping.behind(),
          await on.store.outbox.unrecorded(),
        ];
        return lookAtSales(behind, unrecorded, on.now).map(({ verdict, text }) => `${verdict}: ${text}`);
      };
      expect(log).toEqual([
        [
          "outbox.record_failed",
          {
            leadId: id,
            destination: "a",
            attempt: 1,
            error: "Error",
            fault: "A query reads leads.record without id, #.",
          },
        ],
      ]);
      expect(await metrics.text()).toContain('claimpath_deliveries_unrecorded_total{destination="a"} 1\n');
      expect(await findings()).toEqual([expect.stringMatching(/^ok: All that was sold is in the books\b/)]);
      on.now += 2 * minute;
      await on.store.outbox.claim(["a"], on.now);
      expect(await findings()).toEqual([
        "wrong: 1 message to a sent again, since how the attempt before ended could not be recorded: outbox.record_failed in the log says why.",
      ]);
    });

    it("a failure is retried on schedule, under one id, and finally parked", holds("T8"), async () => {
      await post();
      const failure = new ProviderFailure("unavailable", "down", { status: 503 });
      const { destination, received } = receiver("a", () => Promise.reject(failure));
      const worker = startWith([destination]);
      const due: number[] = [];
      for (const attempts of [1, 2]) {
        const [row] = await vi.waitFor(async () => {
          const rows = await on.store.outbox.list({ status: "waiting" });
          expect(rows).toMatchObject([{ attempts, lastError: "unavailable 503 down" }]);
          return rows;
        }, patient);
        due.push(row!.runAt - on.now);
        on.now = row!.runAt - 1;
        worker.wake();
        await worker.idle();
        expect(received).toHaveLength(attempts);
        on.now += 1;
        worker.wake();
      }
      expect(due).toEqual([minute, 3 * minute]);
      const [parked] = await until("a", "parked");
      expect(parked!.lastError).toMatch(/gave up after 3 attempts/);
      expect(new Set(received.map(({ id }) => id)).size).toBe(1);
      expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      await on.store.outbox.requeue({ id: parked!.id });
      worker.wake();
      await vi.waitFor(
        async () => expect((await on.store.outbox.attempts(parked!.id)).length).toBe(4),
        patient,
      );
      expect((await on.store.outbox.get(parked!.id))?.status).toBe("waiting");
    });

    it("a retry waits as long as the receiver asks", async () => {
      await post();
      const failure = new ProviderFailure("unavailable", "slow down", {
        status: 429,
        retryAfterMs: 10 * minute,
      });
      startWith([receiver("a", () => Promise.reject(failure)).destination]);
      await vi.waitFor(async () => {
        expect(await on.store.outbox.list({})).toMatchObject([
          { status: "waiting", runAt: on.now + 10 * minute },
        ]);
      }, patient);
    });

    it("a missing answer is a failure like any other", async () => {
      await post();
      startWith([receiver("a", never).destination], { sendWithinMs: 30 });
      await vi.waitFor(async () => {
        expect(await on.store.outbox.list({})).toMatchObject([{ status: "waiting", attempts: 1 }]);
      }, patient);
      expect((await on.store.outbox.list({}))[0]!.lastError).toMatch(/^timeout/);
    });

    it("a poison message is parked at once and delays no others", holds("T9"), async () => {
      const bad = await post();
      await post();
      const broken = receiver("a", ({ payload }) => {
        if (payload.id === bad) throw new TypeError("cannot read that");
        return accepted();
      });
      startWith([broken.destination]);
      const [parked] = await until("a", "parked");
      expect(parked).toMatchObject({ leadId: bad, lastError: "TypeError: cannot read that" });
      await until("a", "delivered");
    });

    it("the worker looks only for what exists, when it is told", async () => {
      const asked: string[] = [];
      const claim: typeof on.store.outbox.claim = async (rows) => {
        asked.push(...rows);
        return [];
      };
      const worker = startWith([receiver("a", accepted).destination, receiver("b", accepted).destination], {
        store: storeBut({ claim }),
      });
      await worker.idle();
      asked.length = 0;
      worker.wake(["b", "c"]);
      await worker.idle();
      expect(asked).toEqual(["b"]);
      worker.wake();
      await worker.idle();
      expect(asked.toSorted()).toEqual(["a", "b", "b"]);
    });

    it("a payload that is not a JSON object is parked unsent", holds("T9"), async () => {
      await post();
      const claim: typeof on.store.outbox.claim = async (...request) => {
        const messages = await on.store.outbox.claim(...request);
        return messages.map((message) => ({ ...message, payload: '["half' }));
      };
      const { destination, received } = receiver("a", accepted);
      startWith([destination], { store: storeBut({ claim }) });
      const [parked] = await until("a", "parked");
      expect(parked!.lastError).toMatch(/^SyntaxError/);
      expect(received).toEqual([]);
    });

    it("a message whose senders all died is parked unsent", holds("T9"), async () => {
      await post();
      for (let i = 0; i < 3; i++) {
        await on.store.outbox.claim(["a"], on.now, 1, 1_000);
        on.now += 1_000;
      }
      const { destination, received } = receiver("a", accepted);
      startWith([destination]);
      await until("a", "parked");
      expect(received).toEqual([]);
    });

    it("a dead destination delays nothing, and occupies only its own places", holds("T9"), async () => {
      for (let i = 0; i < 10; i++) await post(["a", "b"]);
      const dead = receiver("a", never);
      const alive = receiver("b", accepted);
      startWith([dead.destination, alive.destination], { perDestination: 4 });
      await until("b", "delivered", 10);
      expect(dead.received).toHaveLength(4);
    });

    it("stopping waits for messages in progress and takes no new ones", async () => {
      await post();
      const answer = Promise.withResolvers<DeliveryResult>();
      const { destination, received } = receiver("a", () => answer.promise);
      const worker = startWith([destination], { stopWithinMs: 5_000 });
      await vi.waitFor(() => expect(received).toHaveLength(1), patient);
      const stopped = vi.fn();
      const stopping = worker.stop().then(stopped);
      await setImmediate();
      expect(stopped).not.toHaveBeenCalled();
      answer.resolve(accepted());
      await stopping;
      expect(await on.store.outbox.list({ status: "delivered" })).toHaveLength(1);
      await post();
      worker.wake();
      await worker.idle();
      expect(received).toHaveLength(1);
    });

    it("stopping abandons what does not end, which will be sent again", async () => {
      await post();
      const { destination, received } = receiver("a", never);
      const worker = startWith([destination], { stopWithinMs: 50 });
      await vi.waitFor(() => expect(received).toHaveLength(1), patient);
      await worker.stop();
      expect(await on.store.outbox.list({ status: "sending" })).toHaveLength(1);
    });

    it("a result is recorded while the row is ours, and nobody is sent it twice meanwhile", async () => {
      const { destination, received } = receiver("a", accepted);
      let failures = 0;
      const delivered: Store["outbox"]["delivered"] = async (...all) => {
        failures += 1;
        if (failures <= 4) throw new Error("the store is away");
        return on.store.outbox.delivered(...all);
      };
      await post();
      startWith([destination], { store: storeBut({ delivered }) });
      await until("a", "delivered");
      expect(received).toHaveLength(1);
    });

    it("the worker continues after the store could not be read", async () => {
      await post();
      let failing = true;
      const broken = () => Promise.reject(new Error("gone"));
      const claim: typeof on.store.outbox.claim = (...request) =>
        failing ? broken() : on.store.outbox.claim(...request);
      const activate: typeof on.store.outbox.activate = (names) =>
        failing ? broken() : on.store.outbox.activate(names);
      const events: string[] = [];
      const { destination } = receiver("a", accepted);
      const log = (event: string) => events.push(event);
      startWith([destination], { store: storeBut({ claim, activate }), pollMs: 20, log });
      await expect
        .poll(() => events)
        .toEqual(expect.arrayContaining(["outbox.claim_failed", "outbox.activate_failed"]));
      failing = false;
      await until("a", "delivered");
    });
  });
});

describe("the back-off", () => {
  const minute = 60_000;
  const hour = 60 * minute;

  it("waits three times longer after each failure, up to six hours", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map((tries) => backOff(tries, minute, 0) / minute);
    expect(waits).toEqual([1, 3, 9, 27, 81, 243, 360, 360]);
    expect(backOff(1, minute, 0.5)).toBe(67_500);
  });

  it("waits as long as the receiver asks, up to six hours", () => {
    expect(backOff(1, minute, 0, 10 * minute)).toBe(10 * minute);
    expect(backOff(3, minute, 0, minute)).toBe(9 * minute);
    expect(backOff(1, minute, 0, 99 * hour)).toBe(6 * hour);
  });

  it("is never shorter than the first wait, never endless, never negative", holds("T6"), () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 24 * hour }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.option(fc.integer({ min: -hour, max: 99 * hour }), { nil: undefined }),
        (tries, first, random, asked) => {
          const wait = backOff(tries, first, random, asked);
          expect(wait).toBeGreaterThanOrEqual(first);
          expect(wait).toBeLessThanOrEqual(Math.max(first, 6 * hour));
        },
      ),
    );
  });
});

describe("what is held back", () => {
  const on = freshStore(sqlite.start);
  const named = (name: string, more: Partial<Destination> = {}): Destination => ({
    name,
    configured: true,
    firstRetryMs: 10,
    ...more,
    deliver: () => Promise.reject(new ProviderFailure("unavailable", "down")),
  });

  it("messages wait until the first receiver gives its verdict, or is given up", async () => {
    const audit = named("audit", { goesFirst: true });
    const submission = aSubmission(["audit", "buyer"]);
    submission.outbox = heldBack(submission.outbox, [audit, named("buyer")]);
    await on.store.submit(aVisit(), 0, [], submission);
    const isDue = async () => {
      const [buyer] = await on.store.outbox.list({ destination: "buyer" });
      return buyer!.status === "waiting" && buyer!.runAt <= on.now;
    };
    for (const isGivenUp of [false, true]) {
      const [message] = await on.store.outbox.claim(["audit"], on.now);
      const options = { store: on.store, now: () => on.now, random: () => 0, maxAttempts: 2, log: silentLog };
      await send(message!, audit, options);
      expect(await isDue()).toBe(isGivenUp);
      on.now += 20;
    }
  });

  it("nothing is held where no receiver goes first, or it has no settings or no message", () => {
    const { outbox } = aSubmission(["audit", "buyer"]);
    const audit = (more: object) => [named("audit", more), named("buyer")];
    expect(heldBack(outbox, audit({}))).toEqual(outbox);
    expect(heldBack(outbox, audit({ goesFirst: true, configured: false }))).toEqual(outbox);
    expect(heldBack(outbox.slice(1), audit({ goesFirst: true }))).toEqual(outbox.slice(1));
  });
});
