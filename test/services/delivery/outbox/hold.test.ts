import { beforeEach, describe, expect, test } from "vitest";
import { heldBack } from "../../../../services/delivery/outbox/hold.ts";
import { send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import type { DeliveryResult, Destination } from "../../../../services/providers/ports.ts";
import { freshStore, sqlite } from "../../../support/databases.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

const minute = 60_000;
const names = ["audit", "buyer", "other"];

describe("messages that wait for the one that goes first", () => {
  const on = freshStore(sqlite.start);
  let answer: () => Promise<DeliveryResult>;
  let id: string;

  const destinations = names.map((name): Destination => {
    const deliver = () => answer();
    return { name, configured: true, firstRetryMs: 10, goesFirst: name === "audit", deliver };
  });
  const attempt = async (name: string) => {
    const message = (await on.store.outbox.claim([name], on.now))[0]!;
    const destination = destinations.find((each) => each.name === name)!;
    const options = { store: on.store, now: () => on.now, random: () => 0, maxAttempts: 2, log: silentLog };
    await send(message, destination, options);
  };
  const due = async (name: string) => {
    const messages = await on.store.outbox.list({ destination: name });
    return messages.filter(({ status, runAt }) => status === "waiting" && runAt <= on.now).length;
  };
  const stand = async () =>
    Object.fromEntries(
      (await on.store.outbox.list({ leadId: id })).map((row) => [row.destination, row.status]),
    );

  beforeEach(async () => {
    answer = async () => ({ outcome: "accepted", detail: "" });
    const submission = aSubmission(names);
    id = submission.lead.id;
    submission.lead.record = { email: "zoe@example.com", phone: "2135550123" };
    submission.outbox[2]!.status = "unconfigured";
    submission.outbox = heldBack(submission.outbox, destinations);
    await on.store.submit(aVisit(), 0, [], submission);
  });

  test("wait a minute, and no longer", async () => {
    expect([await due("audit"), await due("buyer")]).toEqual([1, 0]);
    on.now += minute - 1;
    expect(await due("buyer")).toBe(0);
    on.now += 1;
    expect(await due("buyer")).toBe(1);
  });

  test.each(["accepted", "rejected"] as const)("go once its verdict is there: %s", async (outcome) => {
    answer = async () => ({ outcome, detail: "" });
    await attempt("audit");
    expect(await due("buyer")).toBe(1);
  });

  test("go on waiting while it gives none, and go when it is given up", async () => {
    answer = () => Promise.reject(new ProviderFailure("unavailable", "down"));
    await attempt("audit");
    expect(await due("buyer")).toBe(0);
    on.now += 20;
    await attempt("audit");
    expect(await stand()).toMatchObject({ audit: "parked", buyer: "waiting" });
    expect(await due("buyer")).toBe(1);
  });

  test("are withdrawn with the reason when the visitor has opted out there, and later ones are not sent", async () => {
    answer = async () => ({ outcome: "rejected", detail: "opted out there", optedOut: true });
    await attempt("audit");
    expect(await stand()).toEqual({ audit: "rejected", buyer: "suppressed", other: "suppressed" });
    const [buyer] = await on.store.outbox.list({ destination: "buyer" });
    expect(buyer!.lastError).toBe("not sent: opted out there");
    expect(await on.store.suppressions.find({ email: "zoe@example.com" })).toMatchObject([
      { kind: "email", reason: "opted out there" },
    ]);
    // Put back by hand it is still not sent: the visitor is on the list.
    await on.store.outbox.requeue({ id: buyer!.id });
    await attempt("buyer");
    expect(await stand()).toMatchObject({ buyer: "suppressed" });
  });
});

describe("heldBack", () => {
  const messages = () =>
    ["audit", "buyer"].map((destination) => ({ destination, payload: {}, status: "waiting" as const }));
  const named = (name: string, more: Partial<Destination>): Destination => ({
    ...{ name, configured: true, firstRetryMs: 1, ...more },
    deliver: () => Promise.reject(),
  });

  test("holds nothing where nobody goes first, or has no settings, or gets no message", () => {
    const audit = (more: object) => [named("audit", more), named("buyer", {})];
    expect(heldBack(messages(), audit({}))).toEqual(messages());
    expect(heldBack(messages(), audit({ goesFirst: true, configured: false }))).toEqual(messages());
    expect(heldBack(messages().slice(1), audit({ goesFirst: true }))).toEqual(messages().slice(1));
  });
});
