import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { silentLog } from "../../services/observe/log.ts";
import { openConnection } from "../../services/store/engine/connection.ts";
import { sealing } from "../../services/store/sealed/plugin.ts";
import { ciphersOf } from "../../services/store/sealed/rekey.ts";
import { parseCsv } from "../support/tables.ts";
import { localMonth, said } from "./calendar.ts";
import type { Day } from "./day.ts";
import { checksOfRevenue, failingIn, partOf, parts } from "./features.ts";
import { dollars, lettersTo } from "./firms.ts";
import { canaryIn } from "./people.ts";
import { type Line, linesOf, payoutOf, type Sale, salesOf, soldOut, sum } from "./recount.ts";

/** Days before and after all of these. */
const everything = "from=2025-01-01&to=2030-12-31";

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
  const isMet = partOf(row.fault)?.isMet(day) ?? true;
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
  const lines = (await linesOf(day)).filter(({ kind }) => kind === "sale").slice(0, 2);
  const pages = [
    ...["/console", "/console/leads.csv", "/console/deliveries", `/console/sales?${everything}`],
    ...[`/console/sales.csv?${everything}`, `/console/sales/statement?buyer=north&${everything}`],
    ...["/console/terms", "/console/terms/affiliate/252", "/console/health", "/console/settings"],
    ...(ana?.lead ? [`/console/leads/${ana.lead}`] : []),
    ...lines.map(({ id }) => `/console/sales/lines/${id}`),
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
  // Nor may such a person change what is money.
  const before = await day.sql("select number from terms_changes");
  const form = { intent: "save", seen: String(before.length), reason: "x", "daily-cap": "9" };
  const { status } = await day.press("/console/terms/receiver/south", form, "other");
  if (status !== 403 || (await day.sql("select number from terms_changes")).length > before.length)
    wrong("who may not change terms does not", `${row.role}: ${status}`);
}
/** What buyers noted is what books, file, invoice, statement, payouts, messages to the affiliate and analysts say. */
export async function checkBooks(day: Day, isLast: boolean): Promise<void> {
  const { row, wrong } = day;
  const lines = await linesOf(day);
  const sales = salesOf(day).flatMap((sale) => {
    const line = lines.find(
      ({ kind, lead, buyer }) => kind === "sale" && lead === sale.lead && buyer === sale.buyer,
    );
    // What a sale came to that was made before there were books, they know where its buyer had said so.
    return line ? [{ ...sale, cents: day.old.has(sale.lead) ? line.cents : sale.cents }] : [];
  });
  const backOf = (sale: Sale) =>
    day.acts
      .filter((act) => act.lead === sale.lead && act.buyer === sale.buyer)
      .reduce((all, { back }) => all + back, 0);
  const booked = lines.filter(({ part }) => part !== "payout");
  const [head, ...rows] = parseCsv((await day.get(`/console/sales.csv?${everything}`)).text) as string[][];
  const at = (name: string) => head?.indexOf(name) ?? -1;
  const months = new Set(lines.map((line) => localMonth(line.at, row.zone)));
  for (const buyer of ["north", "south"] as const) {
    const theirs = sales.filter((sale) => sale.buyer === buyer);
    const due = theirs.reduce((all, sale) => all + sale.cents - backOf(sale), 0);
    const inBooks = sum(booked.filter((line) => line.buyer === buyer));
    const inFile = rows
      .filter((cells) => cells[at("buyer")] === buyer && cells[at("kind")] !== "payout")
      .reduce((all, cells) => all + Number(cells[at("cents")]), 0);
    const tell = (where: string, amount: number, wanted = due) => {
      if (amount !== wanted)
        wrong(
          "books are what the buyers noted",
          `${where} of ${buyer}: $${dollars(amount)} in place of $${dollars(wanted)}`,
        );
    };
    tell("the books", inBooks);
    tell("the CSV", inFile);
    const statement = await day.get(`/console/sales/statement?buyer=${buyer}&${everything}`);
    tell("the statement", totalIn(statement.text));
    for (const month of months) {
      const isIn = (moment: number) => localMonth(moment, row.zone) === month;
      const ofMonth =
        sum(theirs.filter((sale) => isIn(sale.at))) -
        day.acts
          .filter((act) => act.buyer === buyer && act.month === month)
          .reduce((all, { back }) => all + back, 0);
      const invoice = await day.command(`sales invoice --buyer ${buyer} --month ${month}`);
      if (theirs.length > 0) tell(`the invoice of ${month}`, totalIn(invoice.stdout), ofMonth);
    }
  }
  const payouts = sales.map((sale) => payoutOf(day, sale, backOf(sale)));
  const paid = payouts.reduce((all, each) => all + each, 0);
  const inBooks = sum(lines.filter(({ part }) => part === "payout"));
  if (inBooks !== paid)
    wrong("payouts are as agreed", `the books: $${dollars(inBooks)} in place of $${dollars(paid)}`);
  for (const { check } of parts) await check(day, sales, paid);
  if (day.row.report === "letter")
    for (const letter of lettersTo(day.firms, "boss@partner.example")) {
      const found = canaryIn(day, letter);
      if (found) day.wrong("an affiliate is told nobody's name", found);
    }
  // Whose visit was erased before a buyer took the lead came from nowhere that anybody can know.
  const known = booked.filter((line) => day.row.erasure !== "during" || line.lead !== day.people[0]!.lead);
  if (isLast) for (const check of checksOfRevenue) await check(day, sum(known));
  checkBooksNameNobody(day, lines, rows);
  checkLog(day);
}

