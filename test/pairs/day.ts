import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { vi } from "vitest";
import type { Role } from "../../services/console/roles.ts";
import { sqlitePath } from "../../services/store/engine/sqlite-file.ts";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { runCommand } from "../support/run-command.ts";
import { type Sent, send } from "../support/send.ts";
import { type SiteHere, startSite } from "../support/site.ts";
import { secondLook } from "../support/visitors.ts";
import { breakInserts, erase, mendInserts } from "./acts.ts";
import { hourMs, instantOf, reached } from "./calendar.ts";
import { failingIn, type moments, parts } from "./features.ts";
import { type Firms, lettersTo, startFirms } from "./firms.ts";
import { type Ground, settingsOf } from "./ground.ts";
import { checkAfterErasure, checkBooks, checkFault, checkLooks } from "./invariants.ts";
import type { Row } from "./parameters.ts";
import { arrive, linkOf, type Person, peopleOf, tellingOf } from "./people.ts";
import { salesOf } from "./recount.ts";
import { checkSales } from "./selling.ts";

/** The first of the two days, and its month. */
const dayOf: Record<Row["season"], string> = {
  plain: "2026-11-18",
  spring: "2026-03-08",
  autumn: "2026-11-01",
  leap: "2028-02-29",
  "year-end": "2026-12-31",
};

/** What the owner or a buyer has done to a sale, with what the books are to have of it by our own count. */
export type Act = { lead: string; buyer: string; back: number; month: string; isByHand: boolean };

/** A day of business as it was lived, with what was found wrong. */
export type Day = {
  row: Row;
  firms: Firms;
  sites: SiteHere[];
  env: Record<string, string>;
  direct: string;
  folder: string;
  people: Person[];
  acts: Act[];
  /** Leads whose visitors are erased, and the moment. */
  erasedAt?: number;
  /** Times at which somebody was paused: from, until. */
  pauses: { whom: string; from: number; until: number }[];
  /** Since when north pays more, and 252 gets more. */
  raisedAt?: number;
  paysMoreAt?: number;
  /** Sales of leads that were made before there were books. */
  old: Set<string>;
  faults: string[];
  wrong(invariant: string, what: string): void;
  sql<Result = Record<string, unknown>>(text: string): Promise<Result[]>;
  command(line: string, input?: string): ReturnType<typeof runCommand>;
  get(page: string, as?: "owner" | "other"): Promise<Sent>;
  /** A press of the owner, or of another person, on a page of the console. */
  press(page: string, form: Record<string, string>, as?: "owner" | "other"): Promise<Sent>;
  log(): string;
  /** The first of the two days, and its times such as `10:00`. */
  date: string;
  at(time: string): number;
  /** Goes on to a time, unless it is later already. */
  goTo(time: string): void;
  /** Lets pass what time it takes until nothing is due before a time. */
  settle(time: string): Promise<void>;
  /** Days later. What is under way is done before, or it would seem to have taken all the time. */
  pass(until: number): Promise<void>;
};

/** What was found wrong, a sentence each, and the processor time in ms of the first visitor's survey and delivery. */
export type Lived = { faults: string[]; firstVisitorMs: number };

