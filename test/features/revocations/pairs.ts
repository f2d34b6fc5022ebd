import { writeFileSync } from "node:fs";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { localDay, said } from "../../pairs/calendar.ts";
import type { Day } from "../../pairs/day.ts";
import { secretOf } from "../../pairs/ground.ts";
import { send } from "../../support/send.ts";

export const parameters = {
  revoked: {
    values: ["none", "call", "file", "console", "opt-out"],
    about: "how Dora's stop comes in: from her buyer by a signed call, a file or a press, or by herself",
    // Its pairs with all others are not tried yet: it is dealt out to the rows.
    isDealt: true,
  },
} as const;

export const acts = {
  async night(day: Day) {
    const { row, people } = day;
    const dora = people.at(-1)!;
    if (row.revoked === "none" || !dora.lead) return;
    day.goTo("21:52");
    type Sale = { buyer: string; cents: string };
    const [sale] = await day.sql<Sale>(
      `select buyer, cents from sales_ledger where lead_id = '${dora.lead}' and kind = 'sale'`,
    );
    if (row.revoked !== "opt-out" && !sale) return;
    dora.saysNoLater = true;
    await say(day, dora.lead, sale?.buyer ?? "");
    await day.settle("21:58");
    await checkHeard(day, dora.lead, sale && { ...sale, cents: Number(sale.cents) });
  },
};

/** Says it twice, as callers do that have not heard the answer. */
async function say(day: Day, lead: string, buyer: string): Promise<void> {
  const { row, sites, wrong } = day;
  const at = localDay(Date.now(), row.zone);
  const demand = (isTaken: boolean, answer: string) => {
    if (!isTaken) wrong("a stop is taken", `${row.revoked}: ${answer}`);
  };
  if (row.revoked === "call") {
    const body = JSON.stringify({ lead_id: lead, outcome: "do-not-call", at });
    const signed = webhookHeaders([secretOf(buyer)], `${lead}-stop`, body, Date.now());
    const headers = { "Content-Type": "application/json", ...signed };
    for (const site of [sites[0]!, sites.at(-1)!]) {
      const { status, text } = await send(site.url, "/api/outcomes", { method: "POST", body, headers });
      demand(status === 200, `${status} ${text}`);
    }
  } else if (row.revoked === "file") {
    const file = `${day.folder}/stops.csv`;
    writeFileSync(file, `lead_id,outcome,at,buyer\n${`${lead},do-not-call,${at},${buyer}\n`.repeat(2)}`);
    const { stdout, stderr } = await day.command(`outcomes import ${file}`);
    demand(stdout === "1 outcome added, 1 known already\n", stdout + stderr);
  } else if (row.revoked === "console") {
    const form = { intent: "stop", buyer };
    const { status, text } = await day.press(`/console/leads/${lead}/do-not-call`, form);
    demand(status === 303, `${status} ${said(text)}`);
  } else {
    const dora = day.people.at(-1)!;
    const form = { email: dora.answers.email!, phone: dora.answers.phone! };
    const { status, text } = await send(sites[0]!.url, "/do-not-sell-my-information/", { form });
    demand(status === 303, `${status} ${said(text)}`);
  }
}

/** Who said stop is heard, once, by everybody who has the lead and has not given it back. */
async function checkHeard(day: Day, lead: string, sale: { buyer: string; cents: number } | undefined) {
  const { row, wrong } = day;
  const messages = await day.sql<{ destination: string; status: string; payload: string }>(
    `select destination, status, payload from outbox where lead_id = '${lead}' order by destination`,
  );
  const isBack = day.acts.some(
    (act) =>
      act.lead === lead &&
      act.buyer === sale?.buyer &&
      row.door !== "credit" &&
      act.back >= (sale?.cents ?? 0),
  );
  const isSpared = (name: string) => name === sale?.buyer && (row.revoked !== "opt-out" || isBack);
  const wanted = messages
    .filter(({ destination, status }) => status === "delivered" && !destination.includes("."))
    .map(({ destination }) => destination)
    .filter((name) => !isSpared(name));
  const revoked = messages.filter(({ destination }) => destination.startsWith("revoked."));
  const names = revoked.map(({ destination }) => destination.slice("revoked.".length));
  if (names.join() !== wanted.join())
    wrong("who said stop is heard by everybody who has the number", `${names} in place of ${wanted}`);
  const open = revoked.filter(({ status }) => status !== "delivered" && status !== "parked");
  if (open.length > 0)
    wrong("a stop goes out", open.map(({ destination, status }) => `${destination} ${status}`).join());
  const { phone = "", lastName = "" } = day.people.at(-1)!.answers;
  const heard = [
    ...day.firms.stub.requests.map(({ body }) => body).filter((body) => body.includes('revoked"')),
    ...day.firms.mail.letters.filter((letter) => letter.includes("Do not call")),
  ];
  const telling = heard.find((text) => text.includes(lastName) || text.includes(phone.replace(/\D/g, "")));
  if (telling) wrong("a stop names nobody", telling.slice(0, 300));
}
