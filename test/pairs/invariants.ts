import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { silentLog } from "../../services/observe/log.ts";
import { openConnection } from "../../services/store/engine/connection.ts";
import { sealing } from "../../services/store/sealed/plugin.ts";
import { ciphersOf } from "../../services/store/sealed/rekey.ts";

import type { Day } from "./day.ts";
import { checksOfRevenue, failingIn, partOf, parts } from "./features.ts";
import { dollars } from "./firms.ts";
import { canaryIn } from "./people.ts";
import {
  backOf,
  bookedSales,
  dueOf,
  linesOf,
  payoutOf,
  salesOf,
  soldOut,
  sum,
  tellUnlike,
} from "./recount.ts";

/** The word of `doctor` is what is true of the store. */
export async function checkDoctor(day: Day): Promise<void> {
  const { row, wrong } = day;
  const { stdout } = await day.command("doctor");
  const found = stdout.split("\n").filter((line) => /^wrong/i.test(line));
  const [parked] = await day.sql<{ n: number }>("select count(*) n from outbox where status = 'parked'");
  const isTold = found.some((line) => line.includes("given up"));
  if (Number(parked!.n) > 0 !== isTold)
    wrong("doctor says what is true", `${parked!.n} messages are parked: ${found.join(" ")}`);
  if ((row.key === "ending") !== found.some((line) => line.includes("The key of north ends")))
    wrong("doctor says what is true", `of north's key: ${found.join(" ")}`);
  // Who pays another price than it bid is named, and nobody else.
  const bids = day.firms.heard.filter(({ buyer, about }) => buyer === "north" && about === "bid");
  const isOdd = soldOut(day, "north").some(
    ({ lead, said: answer, cents: named, test }) =>
      answer === "yes" &&
      !test &&
      // A release without books wrote down the price alone.
      !day.old.has(lead) &&
      named !== undefined &&
      bids.some((bid) => bid.lead === lead && (bid.cents ?? 0) > named),
  );
  if (isOdd !== found.some((line) => line.includes("for another price than it bid")))
    wrong("doctor says what is true", `of another price than was bid: ${found.join(" ")}`);
  const others = found.filter(
    // The clock is ours alone, and this pooler is one that drops the time-outs.
    (line) =>
      !(row.database === "pooler" && line.includes("a pooler dropped it")) &&
      !/given up|The key of north ends|may have (one|\d+)|for another price than it bid|waiting, the oldest|the database's are|A consent has waited/.test(
        line,
      ),
  );
  if (others.length > 0) wrong("doctor says what is true", others.join(" "));
}

/** While something behind a sale fails, somebody is told. */
export async function checkFault(day: Day): Promise<void> {
  const { row, wrong } = day;
  const isMet = partOf(row.fault)?.isMet?.(day) ?? true;
  if (salesOf(day).length === 0 || !isMet) return;
  const { stdout } = await day.command("doctor");
  const word = row.fault === "books" ? "Not in the books yet" : "Not queued yet";
  if (!stdout.includes(word))
    wrong("doctor says what is true", `while ${row.fault} fail it does not say "${word}"`);
}