/** `Total: -$1,234.50` and the like, in cents. */
function totalIn(text: string): number {
  const [, sign = "", amount = "0"] = /(?:Total: |<strong>)(-?)\$([\d,]+\.\d\d)/.exec(text) ?? [];
  return Math.round(Number(amount.replaceAll(",", "")) * 100) * (sign ? -1 : 1);
}

function checkBooksNameNobody(day: Day, lines: readonly Line[], rows: readonly string[][]): void {
  const found = canaryIn(day, JSON.stringify([lines, rows]));
  if (found) day.wrong("the books name nobody", found);
}

/** A month that is closed stays as it was; what comes later is of a later one. */
export async function checkClosed(day: Day, month: string): Promise<void> {
  const { wrong, row } = day;
  const before = (await linesOf(day)).filter((line) => localMonth(line.at, row.zone) === month);
  const closed = await day.press("/console/sales", { intent: "close", month });
  if (!closed.text.includes(`${month} is closed with ${before.length} lines`))
    wrong("a month can be closed", `${closed.status} ${said(closed.text)}`);
  const left = before.find(
    (line) =>
      line.kind === "sale" &&
      line.cents > 0 &&
      !day.acts.some((act) => act.lead === line.lead && act.buyer === line.buyer),
  );
  if (left) {
    const form = { intent: "return", reason: "never called" };
    const page = `/console/sales/lines/${left.id}`;
    const answer = await day.press(page, form);
    if (answer.status !== 303)
      wrong("the owner's presses work", `a late return: ${answer.status} ${said(answer.text)}`);
    day.acts.push({
      lead: left.lead,
      buyer: left.buyer,
      back: left.cents,
      month: localMonth(Date.now(), row.zone),
      isByHand: true,
    });
  }
  const after = (await linesOf(day)).filter((line) => localMonth(line.at, row.zone) === month);
  if (JSON.stringify(after) !== JSON.stringify(before))
    wrong("a closed month stays as it was", `${before.length} lines, then ${after.length}`);
  await checkBooks(day, true);
}

/** Of who is erased nothing stands anywhere but what docs/privacy.md names. */
export async function checkAfterErasure(day: Day): Promise<void> {
  const { row, wrong, env } = day;
  const isErased = day.erasedAt !== undefined;
  const { cipher, persons } = ciphersOf(env.DATA_KEYS ? [env.DATA_KEYS] : undefined, env.PERSON_KEYS);
  const connection = await openConnection(day.direct, silentLog, { sealing: cipher && sealing(cipher) });
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
  }
  const csv = await day.get(`/console/sales.csv?${everything}`);
  const found = canaryIn(day, csv.text);
  if (found) wrong("who is erased is nowhere", `sales.csv: ${found}`);
  checkLog(day);
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
