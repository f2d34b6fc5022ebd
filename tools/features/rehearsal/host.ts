/** A release in a process of its own, with a store, a clock and people of its own: `fork(host, [folder, file])`. */
import crypto from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { byNetwork } from "../../../test/support/by-network.ts";
import { firstDay, type Person } from "./people.ts";
import { type Received, startStubSite } from "./stub-site.ts";
import { type Walked, walk } from "./walker.ts";

/** What became of a person. */
export type Outcome = Walked & {
  number: number;
  leads: { q: "y" | "n"; dqReason: string; window: string; record: Record<string, unknown> }[];
  received: Received[];
  calls: Record<string, number>;
  /** Cents by buyer, and by affiliate. */
  money: Record<string, number>;
  /** Messages that did not arrive, as `parked at north`. */
  undelivered: string[];
};
/** Milliseconds of processor time by what was asked for. */
export type Costs = Record<string, number[]>;
export type Reply =
  | { ready: true }
  | { walked: Outcome[] }
  | { ended: Pick<Outcome, "number" | "money" | "undelivered">[]; costs: Costs }
  | { failed: string };

const [folder = "", file = ""] = process.argv.slice(2);
process.chdir(folder);
process.env.NODE_ENV = "production";

let now = firstDay;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    super(...((args.length === 0 ? [now] : args) as []));
  }
  static override now = () => now;
} as DateConstructor;

/** The same ids for the same person in every release. */
let stream = { key: "start", count: 0 };
function fill(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; done += 32) {
    const block = crypto
      .createHash("sha256")
      .update(`${stream.key} ${stream.count++}`)
      .digest();
    bytes.set(block.subarray(0, Math.min(32, bytes.length - done)), done);
  }
}
const random = {
  randomBytes: (count: number) => {
    const bytes = Buffer.alloc(count);
    fill(bytes);
    return bytes;
  },
  randomFillSync: (bytes: Uint8Array) => {
    fill(bytes);
    return bytes;
  },
  randomUUID: () => {
    const hex = random.randomBytes(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  },
};
Object.assign(crypto, random);
syncBuiltinESMExports();
Math.random = () => 0.5;

const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
const store = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "claimpath-rehearsal-"));
process.on("exit", () => rmSync(store, { recursive: true, force: true }));
// Ended by the process that began it, or left alone by that.
for (const end of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(end, () => process.exit(0));
const databaseFile = join(store, "claimpath.db");
const stubs = await startStubSite(file || undefined);
const origin = "http://localhost:3000";

const { createLog } = await load("services/observe/log.ts");
const { readSettings } = await load("services/settings/env.ts");
const { startServices } = await load("services/index.ts");
const { answering } = await load("app/server/app.ts");
const { pages } = await load("app/server/serve.ts");
const { unpacked } = await load("services/store/sealed/packing.ts");

const faults: string[] = [];
const settings = readSettings({
  ...stubs.env,
  NODE_ENV: "production",
  DATABASE_URL: `file:${databaseFile}`,
  SITE_ORIGIN: origin,
  SESSION_SECRETS: "a secret of rehearsals that nobody outside ever sees",
  TRUST_PROXY: "1",
});
const log = createLog((line: string) => {
  const { error, fault, event } = JSON.parse(line);
  if (error ?? fault) faults.push([event, error].filter(Boolean).join(" "));
});
const services = await startServices(settings, log);
const { before: _, close: __, ...source } = await pages();
/** What visitors reach, by the network: a release may answer them where a call from here would not come by. */
const network = await byNetwork(await answering(services, source));
const database = new DatabaseSync(databaseFile, { readOnly: true });
/** People by their leads. */
const whose = new Map<string, number>();
const costs: Costs = {};

const due = database.prepare(
  "select count(*) as count from outbox where status = 'sending' or (status = 'waiting' and run_at <= ?)",
);
/** Until nobody has anything to be sent now: a buyer's no makes the next one's message due. */
async function deliver(): Promise<void> {
  for (let rounds = 0; rounds < 20 && Number(due.get(now)!.count) > 0; rounds++) {
    services.outbox.wake();
    await services.outbox.idle();
  }
}

async function ask(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const began = process.cpuUsage();
  const response = await network.ask(request);
  const { user, system } = process.cpuUsage(began);
  const what = `${request.method} ${pathname}`;
  costs[what] ??= [];
  costs[what].push((user + system) / 1000);
  // A page says what has become of a lead, so its buyers are asked before the person goes on.
  await deliver();
  return response;
}

async function outcomeOf(person: Person): Promise<Outcome> {
  stream = { key: `person ${person.number}`, count: 0 };
  now = Math.max(now, person.startsAt);
  stubs.serve(person.number);
  const walked = await walk(person, {
    origin,
    ask,
    pass: (ms) => {
      now += ms;
    },
    breakServices: stubs.breakServices,
  });
  stubs.breakServices(false);
  await deliver();
  const { received, calls } = stubs.taken();
  const leads = database
    .prepare(
      "select id, qualified, dq_reason, record from leads where created_at >= ? order by created_at, id",
    )
    .all(person.startsAt)
    .map((row) => {
      whose.set(String(row.id), person.number);
      const record = JSON.parse(unpacked(String(row.record)));
      const window = JSON.stringify([record.accident_limit_exceeded, record.accident_within_last_year]);
      return {
        q: row.qualified ? ("y" as const) : ("n" as const),
        dqReason: String(row.dq_reason ?? ""),
        window,
        record,
      };
    });
  const errors = [...walked.errors, ...faults.splice(0)];
  return { ...walked, errors, number: person.number, leads, received, calls, money: {}, undelivered: [] };
}

/** Time passes for what has to be tried again, and for nothing else. */
async function end(keep: string | undefined): Promise<Extract<Reply, { ended: unknown }>> {
  for (let rounds = 0; rounds < 40; rounds++) {
    await deliver();
    const { next } = database
      .prepare("select min(run_at) as next from outbox where status = 'waiting'")
      .get()!;
    if (next === null) break;
    now = Math.max(now, Number(next) + 1);
  }
  const ended = new Map<number, Pick<Outcome, "number" | "money" | "undelivered">>();
  const of = (lead: unknown) => {
    const number = whose.get(String(lead))!;
    if (!ended.has(number)) ended.set(number, { number, money: {}, undelivered: [] });
    return ended.get(number)!;
  };
  const lines = database.prepare(
    "select lead_id, case part when 'payout' then 'affiliate ' || affiliate else buyer end as party, sum(cents) as cents from sales_ledger group by 1, 2",
  );
  for (const { lead_id, party, cents } of lines.all()) of(lead_id).money[String(party)] = Number(cents);
  for (const { lead_id, destination, status } of database
    .prepare(
      "select lead_id, destination, status from outbox where status not in ('delivered', 'rejected') order by 1, 2",
    )
    .all())
    of(lead_id).undelivered.push(`${status} at ${destination}`);
  if (keep) database.prepare("vacuum into ?").run(keep);
  return { ended: [...ended.values()], costs };
}

const send = (reply: Reply) => process.send!(reply);
process.on("message", async (people: Person[] | { end: { keep?: string } }) => {
  try {
    // The other process ends this one once it has heard.
    if ("end" in people) return void send(await end(people.end.keep));
    const walked: Outcome[] = [];
    for (const person of people) walked.push(await outcomeOf(person));
    send({ walked });
  } catch (error) {
    send({ failed: String((error as Error).stack) });
  }
});
send({ ready: true });
