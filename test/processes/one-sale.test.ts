import { type ChildProcess, fork } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { orderOf } from "../../services/delivery/outbox/order-of.ts";
import { routed } from "../../services/delivery/outbox/route.ts";
import { startOutbox } from "../../services/delivery/outbox/worker.ts";
import { silentLog } from "../../services/observe/log.ts";
import { Refusal } from "../../services/operations/refusal.ts";
import { requeueMessage } from "../../services/operations/requeue.ts";
import { createProviders } from "../../services/providers/index.ts";
import type { RoutedLead } from "../../services/providers/routed-lead.ts";
import { type StubReply, startStub } from "../stubs/stub-server.ts";
import { databases, freshStore } from "../support/databases.ts";
import { destinationsIn, settingsOf } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { aSubmission, aVisit, listener, patiently } from "../support/submissions.ts";

const kills = Number(process.env.KILLS ?? 2);
const leads = 50;
const script = fileURLToPath(new URL("./outbox-process.ts", import.meta.url));

const has = new Set<string>();
/** Called after so many questions, while their answers are on their way. */
let killAfter = Number.POSITIVE_INFINITY;
let kill = () => {};

const priceOf = (id: string) => 10 + (createHash("sha256").update(id).digest()[0]! % 90);

/** The buyers: one that has a lead declines it from then on, as a duplicate. */
const buyers = await startStub(async ({ headers }): Promise<StubReply> => {
  const id = String(headers["idempotency-key"]);
  const chance = randomInt(100);
  const isKnown = has.has(id);
  const isPing = id.endsWith(".ping");
  if (!isPing && !isKnown && chance < 50) has.add(id);
  killAfter -= 1;
  if (killAfter === 0) void setTimeout(randomInt(6)).then(kill);
  // Pings do not identify anybody: after one, nobody has the lead.
  if (isPing) {
    if (chance < 10) return { status: 503, body: {} };
    if (chance < 20) return { body: { buy: "yes" }, cut: true };
    return { body: { buy: "yes", price: priceOf(id) } };
  }
  if (!isKnown && chance < 30) return { body: { buy: "yes" } };
  if (!isKnown && chance < 40) return { body: { buy: "yes" }, cut: true };
  if (!isKnown && chance < 50) return { body: "thank you" };
  return chance < 65 ? { status: 503, body: {} } : { body: { buy: "no" } };
});
afterAll(() => buyers.stop());

const accepted = 'accepted: { field: buy, is: "yes" }';
const fileOf = (orderBy: string) => {
  const more: Record<string, (name: string) => string> = {
    weighted: (name) => `, weight: ${name === "b" ? 3 : 1}`,
    "best-price": (name) =>
      `, ping: { url: "${buyers.origin}/${name}/ping", fields: { S: state }, answer: { ${accepted}, price: price } }`,
  };
  const yaml = ["a", "b", "c"].map(
    (name) =>
      `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${buyers.origin}/${name}", answer: { ${accepted} }${name === "b" ? ", daily-cap: 20" : ""}${more[orderBy]?.(name) ?? ""} }\n`,
  );
  return destinationsIn(`destinations:\n${yaml.join("")}order: [a, b, c]\norder-by: ${orderBy}\n`);
};