/** Lives through a day with these values. */
export async function liveThrough(row: Row, ground: Ground): Promise<Lived> {
  await using ended = new AsyncDisposableStack();
  const { zone } = row;
  const date = dayOf[row.season];
  const clock = vi.useFakeTimers({ toFake: ["Date"], now: instantOf(`${date} 09:00`, zone) });
  ended.defer(() => void vi.useRealTimers());
  const local = (time: string) => instantOf(`${date} ${time}`, zone);
  const firms = await startFirms(row, tellingOf(row));
  ended.defer(() => firms.stop());
  const store = await ground.store(row);
  ended.defer(() => store.end());
  const { env, folder, remove } = settingsOf(row, firms, store);
  ended.defer(remove);
  const sites: SiteHere[] = [];
  ended.defer(async () => void (await Promise.all(sites.map((site) => site.close()))));
  for (let count = row.processes === "two" ? 2 : 1; count > 0; count--)
    sites.push(await startSite({ ...env, stubs: false }));

  const members = { people: `file:${folder}/people.db` };
  const at = { databaseUrl: members.people };
  const owner = addPerson(at, "ana-owner", "leads");
  const other = addPerson(at, "other", row.role as Role);
  const cookies = new Map<string, { cookie: string; until: number }>();
  const cookieOf = async (as: "owner" | "other") => {
    const known = cookies.get(as);
    if (known && Date.now() < known.until) return known.cookie;
    const cookie = await signedInCookie(sites[0]!, as === "owner" ? owner : other);
    cookies.set(as, { cookie, until: Date.now() + 5 * hourMs });
    return cookie;
  };
  const day: Day = {
    row,
    firms,
    sites,
    env,
    direct: store.direct,
    folder,
    people: peopleOf(row),
    acts: [],
    pauses: [],
    old: new Set(),
    faults: [],
    wrong: (invariant, what) => void day.faults.push(`${invariant}: ${what}`),
    sql: await asker(store.direct, ended),
    command: (line, input = "") => runCommand(line, env, { input }),
    get: async (page, as = "owner") => send(sites[0]!.url, page, { headers: { Cookie: await cookieOf(as) } }),
    press: async (page, form, as = "owner") => {
      const Cookie = await cookieOf(as);
      const answer = await send(sites.at(-1)!.url, page, { form, headers: { Cookie } });
      const again = secondLook(answer.text);
      return again ? send(sites.at(-1)!.url, page, { form: again, headers: { Cookie } }) : answer;
    },
    log: () => sites.map((site) => site.output()).join(""),
    date,
    at: local,
    goTo: (time) => void clock.setSystemTime(Math.max(Date.now(), local(time))),
    settle: (time) => settle(local(time)),
    async pass(until) {
      await settle(Date.now());
      clock.setSystemTime(until);
      await settle(until);
    },
  };
  const settle = (until: number) => settled(day, until, clock);
  const act = async (moment: (typeof moments)[number]) => {
    for (const { acts } of parts) await acts?.[moment]?.(day);
  };

  // The owner's morning.
  if (row.stop === "listed") await day.command("suppressions add", "benjamin.archer@example.com\n");
  if (row.stop === "own-list") {
    const file = `${folder}/own-list.txt`;
    writeFileSync(file, "(305) 555-0111\n");
    const { status, stderr } = await day.command(`suppressions import north ${file}`);
    if (status !== 0) day.wrong("the owner's commands work", stderr);
  }
  await act("morning");

  const [ana, ben, again, dora] = day.people as [Person, Person, Person, Person];
  /** A person comes, and is a lead. */
  const comes = async (person: Person, time: string, way: Row["way"], path: string) => {
    clock.setSystemTime(Math.max(Date.now() + 1_000, local(time)));
    const before = new Set((await day.sql<{ id: string }>("select id from leads")).map(({ id }) => id));
    await arrive(day, person, way, path);
    const leads = await day.sql<{ id: string; qualified: number }>("select id, qualified from leads");
    const made = leads.filter(({ id }) => !before.has(id));
    if (made.length !== 1) day.wrong("each visitor is one lead", `${person.who} made ${made.length}`);
    person.lead = made[0]?.id;
    person.at = Date.now();
    if (Number(made[0]?.qualified ?? 1) === 0) person.isBuyable = false;
  };

  // The first visitor.
  if (failingIn(row)) await breakInserts(day);
  const before = process.cpuUsage();
  if (row.erasure === "during") {
    let open = () => {};
    firms.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await comes(ana, "10:00", row.way, `/survey/${row.survey}?${linkOf(row)}`);
    // Where north is not asked she is erased once nothing is being sent.
    await reached(async () => firms.isHolding || !(await isAnythingDue(day)));
    await erase(day);
    firms.gate = undefined;
    open();
  } else await comes(ana, "10:00", row.way, `/survey/${row.survey}?${linkOf(row)}`);
  await settle(local("10:50"));
  const { user, system } = process.cpuUsage(before);
  if (failingIn(row)) {
    await checkFault(day);
    await mendInserts(day);
    await settle(local("10:55"));
  }
  if (row.fault === "restart" || row.upgrade === "unbooked") {
    await Promise.all(sites.map((site) => site.stop()));
    if (row.upgrade === "unbooked") {
      for (const { lead } of salesOf(day)) day.old.add(lead);
      await day.sql(
        "update sales set booked = null where message_id in (select message_id from sales_ledger)",
      );
      await day.sql("delete from sales_ledger");
    }
    for (const site of sites) await site.restart();
    cookies.clear();
    // What it finds to do when it starts is done before the next visitor.
    await settle(local("10:58"));
  }

  // Ben, by forms, and Ana once more.
  if (row.stop === "form") {
    const form = { email: ben.answers.email!, phone: ben.answers.phone! };
    const { status } = await send(sites[0]!.url, "/do-not-sell-my-information/", { form });
    if (status !== 303) day.wrong("an opt-out is taken", String(status));
  }
  await comes(ben, "11:00", "forms", "/survey/c?affid=7&oid=57&s1=b-1");
  await settle(local("11:50"));
  await act("noon");
  const isAnaThere = day.erasedAt === undefined;
  if (isAnaThere) {
    await comes(again, "13:00", "script", `/survey/c?${linkOf(row)}`);
    await settle(local("14:30"));
  } else day.people.splice(day.people.indexOf(again), 1);
  await checkLooks(day);

  await act("afternoon");

  // The evening.
  day.goTo("20:00");
  await act("evening");
  await comes(dora, "20:30", "script", "/survey/c?affid=252&oid=57&s1=d-1");
  await settle(local("21:30"));
  await act("night");
  await checkSales(day);
  const eraseAsAsked = async () => {
    if (row.erasure === "sold" || row.erasure === "returned") await erase(day);
  };
  if (!parts.some(({ comesBackLate }) => comesBackLate?.(row))) await eraseAsAsked();
  await checkBooks(day, !parts.some(({ goesOn }) => goesOn?.(row)));

  // Afterwards.
  for (const { afterwards } of parts) await afterwards?.(day, eraseAsAsked);
  if (row.age === "old") {
    await day.pass(Date.now() + 400 * 24 * hourMs);
    const { status, stderr } = await day.command("privacy retain");
    if (status !== 0) day.wrong("the owner's commands work", stderr);
  }
  // Receivers that forget are told in their turn.
  await settle(Date.now() + 60_000);
  if (day.erasedAt !== undefined || row.age === "old") await checkAfterErasure(day);
  return { faults: [...new Set(day.faults)], firstVisitorMs: (user + system) / 1_000 };
}

