import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, vi } from "vitest";
import { monthOf } from "../../../services/calendar/days.ts";
import { peopleFileOf } from "../../../services/console/people-file.ts";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { returnReasons } from "../../../services/store/rows.ts";
import { startStub } from "../../../test/stubs/stub-server.ts";
import { addPerson, type Member, signedInCookie } from "../../../test/support/console-people.ts";
import { claimpathIn } from "../../../test/support/files.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { dataKey } from "../../../test/support/sealed.ts";
import { send } from "../../../test/support/send.ts";
import { type Site, type SiteHere, startSite } from "../../../test/support/site.ts";
import { sqlOn, unfollowed } from "../../../test/support/store-reader.ts";
import { parseCsv } from "../../../test/support/tables.ts";
import { secondLook } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { adSets, affiliates, campaigns, isListed, sourceOf, visit } from "./month-visits.ts";

const dayMs = 24 * 60 * 60_000;
const days = 30;
const month = "2026-10";
const october = monthOf(month, "America/New_York")!;
const buyerNames = ["north", "south", "west"] as const;
type Buyer = (typeof buyerNames)[number];
const secret = `whsec_${btoa("n".repeat(32))}`;
/** What a buyer writes down when it takes a lead: with what went back, all that the recount knows. */
type Bought = {
  buyer: Buyer;
  lead: string;
  affiliate: string;
  source: string;
  cents: number;
  day: number;
  wentBack?: number;
  payout?: number;
};
type WentBack = { sale: Bought; cents: number };
/** What an affiliate was told, each message once. */
type Told = { affiliate: string; event: string; lead: string; cents: number };

/**
 * `plain`: buyers are asked in their order by one process. `met`: two processes, buyers that bid, and affiliates that are
 * told of what becomes of their leads.
 */
export type Way = "plain" | "met";

/**
 * October 2026 as its owner lives it, on a site of its own by a clock that the month moves: visitors walk survey C or
 * leave, three buyers take what they like, and an owner at the console pauses one, changes what another pays and what
 * an affiliate gets, and takes leads back, as buyers do by signed calls and by files. North has to ask, and the owner grants or
 * refuses. A list says which numbers nobody may have, and ads cost what their invoices say. Then the books, statements, invoices,
 * payouts, profit, files, revenue and postbacks are compared with what buyers, affiliates and the list wrote down themselves.
 * @param databaseUrl of an empty store, which is sealed
 * @param visits in all of the month
 * @returns how many leads each buyer took, and how many went back; and what a recount by another program needs: what others
 * wrote down, and the product's own tables as they are downloaded
 */
