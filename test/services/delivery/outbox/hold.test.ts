import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { heldBack } from "../../../../services/delivery/outbox/hold.ts";
import { send } from "../../../../services/delivery/outbox/send.ts";
import { silentLog } from "../../../../services/observe/log.ts";
import { ProviderFailure } from "../../../../services/observe/provider-failure.ts";
import type { DeliveryResult, Destination } from "../../../../services/providers/ports.ts";
import { openStore } from "../../../../services/store/store.ts";
import type { Store } from "../../../../services/store/types.ts";
import { type DatabaseServer, databases } from "../../../support/databases.ts";
import { aSubmission, aVisit } from "../../../support/submissions.ts";

const minute = 60_000;
const names = ["audit", "buyer", "other"];

describe.each(databases)("messages that wait for the one that goes first, on $name", ({ start }) => {
  let server: DatabaseServer;
  let store: Store;
  let time: number;
  let answer: () => Promise<DeliveryResult>;
  let id: string;

  const destinations = names.map((name): Destination => {
    const deliver = () => answer();
    return { name, configured: true, firstRetryMs: 10, goesFirst: name === "audit", deliver };
  });
  const attempt = async (name: string) => {
    const message = (await store.outbox.claim([name], time))!;
    const destination = destinations.find((each) => each.name === name)!;
    const options = { store, now: () => time, random: () => 0, maxAttempts: 2, log: silentLog };
    await send(message, destination, options);
  };
  const due = async (name: string) => {
    const messages = await store.outbox.list({ destination: name });
    return messages.filter(({ status, runAt }) => status === "waiting" && runAt <= time).length;
  };
  const stand = async () =>
    Object.fromEntries((await store.outbox.list({ leadId: id })).map((row) => [row.destination, row.status]));

  beforeAll(async () => {
    server = await start();
  }, 60_000);
  afterAll(() => server?.stop());
  beforeEach(async () => {
    time = 1_000;
    answer = async () => ({ outcome: "accepted", detail: "" });
    store = await openStore({ url: await server.freshUrl(), now: () => time, log: silentLog });
    const submission = aSubmission(names);
    id = submission.lead.id;
    submission.lead.record = { email: "zoe@example.com", phone: "2135550123" };
    submission.outbox[2]!.status = "unconfigured";
    submission.outbox = heldBack(submission.outbox, destinations);
    await store.submit(aVisit(), 0, [], submission);
    return () => store.close();
  });

  test("wait a minute, and no longer", async () => {
    expect([await due("audit"), await due("buyer")]).toEqual([1, 0]);
    time += minute - 1;
    expect(await due("buyer")).toBe(0);
    time += 1;
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
    time += 20;
    await attempt("audit");
    expect(await stand()).toMatchObject({ audit: "parked", buyer: "waiting" });
    expect(await due("buyer")).toBe(1);
  });

  test("are withdrawn with the reason when the visitor has opted out there, and later ones are not sent", async () => {
    answer = async () => ({ outcome: "rejected", detail: "opted out there", optedOut: true });
    await attempt("audit");
    expect(await stand()).toEqual({ audit: "rejected", buyer: "suppressed", other: "suppressed" });
    const [buyer] = await store.outbox.list({ destination: "buyer" });
    expect(buyer!.lastError).toBe("not sent: opted out there");
    expect(await store.suppressions.find({ email: "zoe@example.com" })).toMatchObject([
      { kind: "email", reason: "opted out there" },
    ]);
    // Put back by hand it is still not sent: the visitor is on the list.
    await store.outbox.requeue({ id: buyer!.id });
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