/** Asks a store past the program, over one connection of its own. */
async function asker(url: string, ended: AsyncDisposableStack): Promise<Day["sql"]> {
  if (url.startsWith("file:")) {
    let database: DatabaseSync | undefined;
    ended.defer(() => database?.close());
    return async <Result>(text: string) => {
      database ??= new DatabaseSync(sqlitePath(url), { timeout: 5_000 });
      const statement = database.prepare(text);
      if (statement.columns().length > 0) return statement.all() as Result[];
      statement.run();
      return [];
    };
  }
  const client = new pg.Client(url);
  await client.connect();
  ended.defer(() => client.end());
  return async <Result>(text: string) => (await client.query(text)).rows as Result[];
}

/** The letters that north got since, which its clerk writes down as taken leads. */
function readLetters({ row, firms }: Day): void {
  if (row.kind !== "email") return;
  for (const letter of lettersTo(firms, "north@buyer.example").slice(
    firms.heard.filter(({ buyer }) => buyer === "north").length,
  )) {
    const [, id = ""] = /Message-ID: <([^@>]+)@/i.exec(letter) ?? [];
    const test = /Subject: .*\[Test\]/.test(letter);
    firms.heard.push({
      buyer: "north",
      about: "lead",
      id,
      lead: id.split(".")[0]!,
      at: Date.now(),
      said: "yes",
      test,
    });
  }
}

/** Whether deliveries are under way, or could begin now. */
async function isAnythingDue({ sql }: Day): Promise<boolean> {
  const [due] = await sql<{ n: number }>(
    `select count(*) as n from outbox where destination not in (select destination from pauses)
       and (status = 'sending' or (status = 'waiting' and run_at <= ${Date.now()}))`,
  );
  return Number(due!.n) > 0;
}

/** For what never ends; what is slow is a matter of the machine. */
const mostSettleMs = 240_000;

/** Lets time pass until nothing is due before a moment, as fast as the site gets there. */
async function settled(
  day: Day,
  until: number,
  clock: { setSystemTime(at: number): unknown },
): Promise<void> {
  const end = performance.now() + mostSettleMs;
  let looks = 60;
  let held = new Set<string>();
  // Who is sent a lead that he took would be sent it for ever.
  for (let [quiet, jumps] = [0, 0]; ; ) {
    if (performance.now() > end || jumps > 200)
      return day.wrong("all that is due is done", "not within four minutes");
    await Promise.all(day.sites.map((site) => site.deliver()));
    readLetters(day);
    const open = await day.sql<{ id: string; status: string; run_at: string; locked_until: string | null }>(
      "select id, status, run_at, locked_until from outbox where status in ('waiting', 'sending') and destination not in (select destination from pauses)",
    );
    const now = Date.now();
    const moments = open.map(({ status, run_at, locked_until }) =>
      Number(status === "sending" ? locked_until : run_at),
    );
    // Books follow an acceptance, and messages the books; where they are made to fail nobody waits for them.
    const [behind] = await day.sql<{ n: number }>(
      "select (select count(*) from sales where booked is null) + (select count(*) from affiliate_news) + (select count(*) from news) + (select count(*) from refusals) as n",
    );
    const follows = Number(behind!.n) > 0 && looks-- > 0;
    // What is still being sent although nobody does is held by who has died: its lock alone is waited for.
    const sending = open.flatMap((each) =>
      each.status === "sending" ? [`${each.id} ${each.locked_until}`] : [],
    );
    const isSent = sending.some((each) => !held.has(each));
    held = new Set(sending);
    const isUnderWay = day.firms.busy() > 0 || follows || isSent || moments.some((moment) => moment <= now);
    quiet = isUnderWay ? 0 : quiet + 1;
    // What a poll of the site's finds meanwhile it has found at the second look.
    if (quiet < 2) {
      await setTimeout(isUnderWay ? 25 : 5);
      continue;
    }
    const next = Math.min(...moments);
    if (next > until) break;
    clock.setSystemTime(next + 1);
    quiet = 0;
    jumps += 1;
  }
  clock.setSystemTime(Math.max(Date.now(), until));
}
