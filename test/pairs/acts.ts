import { writeFileSync } from "node:fs";
import { webhookHeaders } from "../../services/providers/webhook-signature.ts";
import { type Sending, send } from "../support/send.ts";
import { hourMs, localDay, localMonth, reached, said } from "./calendar.ts";
import type { Day } from "./day.ts";
import { failingIn } from "./features.ts";
import { dollars } from "./firms.ts";
import { secretOf } from "./ground.ts";
import { anasPhone } from "./people.ts";

/** Ana is erased, by command as her request came by mail. */
export async function erase(day: Day): Promise<void> {
  // Visits are counted within seconds, which the clock here has left out: hers were long ago.
  const counted = () => day.sql<{ n: number }>("select count(*) as n from analytics_sessions");
  const leads = day.people.filter(({ lead }) => lead !== undefined).length;
  if (day.row.erasure !== "during")
    await reached(async () => Number((await counted())[0]!.n) >= leads, 6_000, 200);
  const { status, stderr } = await day.command(
    "privacy delete --yes",
    `p.featherstone@example.com\n${anasPhone}\n`,
  );
  if (status !== 0 && !/run this command again/.test(stderr)) day.wrong("a person can be erased", stderr);
  day.erasedAt = Date.now();
}

/** Makes every insert fail that is to on a day of this row. */
export async function breakInserts({ row, sql }: Day): Promise<void> {
  const { table, when } = failingIn(row)!;
  if (row.database === "sqlite") {
    await sql(
      `create trigger pairs_fault before insert on ${table} when ${when} begin select raise(abort, 'a fault of the pairs'); end`,
    );
    return;
  }
  await sql(
    "create function pairs_fault() returns trigger language plpgsql as $$ begin raise exception 'a fault of the pairs'; end $$",
  );
  await sql(
    `create trigger pairs_fault before insert on ${table} for each row when (${when}) execute function pairs_fault()`,
  );
}

export async function mendInserts({ row, sql }: Day): Promise<void> {
  const { table } = failingIn(row)!;
  await sql(`drop trigger pairs_fault${row.database === "sqlite" ? "" : ` on ${table}`}`);
  if (row.database !== "sqlite") await sql("drop function pairs_fault()");
}

export const part = 1_050;

/** A sale goes back by the row's door. @param isLast the newest sale, else the first of Ana's that there is, or any */
export async function giveBack(day: Day, isLast: boolean): Promise<void> {
  const { row, acts, press } = day;
  if (row.door === "none") return;
  type Sale = { id: string; lead_id: string; buyer: string; cents: string; at: string };
  const sales = await day.sql<Sale>("select * from sales_ledger where kind = 'sale' order by at, id");
  const sale = isLast ? sales.at(-1) : sales[0];
  if (!sale) return;
  const price = Number(sale.cents);
  const soldAt = Number(sale.at);
  const isLate = Date.now() > soldAt + 14 * 24 * hourMs && !day.old.has(sale.lead_id);
  const wanted = { whole: price, part, euro: 0, more: 99_999 }[row.amount];
  const month = localMonth(Date.now(), row.zone);
  const isByHand = row.door === "return" || row.door === "credit";
  const book = (back: number) => {
    if (back > 0) acts.push({ lead: sale.lead_id, buyer: sale.buyer, back, month, isByHand });
  };
  if (isByHand) {
    const form = {
      intent: row.door,
      reason: "wrong number",
      ...(row.door === "credit" && { amount: dollars(wanted) }),
    };
    const page = `/console/sales/lines/${sale.id}`;
    const pressed = await press(page, form);
    const isTooMuch = row.door === "credit" && wanted > price;
    if (isTooMuch ? pressed.status !== 422 : price > 0 && pressed.status !== 303)
      day.wrong(
        "the owner's presses work",
        `${row.door} ${row.amount}: ${pressed.status} ${said(pressed.text)}`,
      );
    if (!isTooMuch) book(wanted);
    return;
  }
  const at = localDay(Date.now(), row.zone);
  // Some buyers call a lead by the number of its person.
  const isAnas = day.people.some(({ who, lead }) => lead === sale.lead_id && who !== "ben" && who !== "dora");
  const calls = row.subs === "telling" && isAnas ? "2135550147" : "";
  const amount = row.amount === "whole" ? undefined : row.amount === "euro" ? part : wanted;
  const currency = row.amount === "euro" ? "EUR" : undefined;
  const back = isLate ? 0 : Math.min(wanted, price);
  const isLess = back === 0 || back < (amount ?? price);
  let answer: string;
  if (row.door === "call") {
    const plain = { lead_id: sale.lead_id, outcome: "returned", at, amount_cents: amount, currency };
    const report = { ...plain, ...(calls && { buyer_lead_id: calls }) };
    const body = JSON.stringify(report);
    const sending: Sending = {
      ...{ method: "POST", body },
      headers: {
        "Content-Type": "application/json",
        ...webhookHeaders([secretOf(sale.buyer)], `${sale.lead_id}-back`, body, Date.now()),
      },
    };
    const first = await send(day.sites[0]!.url, "/api/outcomes", sending);
    // Told twice, as callers do that have not heard the answer.
    const again = await send(day.sites.at(-1)!.url, "/api/outcomes", sending);
    answer = first.text;
    if (first.status !== 200 || again.status !== 200)
      return day.wrong(
        "a report is taken",
        `${at} of a lead of ${new Date(soldAt).toISOString()}: ${first.status} ${first.text}`,
      );
    book(back);
    if (isLess && JSON.parse(answer).why === undefined)
      day.wrong("a report is answered with what it changed", `${row.amount} ${row.told}: ${answer}`);
  } else {
    const file = `${day.folder}/outcomes.csv`;
    writeFileSync(
      file,
      `lead_id,outcome,at,buyer,amount_cents,currency,buyer_lead_id\n${sale.lead_id},returned,${at},${sale.buyer},${amount ?? ""},${currency ?? ""},${calls}\n`,
    );
    const { status, stdout, stderr } = await day.command(`outcomes import ${file}`);
    if (status !== 0) return day.wrong("a report is taken", stderr.replaceAll("\n", " "));
    book(back);
    if (isLess && back === 0 && /^1 outcome added[^a-z]*\n$/i.test(stdout))
      day.wrong("a report is answered with what it changed", `${row.amount} ${row.told}: ${stdout.trim()}`);
  }
}