export async function recountedMonth(databaseUrl: string, visits: number, way: Way = "plain") {
  const clock = vi.useFakeTimers({ toFake: ["Date"], now: october.from + dayMs / 2 });
  await using ended = new AsyncDisposableStack();
  ended.defer(() => void vi.useRealTimers());
  const today = () => Math.floor((Date.now() - october.from) / dayMs);
  const bought: Bought[] = [];
  const wentBack: WentBack[] = [];
  let payout7 = 2_000;
  const paid7 = new Map<Bought, number>();

  const offers: Record<Buyer, { takes(n: number): boolean; cents(): number; says: boolean }> = {
    north: { takes: (n) => n % 3 === 0, cents: () => (today() < 15 ? 12_000 : 9_550), says: true },
    south: { takes: (n) => n % 2 === 1, cents: () => 6_025, says: true },
    // What west pays is agreed: 40 dollars, and 45.50 from the sixteenth on.
    west: { takes: (n) => n % 5 < 4, cents: () => (today() < 15 ? 4_000 : 4_550), says: false },
  };
  const postbacks = new Map<string, Told>();
  /** The numbers that the list was asked about, each time, and what visits cost. */
  const asked: string[] = [];
  const costs: { day: number; affiliate: string; source: string; cents: number }[] = [];
  const refused: string[] = [];
  /** What a buyer bids for a lead: the price of all of these. */
  const bids = new Map<string, number>();
  const isMet = way === "met";
  await using stub = await startStub(({ path, body, query, headers }) => {
    if (path === "/desk") return { body: { buy: "yes", price: 10 } };
    if (path === "/list") {
      const { number } = JSON.parse(body);
      asked.push(number);
      return { body: { status: isListed(number) ? "listed" : "clean" } };
    }
    const [, first = "", second = ""] = path.split("/");
    if (first === "affiliate") {
      const { event = "", lead = "", cents = "" } = Object.fromEntries(query);
      const message = { affiliate: second, event, lead, cents: Math.round(Number(cents) * 100) };
      postbacks.set(String(headers["idempotency-key"]), message);
      return { body: {} };
    }
    const buyer = first as Buyer;
    const { takes, cents, says } = offers[buyer];
    const { lead, affiliate, n } = JSON.parse(body) as Record<string, string>;
    if (isListed(n!)) throw new Error(`${buyer} got a number of the list`);
    if (second === "ping") {
      if (!takes(Number(n))) return { body: { buy: "no" } };
      bids.set(`${buyer} ${lead}`, cents());
      return { body: { buy: "yes", price: cents() / 100 } };
    }
    if (!takes(Number(n))) return { body: { buy: "no" } };
    // A lead that is sent again, as after an answer that was not heard or kept, is the one it has.
    const known = bought.find((each) => each.lead === lead && each.buyer === buyer);
    const bid = bids.get(`${buyer} ${lead}`);
    // Some name less than they bid, which is worth nothing, and some name more.
    const odd = Number(n) % 7 === 0 ? -500 : Number(n) % 11 === 0 ? 250 : 0;
    const named = bid === undefined ? cents() : bid + odd;
    const due = Math.max(bid ?? 0, named);
    const source = sourceOf(Number(n)).join("/");
    const sale = known ?? { buyer, lead: lead!, affiliate: affiliate!, source, cents: due, day: today() };
    if (!known) bought.push(sale);
    if (affiliate === "7" && !known) paid7.set(sale, payout7);
    return { body: { buy: "yes", ref: `${buyer}-${n}`, ...(says && { price: named / 100 }) } };
  });
  const yes = { accepted: { field: "buy", is: "yes" }, price: "price" };
  const receiver = (name: string, more: object = {}) => ({
    kind: "json",
    mode: "live",
    repeats: { hours: 0 },
    url: `${stub.origin}/${name}`,
    fields: { lead: "id", affiliate: "affid", n: "sub_id" },
    answer: { ...yes, id: "ref" },
    ...more,
  });
  const bidder = (name: string) =>
    receiver(name, {
      ...(isMet && {
        ping: {
          url: `${stub.origin}/${name}/ping`,
          fields: { lead: "id", n: "sub_id" },
          answer: yes,
        },
      }),
    });
  const tells = (affid: string) => {
    const url = `${stub.origin}/affiliate/${affid}?event={event}&lead={lead_id}&cents={payout}`;
    return { affid, postbacks: { sold: url, returned: url, corrected: url } };
  };
  const folder = mkdtempSync(join(tmpdir(), "claimpath-month-"));
  ended.defer(() => rmSync(folder, { recursive: true }));
  const people = { databaseUrl: `file:${folder}/people.db`, consolePeopleFile: undefined };
  const env = {
    DATABASE_URL: databaseUrl,
    CLAIMPATH_FILE: claimpathIn({
      company: { "time-zone": "America/New_York" },
      destinations: {
        north: { ...bidder("north"), returns: "asked" },
        south: bidder("south"),
        west: receiver("west", { price: 40 }),
        desk: receiver("desk", { mode: "test", price: 10 }),
      },
      order: ["north", "south", "west"],
      ...(isMet && { "order-by": "best-price", "bid-seconds": 5, campaigns: [tells("7"), tells("252")] }),
      affiliates: { "7": { payout: 20 }, "252": { share: "40%" } },
      sources: { campaign: ["sub2", "utm_campaign"], set: ["sub3", "utm_term"] },
      scrubs: {
        list: {
          mode: "live",
          url: `${stub.origin}/list`,
          fields: { number: "phone_digits" },
          answer: { listed: { field: "status", is: "listed" }, clean: { field: "status", is: "clean" } },
          action: "refuse",
          "keep-days": 60,
          "cost-cents": 0.4,
        },
      },
      invoices: {
        from: ["Claimpath LLC"],
        "due-days": 14,
        buyers: Object.fromEntries(buyerNames.map((name) => [name, { address: [name, "Anytown"] }])),
      },
    }),
    OUTCOMES_SECRETS: `north=${secret}`,
    CONSOLE_PEOPLE_FILE: peopleFileOf(people)!,
    SESSION_SECRETS: "s".repeat(32),
    HASH_KEY: "h".repeat(32),
    TRUST_PROXY: "1",
    DATA_KEYS: dataKey,
  };
  const sites: SiteHere[] = [];
  ended.defer(async () => void (await Promise.all(sites.map((site) => site.close()))));
  for (let count = isMet ? 2 : 1; count > 0; count--) sites.push(await startSite({ ...env, stubs: false }));
  const [site] = sites as [SiteHere];
  const owner = consoleOf(site, addPerson(people, "ana", "leads"));
  const command = (line: string) => runCommand(line, env);

  const settled = () =>
    waitFor("all that is not paused to be delivered", async () => {
      await Promise.all(sites.map((each) => each.deliver()));
      const open = await sqlOn<{ due: string | null }>(
        databaseUrl,
        `select case when status = 'sending' then locked_until else run_at end as due from outbox where status in ('waiting', 'sending') and destination not in (select destination from pauses) union all select null as due from (${unfollowed}) as behind`,
      );
      // Time passes for what has to be tried again, and for nothing else.
      const later = open.map(({ due }) => Number(due)).filter((due) => due > Date.now());
      if (later.length > 0 && later.length === open.length) clock.setSystemTime(Math.min(...later) + 1);
      return open.length === 0;
    });
  const lineOf = async ({ lead, buyer }: Bought) => {
    const found = await sqlOn<{ id: string }>(
      databaseUrl,
      `select id from sales_ledger where kind = 'sale' and lead_id = '${lead}' and buyer = '${buyer}'`,
    );
    return `/console/sales/lines/${found[0]!.id}`;
  };
  const outcome = (sale: Bought, cents?: number) => ({
    lead_id: sale.lead,
    outcome: "returned",
    reason: returnReasons[sale.day % returnReasons.length],
    at: new Date().toISOString().slice(0, 10),
    ...(cents !== undefined && { amount_cents: cents }),
  });
  /** Told twice, as callers do that have not heard the answer. */
  const byCall = async (sale: Bought, cents?: number) => {
    for (const id of ["first", "again"]) {
      const body = JSON.stringify(outcome(sale, cents));
      const headers = webhookHeaders([secret], `${sale.lead}-${id}`, body, Date.now());
      const { status } = await send(sites.at(-1)!.url, "/api/outcomes", {
        method: "POST",
        body,
        headers: { "Content-Type": "application/json", ...headers },
      });
      expect(status).toBe(200);
    }
  };
  const back = (sale: Bought, cents = sale.cents) => wentBack.push({ sale, cents });
  const paused = "/console/terms/receiver/south";

  for (let day = 0; day < days; day++) {
    clock.setSystemTime(october.from + day * dayMs + dayMs / 2);
    if (day === 10) await owner.change(paused, { intent: "pause" });
    if (day === 13) await owner.change(paused, { intent: "resume" });
    if (day === 15) await owner.change("/console/terms/receiver/west", { price: "45.50" });
    if (day === 20) {
      await owner.change("/console/terms/affiliate/7", { payout: "25" });
      payout7 = 2_500;
    }
    const [first, last] = [day, day + 1].map((at) => Math.floor((at * visits) / days)) as [number, number];
    const known = bought.length;
    const walks = Array.from({ length: last - first }, (_, index) => first + index);
    for (let at = 0; at < walks.length; at += 8)
      await Promise.all(walks.slice(at, at + 8).map((n) => visit(sites[n % sites.length]!, n)));
    await settled();
    for (const [index, sale] of bought.slice(known).entries()) {
      const turn = (known + index) % 6;
      if (turn === 0) {
        back(sale);
        await owner.post(await lineOf(sale), { intent: "return", reason: "wrong number" }, 303);
      }
      if (turn === 1) {
        back(sale, 1_050);
        await owner.post(
          await lineOf(sale),
          { intent: "credit", amount: "10.50", reason: "short call" },
          303,
        );
      }
      if (turn === 2 && sale.buyer === "north") {
        await byCall(sale);
        const [request] = await sqlOn<{ id: string }>(
          databaseUrl,
          `select id from return_requests where lead_id = '${sale.lead}' and verdict is null`,
        );
        const ticked = { [`request-${request!.id}`]: "on" };
        if ((known + index) % 4 === 0) {
          refused.push(sale.lead);
          await owner.post("/console/returns", { intent: "refuse", word: "it answers otherwise", ...ticked });
        } else {
          back(sale);
          await owner.post("/console/returns", { intent: "grant", word: "", ...ticked });
          // A person who gives the same lead back is told that it has been.
          await owner.post(await lineOf(sale), { intent: "return", reason: "wrong number" }, 422);
        }
      }
    }
    const date = `${month}-${String(day + 1).padStart(2, "0")}`;
    const spent = campaigns.flatMap((campaign, at) => {
      // A campaign is paid for as a whole by some affiliates, and by its ad sets by others.
      const parts = at === 0 ? adSets.map((set) => `${campaign}/${set}`) : [campaign];
      return affiliates.flatMap((affiliate) =>
        parts.map((source, nth) => ({ day, affiliate, source, cents: 1_000 + 37 * nth + day })),
      );
    });
    costs.push(...spent);
    const table = spent.map(({ affiliate, source, cents }) => `${date},c,${affiliate},${source},${cents}`);
    const file = join(folder, "costs.csv");
    writeFileSync(file, ["day,survey,affiliate,sub_id,cost_cents", ...table, ""].join("\n"));
    expect((await command(`costs import ${file}`)).stderr).toBe("");
  }
  // A buyer that tells it after its fourteen days is heard and gets nothing back.
  clock.setSystemTime(october.from + 30.4 * dayMs);
  const late = bought.find(
    (sale) => sale.buyer === "north" && sale.day > 12 && !wentBack.some((each) => each.sale === sale),
  )!;
  await byCall(late);
  await settled();

  const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0);
  const left = (sale: Bought) => sale.cents - sum(wentBack.filter((each) => each.sale === sale));
  expect(
    stub.requests.map(({ path }) => path),
    "the receiver in test mode gets leads too",
  ).toContain("/desk");
  expect(new Set(bought.map(({ buyer }) => buyer))).toEqual(new Set(buyerNames));
  expect(new Set(bought.map(({ lead }) => lead)).size, "no lead is sold twice").toBe(bought.length);

  const payoutOf: Record<string, (sale: Bought) => number> = {
    "7": (sale) => (left(sale) > 0 ? paid7.get(sale)! : 0),
    "252": (sale) => Math.round((left(sale) * 4) / 10),
  };
  /**
   * Everything that says what is owed, each compared with the buyers' own lists.
   * @param after what went back once the month was closed, which only its affiliate has heard of
   */
  const recount = async (after?: Bought) => {
    for (const buyer of buyerNames) {
      const theirs = bought.filter((each) => each.buyer === buyer);
      const total = theirs.reduce((all, sale) => all + left(sale), 0);
      const query = `from=2026-10-01&to=2026-10-31&buyer=${buyer}`;
      const [head, ...rows] = parseCsv((await owner.get(`/console/sales.csv?${query}`)).text) as string[][];
      const of = (name: string) => head!.indexOf(name);
      const sold = rows.filter((row) => row[of("kind")] === "sale");
      expect(sold.map((row) => `${row[of("lead_id")]} ${row[of("cents")]}`).sort(), buyer).toEqual(
        theirs.map(({ lead, cents }) => `${lead} ${cents}`).sort(),
      );
      const invoice = await command(`sales statement --buyer ${buyer} --month ${month}`);
      expect(invoice.stdout, buyer).toMatch(new RegExp(`Total: \\${dollarsOf(total)}\n`));
      expect((await owner.get(`/console/sales/statement?${query}`)).text).toContain(
        `<strong>${dollarsOf(total)}</strong>`,
      );
    }
    for (const affiliate of affiliates) {
      const theirs = bought.filter((each) => each.affiliate === affiliate);
      const payout = await command(`sales payout --affiliate ${affiliate} --month ${month}`);
      if (affiliate === "9") {
        expect(payout.status, "nothing is agreed with affiliate 9").toBe(1);
        continue;
      }
      const total = theirs.reduce((all, sale) => all + payoutOf[affiliate]!(sale), 0);
      expect(payout.stdout, affiliate).toMatch(new RegExp(`Total: \\${dollarsOf(total)}\n`));
      if (!isMet) continue;
      await settled();
      const heard = [...postbacks.values()].filter((each) => each.affiliate === affiliate);
      const leads = heard.flatMap(({ event, lead }) => (event === "sold" ? [lead] : []));
      expect(leads.sort(), affiliate).toEqual(theirs.map(({ lead }) => lead).sort());
      const gone = after?.affiliate === affiliate ? payoutOf[affiliate]!(after) : 0;
      expect(sum(heard), `what ${affiliate} was told`).toBe(total - gone);
    }
  };
  await recount();
  expect(await sqlOn(databaseUrl, "select id from sales_ledger where buyer = 'desk'")).toEqual([]);
  const [head, ...returned] = parseCsv(
    (await owner.get("/console/sales.csv?from=2026-10-01&to=2026-10-31&affiliate=252&returned=yes")).text,
  ) as string[][];
  expect(
    returned.map((row) => row[head!.indexOf("lead_id")]).sort(),
    "what of affiliate 252 went back",
  ).toEqual(wentBack.flatMap(({ sale }) => (sale.affiliate === "252" ? [sale.lead] : [])).sort());
  // The month is closed: what comes later is a line of November, and nothing of October changes.
  clock.setSystemTime(october.until + dayMs);
  await owner.signIn();
  await owner.post("/console/sales", { intent: "close", month });
  const later = bought.findLast((sale) => left(sale) === sale.cents && sale !== late)!;
  await owner.post(await lineOf(later), { intent: "return", reason: "never called" }, 303);
  await recount(later);
  expect((await command(`sales statement --buyer ${later.buyer} --month 2026-11`)).stdout).toContain(
    `Total: ${dollarsOf(-later.cents)}`,
  );
  expect((await command(`sales close ${month}`)).status, "its lines are those that it was closed with").toBe(
    0,
  );
  const numbers = buyerNames.map(async (buyer) => {
    const made = await command(`invoices make --buyer ${buyer} --month ${month}`);
    expect(made.stderr).toBe("");
    return [buyer, made.stdout.split("\n")[0]!] as const;
  });
  const invoices = Object.fromEntries(await Promise.all(numbers));
  expect((await command(`invoices paid ${invoices.north}`)).status).toBe(0);
  const documents = Object.fromEntries(
    await Promise.all(
      buyerNames.map(async (buyer) => [buyer, (await command(`invoices show ${invoices[buyer]}`)).stdout]),
    ),
  );
  const inOctober = "from=2026-10-01&to=2026-10-31";
  const tables = Object.fromEntries(
    await Promise.all(
      [
        ["sales", `/console/sales.csv?${inOctober}`],
        ...["campaign", "sub id", "affiliate", "buyer"].map((by) => [
          by,
          `/console/profit.csv?by=${by.replace(" ", "+")}&${inOctober}`,
        ]),
        ["reason", `/console/returns/numbers.csv?by=reason&${inOctober}`],
      ].map(async ([name, address]) => [name, (await owner.get(address!)).text]),
    ),
  );
  const [{ leads }] = (await sqlOn<{ leads: number }>(databaseUrl, "select count(*) leads from leads")) as [
    { leads: number },
  ];
  return {
    leads: Number(leads),
    sold: bought.length,
    wentBack: wentBack.length,
    cents: sum(bought),
    told: postbacks.size,
    notes: {
      bought: bought.map((sale) => ({
        ...sale,
        wentBack: sale.cents - left(sale),
        payout: payoutOf[sale.affiliate]?.(sale) ?? 0,
      })),
      costs,
      asked,
      refused,
      documents,
      tables,
      invoices: (await command("invoices list")).stdout,
    },
  };
}

