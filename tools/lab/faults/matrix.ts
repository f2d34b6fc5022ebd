import { isDeepStrictEqual } from "node:util";
import type { Browser } from "playwright-core";
import { type Fault, faults } from "../../../test/stubs/faults.ts";
import { pageScriptsEnv, startPageScripts } from "../../../test/stubs/page-scripts.ts";
import { startBrowser } from "../../../test/support/browser.ts";
import { pagesIn } from "../../../test/support/pages.ts";
import { type Site, type SiteSettings, startSiteProcess } from "../../../test/support/site.ts";
import { query } from "../../../test/support/store-reader.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { outsideCalls } from "./calls.ts";
import { walkInChromium } from "./in-chromium.ts";
import type { OutsideCall, Walked } from "./outside-call.ts";
import { type Place, PlainVisitor, walk } from "./walk.ts";

export type Cell = {
  call: OutsideCall;
  fault: Fault;
  /** Longest wait for one press, in milliseconds. */
  slowestMs: number;
  /** What does not hold; none for a good cell. */
  wrong: string[];
  leadId?: string;
};

type StartSite = (settings: SiteSettings) => Promise<Site>;

/** Codes are asked for at a path of their own, without work before the first. */
const verifying = {
  PAGES_FILE: pagesIn({ "/survey/v3": { flags: { verifyPhone: "on" } } }),
  PROOF_OF_WORK_COST: "0",
};

/** Every way to fail. */
export const allWays = faults.filter((fault) => fault !== "ok");

/**
 * Walks a survey for every outside call and every way it can fail, a few sites side by side, then mends everything
 * and sees each kept message arrive.
 * @param start a site of these settings
 * @param leewayMs time beyond the stated deadline that a busy machine may take
 */
export async function faultMatrix({
  calls = outsideCalls,
  ways = allWays,
  sites = 3,
  leewayMs = 4_000,
  start = startSiteProcess as StartSite,
}: Partial<{
  calls: OutsideCall[];
  ways: Fault[];
  sites: number;
  leewayMs: number;
  start: StartSite;
}> = {}): Promise<Cell[]> {
  const queue = calls.toSorted((one, other) => other.deadlineMs - one.deadlineMs);
  await using browser = await startBrowser();
  const cells = await Promise.all(
    Array.from({ length: sites }, () => atOneSite(browser, queue, ways, leewayMs, start)),
  );
  return cells.flat();
}

/** Takes calls from the queue until none is left. */
async function atOneSite(
  browser: Browser,
  queue: OutsideCall[],
  ways: Fault[],
  leewayMs: number,
  start: StartSite,
): Promise<Cell[]> {
  await using pageScripts = await startPageScripts();
  await using site = await start({ ...pageScriptsEnv(pageScripts), ...verifying, TRUST_PROXY: "1" });
  const place = { ...site, stubs: { ...site.stubs, pageScripts } };
  const cells: Cell[] = [];
  for (let call = queue.shift(); call; call = queue.shift()) {
    for (const fault of ways) cells.push(await tryOne(browser, place, call, fault, leewayMs));
  }
  await seeDelivered(site, cells);
  return cells;
}

async function tryOne(
  browser: Browser,
  place: Place & Site,
  call: OutsideCall,
  fault: Fault,
  leewayMs: number,
): Promise<Cell> {
  const stub = call.stub(place.stubs);
  const before = newestLead(place)?.id;
  stub.requests.length = 0;
  Object.assign(stub, { fault, faultAt: call.at ?? /^/ });
  try {
    const walked =
      call.by === "browser"
        ? await walkInChromium(browser, place, call)
        : await walk(new PlainVisitor(place), place, call);
    const lead = newestLead(place);
    if (!lead || lead.id === before) throw new Error("no lead was stored");
    const delivery = statusOf(place, lead.id, call.delivers);
    const wrong = judge(call, fault, walked, JSON.parse(lead.record), delivery);
    if (walked.slowestMs > call.deadlineMs + leewayMs)
      wrong.push(`waited ${Math.round(walked.slowestMs)} ms, ${call.deadlineMs} ms are stated`);
    // What is sent behind the visitor's back may not have been tried by now.
    const behind = call.deadlineMs === 0 && call.by === undefined;
    if (!behind && !stub.requests.some(({ path }) => (call.at ?? /^/).test(path))) {
      wrong.push("the service was not asked");
    }
    return { call, fault, slowestMs: walked.slowestMs, wrong, leadId: lead.id };
  } catch (error) {
    return { call, fault, slowestMs: 0, wrong: [(error as Error).message] };
  } finally {
    Object.assign(stub, { fault: "ok", faultAt: /^/ });
  }
}

function judge(
  call: OutsideCall,
  fault: Fault,
  walked: Walked,
  record: Record<string, unknown>,
  delivery: string | undefined,
): string[] {
  const wrong: string[] = [];
  const { ends = /^\/survey-thank-you\//, delivers, shows } = call;
  if (!ends.test(walked.address)) wrong.push(`ended at ${walked.address}`);
  for (const [field, value] of Object.entries(call.record?.(fault) ?? {})) {
    if (isDeepStrictEqual(record[field], value)) continue;
    wrong.push(`${field} is ${JSON.stringify(record[field])}, not ${JSON.stringify(value)}`);
  }
  if (shows !== undefined && walked.dials !== shows) wrong.push(`the page dials ${walked.dials}`);
  if (delivers && !["waiting", "sending", "delivered"].includes(delivery ?? "")) {
    wrong.push(`the message to ${delivers} is ${delivery ?? "missing"}`);
  }
  return wrong;
}

/** One visitor at a time walks a site, so that the newest lead is theirs. */
function newestLead({ databaseFile }: Site) {
  const sql = "select id, record from leads order by id desc limit 1";
  return query<{ id: string; record: string }>(databaseFile, sql)[0];
}

function statusOf({ databaseFile }: Site, leadId: string, destination = ""): string | undefined {
  const sql = "select status from outbox where lead_id = ? and destination = ?";
  return query<{ status: string }>(databaseFile, sql, leadId, destination)[0]?.status;
}

/** With every service well again, all messages of all leads arrive; one that does not is its cell's fault. */
async function seeDelivered({ databaseFile }: Site, cells: Cell[]): Promise<void> {
  const open = () =>
    query<{ lead: string; what: string }>(
      databaseFile,
      `select lead_id as lead, 'the message to ' || destination || ' is ' || status as what from outbox
         where status <> 'delivered'
       union all select lead_id, 'the progress save waits' from progress_saves
         join visits on visits.id = visit_id where next_at is not null`,
    );
  await waitFor("all messages at their receivers", () => open().length === 0, 180_000).catch(() => {});
  for (const { lead, what } of open()) {
    const cell = cells.find(({ leadId }) => leadId === lead) ?? cells[0];
    cell?.wrong.push(`at last ${what}`);
  }
}