const [onSqlite, onPostgres] = databases;
describe.each([
  { ...onPostgres, orderBy: "fixed" },
  { ...onPostgres, orderBy: "best-price" },
  { ...onSqlite, orderBy: "best-price" },
  { ...onSqlite, orderBy: "weighted" },
])("processes that die while they sell leads in an order that is $orderBy on $name", ({ start, orderBy }) => {
  const { path, remove } = fileOf(orderBy);
  afterAll(remove);
  const settings = settingsOf({ CLAIMPATH_FILE: path, "company.time-zone": "UTC" });
  const { destinations } = createProviders(settings, silentLog);
  const on = freshStore(start, { readers: [listener] }, Date.now());
  const running: { child: ChildProcess; exit: Promise<unknown> }[] = [];

  const begin = async (aheadMs: number) => {
    const started = [1, 2].map(() => fork(script, [on.url, path, String(aheadMs)]));
    const begun = started.map((child) => ({ child, exit: once(child, "exit") }));
    running.push(...begun);
    // One may be killed before the other has started.
    await Promise.all(begun.map(({ child, exit }) => Promise.race([once(child, "message"), exit])));
  };
  const end = async () => {
    const ended = running.splice(0);
    for (const { child } of ended) child.kill("SIGKILL");
    await Promise.all(ended.map(({ exit }) => exit));
  };
  const open = async () =>
    (await on.store.outbox.list({})).filter(
      ({ status, destination }) =>
        (status === "waiting" || status === "sending") && !destination.includes("."),
    ).length;

  /** People press "Send again" at messages that nobody has as far as they can know, and pause a buyer. */
  const press = async () => {
    const messages = await on.store.outbox.list({});
    const idle = messages.filter(({ id, status }) => ["rejected", "parked"].includes(status) && !has.has(id));
    for (const { id } of idle.filter(() => randomInt(4) === 0)) {
      await patiently(() => requeueMessage({ store: on.store, settings }, id)).catch((error) => {
        if (!(error instanceof Refusal)) throw error;
      });
    }
    await patiently(() => (randomInt(2) ? on.store.pauses.begin("b", "p") : on.store.pauses.end("b")));
  };

  test(`no lead has two buyers after ${kills} kills, retries, a pause and a full day`, {
    ...holds("T93"),
    timeout: 240_000 + kills * 60_000,
  }, async () => {
    has.clear();
    const ids: string[] = [];
    for (let index = 0; index < leads; index++) {
      const submission = aSubmission([], on.now);
      submission.lead.record.affid = "252";
      const whole = routed(submission, destinations);
      await on.store.submit(aVisit(), 0, [], whole);
      ids.push(whole.lead.id);
    }
    // Each begins when the locks of those before have expired.
    for (let round = 1; round <= kills; round++) {
      killAfter = randomInt(10, 30);
      const killed = new Promise<void>((resolve) => {
        kill = () => {
          for (const { child } of running) child.kill("SIGKILL");
          resolve();
        };
      });
      on.now = Date.now() + round * 10_000_000;
      await begin(round * 10_000_000);
      await press();
      await Promise.race([killed, setTimeout(2_000)]);
      await end();
    }
    await on.store.pauses.end("b");
    const rest = {
      store: on.store,
      destinations,
      now: () => on.now,
      pollMs: 25,
      maxAttempts: 3,
      log: silentLog,
    };
    const outbox = startOutbox({ ...rest, random: () => 0 });
    while ((await open()) > 0) {
      on.now += 10_000_000;
      outbox.wake();
      await outbox.idle();
    }
    await outbox.stop();
    // Sales that processes recorded and did not book before they died.
    expect(await on.store.bookkeeping.catchUp()).toEqual([]);
    const states: string[] = [];
    for (const id of ids) {
      const { messages: all, attempts } = await on.store.outbox.ofLead(id);
      const messages = all.filter(({ destination }) => !destination.includes("."));
      const { value } = orderOf(messages, attempts)!;
      states.push(value);
      const holders = messages.filter((message) => has.has(message.id));
      expect(holders.length, id).toBeLessThanOrEqual(1);
      if (value === "sold") expect(holders, id).toMatchObject([{ status: "delivered" }]);
      else if (value !== "unknown") expect(holders, id).toEqual([]);
      // Deliveries are in the books, once, whatever died in between.
      const lines = await on.store.bookkeeping.ofLeads([id]);
      const delivered = messages
        .filter(({ status }) => status === "delivered")
        .map((each) => each.destination);
      expect(lines.map(({ buyer }) => buyer).sort(), id).toEqual(delivered.sort());
      for (const { buyer, cents } of lines) {
        const bid = orderBy === "best-price" ? priceOf(`${id}.${buyer}.ping`) * 100 : 0;
        expect(cents, id).toBe(bid);
      }
      // Asked are the first as they bid or as was drawn, whichever process asked.
      const { about } = JSON.parse(messages.at(-1)!.payload) as RoutedLead;
      const names = messages.map(({ destination }) => destination).sort();
      if (orderBy === "weighted") expect(about.order!.slice(0, names.length).toSorted(), id).toEqual(names);
      // So is the message for the reader of news.
      expect(all.length - messages.length, id).toBe(lines.length);
    }
    // All states occurred.
    expect([...new Set(states)]).toEqual(expect.arrayContaining(["sold", "unknown"]));
  });
});