/** No 500, and nothing that nobody expected. */
export function checkLog(day: Day): void {
  const { row, wrong } = day;
  const lines = day
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  const bad = lines.filter((line) => /"status":5\d\d/.test(line) && !line.includes('"provider"'));
  for (const line of new Set(
    bad.map((each) => each.replace(/"at":"[^"]*",|"requestId":"[^"]*",?|"ms":\d+,?/g, "")),
  ))
    wrong("no request ends with a fault of ours", line);
  const failed = lines.filter(
    (line) => /"event":"[\w.]*failed"/.test(line) && !/"event":"call_failed"/.test(line),
  );
  const isExpected = failingIn(row) !== undefined;
  const [first] = failed;
  if (first && !isExpected) wrong("nothing fails that nobody sees", first.replace(/"at":"[^"]*",/, ""));
  const found = canaryIn(day, day.log());
  if (found) wrong("the log names nobody", found);
}

/** What a person of another role sees: nothing that tells of Ana, and no page that fails. */
export async function checkLooks(day: Day): Promise<void> {
  const { row, wrong } = day;
  const [ana] = day.people;
  const pages = [
    "/console",
    "/console/leads.csv",
    "/console/deliveries",
    "/console/health",
    "/console/settings",
    ...(ana?.lead ? [`/console/leads/${ana.lead}`] : []),
    ...(await Promise.all(parts.map(({ pages }) => pages?.(day) ?? []))).flat(),
  ];
  const isMasked = row.role === "leads-masked";
  // Whatever people of the console write down.
  const remark = `Call ${Object.values(ana!.answers).slice(0, 2).join(" ")} at ${ana!.answers.phone}, ${ana!.answers.email}`;
  if (ana?.lead && day.erasedAt === undefined)
    await day.press(`/console/leads/${ana.lead}`, { intent: "note", remark });
  for (const page of pages) {
    const { status, text } = await day.get(page, "other");
    if (status >= 500) wrong("no request ends with a fault of ours", `${page}: ${status}`);
    const found = canaryIn(day, text);
    if (found) wrong("who may not see Ana does not", `${page}: ${found}`);
    if (!isMasked && status === 200 && /leads|sales|deliveries|terms/.test(page))
      wrong("who may not see leads does not", `${page}: ${status}`);
  }
  for (const { looks } of parts) await looks?.(day);
}

/** What buyers noted is what books, payouts, and all that features say of them and analysts are told, come to. */
export async function checkBooks(day: Day, isLast: boolean): Promise<void> {
  const { wrong } = day;
  const lines = await linesOf(day);
  const sales = bookedSales(day, lines);
  const booked = lines.filter(({ part }) => part !== "payout");
  for (const buyer of ["north", "south"] as const)
    tellUnlike(
      day,
      buyer,
      "the books",
      sum(booked.filter((line) => line.buyer === buyer)),
      dueOf(day, sales, buyer),
    );
  const payouts = sales.map((sale) => payoutOf(day, sale, backOf(day, sale)));
  const paid = payouts.reduce((all, each) => all + each, 0);
  const inBooks = sum(lines.filter(({ part }) => part === "payout"));
  if (inBooks !== paid)
    wrong("payouts are as agreed", `the books: $${dollars(inBooks)} in place of $${dollars(paid)}`);
  for (const { check } of parts) await check?.(day, sales, paid);
  // Whose visit was erased before a buyer took the lead came from nowhere that anybody can know.
  const known = booked.filter((line) => day.row.erasure !== "during" || line.lead !== day.people[0]!.lead);
  if (isLast) for (const check of checksOfRevenue) await check(day, sum(known));
  const found = canaryIn(day, JSON.stringify(lines));
  if (found) wrong("the books name nobody", found);
  checkLog(day);
}

/** Of who is erased nothing stands anywhere but what docs/privacy.md names. */
export async function checkAfterErasure(day: Day): Promise<void> {
  const { row, wrong, env } = day;
  const isErased = day.erasedAt !== undefined;
  const { cipher, persons } = ciphersOf(env.DATA_KEYS ? [env.DATA_KEYS] : undefined, env.PERSON_KEYS);
  const connection = await openConnection(day.direct, silentLog, { sealing: sealing(cipher ?? "unsealed") });
  try {
    for (const table of await tablesOf(day)) {
      // With the keys, where there are any; what cannot be opened any more is nothing to be found.
      const rows = await (connection.db as never as Opened)
        .selectFrom(camel(table))
        .selectAll()
        .execute()
        .catch(() => day.sql(`select * from ${table}`));
      for (const stored of rows) {
        if (table === "consents" && (row.keys !== "person" || !isErased)) continue;
        // Of who is only too old the link's labels stay, which is for the affiliate to keep nobody in.
        if (table === "analytics_sources" && !isErased) continue;
        const found = canaryIn(day, JSON.stringify(stored));
        if (found) wrong("who is erased is nowhere", `${table}: ${found}`);
      }
    }
  } finally {
    await connection.close();
    persons?.close();
  }
  const folder = join(day.folder, "sheet");
  if (day.erasedAt !== undefined && existsSync(folder))
    for (const file of readdirSync(folder)) {
      const found = canaryIn(day, readFileSync(join(folder, file), "utf8"));
      if (found) wrong("who is erased is nowhere", `${file}: ${found}`);
    }
  if (isErased && env.PERSON_KEYS) {
    const file = new DatabaseSync(env.PERSON_KEYS, { readOnly: true });
    const leads = day.people.flatMap(({ who, lead }) =>
      ["ana", "again"].includes(who) && lead ? [lead] : [],
    );
    const owners = file
      .prepare("select owner from person_keys")
      .all()
      .map(({ owner }) => String(owner));
    file.close();
    const kept = owners.find((owner) => leads.some((lead) => owner.includes(lead)));
    if (kept) wrong("who is erased is nowhere", `a key of ${kept}`);
  }
  if (isErased) {
    const left = await day.sql<{ destination: string }>(
      `select destination from outbox where lead_id = '${day.people[0]!.lead}' and destination not like 'deletion.%'`,
    );
    if (left.length > 0)
      wrong("who is erased is nowhere", `outbox: ${left.map((each) => each.destination).join(", ")}`);
    checkDeleted(day);
  }
  for (const { checkErased } of parts) await checkErased?.(day);
  checkLog(day);
}

/** Webhooks that got a lead of somebody who is erased are told to delete it, once, and nobody else is. */
function checkDeleted({ row, firms, people, wrong }: Day): void {
  const had = {
    north: firms.heard.filter(
      ({ buyer, about }) => buyer === "north" && about === "lead" && row.kind === "webhook",
    ),
    house: firms.copies.map((id) => ({ lead: id.split(".")[0]! })),
  };
  for (const { who, lead } of people)
    for (const by of ["north", "house"] as const) {
      const isDue = (who === "ana" || who === "again") && had[by].some((each) => each.lead === lead);
      const times = firms.deleted.filter((each) => each.by === by && each.lead === lead).length;
      if (times !== Number(isDue))
        wrong("receivers delete who is erased", `${by} was told ${times} times of ${who}`);
    }
}

type Opened = { selectFrom(table: string): { selectAll(): { execute(): Promise<unknown[]> } } };
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function tablesOf({ row, sql }: Day): Promise<string[]> {
  const names = await sql<{ name: string }>(
    row.database === "sqlite"
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'"
      : "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  return names.map(({ name }) => name).filter((name) => !name.startsWith("kysely"));
}