/** A person at a site's console, who signs in again each day. */
function consoleOf(site: Site, member: Member) {
  let cookie = "";
  let until = 0;
  const signIn = async () => {
    if (Date.now() < until) return;
    cookie = await signedInCookie(site, member);
    until = Date.now() + dayMs / 4;
  };
  const get = async (page: string) => {
    await signIn();
    return send(site.url, page, { headers: { Cookie: cookie } });
  };
  const post = async (page: string, form: Record<string, string>, status = 200) => {
    await signIn();
    const sent = (fields: Record<string, string>) =>
      send(site.url, page, { form: fields, headers: { Cookie: cookie } });
    const first = await sent(form);
    const again = secondLook(first.text);
    const answer = again ? await sent(again) : first;
    expect(answer.status, `${page} ${JSON.stringify(form)}`).toBe(status);
    return answer;
  };
  const change = async (page: string, form: Record<string, string>) => {
    const seen = /name="seen" value="(\d+)"/.exec((await get(page)).text)![1]!;
    await post(page, { intent: "save", seen, reason: "as agreed", ...form }, 303);
    // Longer than a process knows old terms.
    await setTimeout(1_500);
  };
  return { signIn, get, post, change };
}

function dollarsOf(cents: number): string {
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  return `${cents < 0 ? "-" : ""}$${text}`;
}
