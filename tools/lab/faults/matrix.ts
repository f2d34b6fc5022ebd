import { isDeepStrictEqual } from "node:util";
import type { Browser } from "playwright-core";
import { given, pageScriptsEnv, startPageScripts } from "../../../test/stubs/page-scripts.ts";
import { type Fault, faults } from "../../../test/stubs/stub-server.ts";
import { answersC, contactMessage, plainAnswers } from "../../../test/support/answers.ts";
import { startBrowser } from "../../../test/support/browser.ts";
import { send } from "../../../test/support/send.ts";
import { type Site, type SiteSettings, startSiteProcess } from "../../../test/support/site.ts";
import { query } from "../../../test/support/store-reader.ts";
import { live, next } from "../../../test/support/survey-page.ts";
import { type Answer, FormVisitor, fromAddress, hiddenFields } from "../../../test/support/visitors.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { type OutsideCall, outsideCalls, type Stubs, type Walked } from "./calls.ts";

/** Where a visitor walks. */
type Place = { url: string; stubs: Stubs };

let visitors = 0;

/** A visitor with an address and a telephone number of their own: codes are limited by both. */
class PlainVisitor extends FormVisitor {
  readonly phone: string;
  slowestMs = 0;
  private readonly ip: string;
  private readonly place: Place;

  constructor(place: Place) {
    super(
      place.url,
      fromAddress(() => this.ip),
    );
    this.place = place;
    visitors += 1;
    this.ip = `192.0.${2 + (visitors >> 8)}.${visitors & 255}`;
    this.phone = `213555${1000 + visitors}`;
  }

  /** Waits for a press of a button, and remembers the longest wait. */
  async timed<Result>(press: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await press();
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
    return result;
  }

  /** Posts to the modal's service, as its island does. */
  async ask(what: "send" | "check", body: object): Promise<{ sent?: boolean; status?: string }> {
    const { visit } = hiddenFields(this.screen.html);
    const { text } = await this.timed(() =>
      send(this.place.url, `/api/phone-code/${what}`, {
        json: { path: "/survey/v3", visit, phone: `+1${this.phone}`, ...body },
        headers: { Origin: this.place.url, Cookie: this.cookie, "X-Forwarded-For": this.ip },
      }),
    );
    return JSON.parse(text);
  }

  /** Has the number verified, as far as the services let it. */
  async verifyPhone(): Promise<void> {
    const { sent } = await this.ask("send", {});
    if (!sent) return;
    const code = this.place.stubs.twilio.codeOf(`+1${this.phone}`);
    await this.ask("check", { sent_status: true, code });
  }
}

/**
 * Walks a survey (or sends the contact form) with plain forms, to its end or up to a step.
 * @throws where a step is not taken
 */
async function walk(
  visitor: PlainVisitor,
  { stubs }: Place,
  { survey, query = "", path = `/survey/${survey}`, given: fields, firstTry = [], by }: OutsideCall,
  upTo?: string,
): Promise<Walked> {
  const press = (form: Answer) => visitor.timed(() => visitor.post(form));
  const refused = [...firstTry];
  if (survey === "contact") {
    await visitor.open("/contact/");
    await press(contactMessage);
  } else {
    await visitor.open(`${path}${query}`);
    const answers = plainAnswers(survey, { phone: visitor.phone, ...fields });
    while (visitor.screen.step && visitor.screen.step !== upTo) {
      const { step } = visitor.screen;
      if (refused[0]?.step === step) {
        await press(refused.shift()!.answers);
        continue;
      }
      if (by === "codes" && "phone" in answers(step)) await visitor.verifyPhone();
      await press({ ...answers(step), ...(by !== "browser" && certificates(stubs)) });
      if (visitor.screen.step === step) throw new Error(`${step} was not taken`);
    }
  }
  return { address: visitor.screen.url, slowestMs: visitor.slowestMs };
}

/** What the vendors' scripts would have put into the form. */
function certificates({ pageScripts: { origin } }: Stubs): Answer {
  return { xxTrustedFormCertUrl: `${origin}/${given.certificate}`, universal_leadid: given.token };
}

const lastStep = Object.keys(answersC).at(-1)!;

/** Answers the last question in Chromium, with whatever its page loads; the ones before it are answered by forms. */
async function walkInChromium(browser: Browser, place: Place, call: OutsideCall): Promise<Walked> {
  const visitor = new PlainVisitor(place);
  await walk(visitor, place, call, lastStep);
  const size = { width: 390, height: 844 };
  await using context = await browser.newContext({ viewport: size, reducedMotion: "reduce" });
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url: place.url }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(place.url + visitor.screen.url, { waitUntil: "domcontentloaded" });
  await live(page);
  for (const [name, value] of Object.entries(answersC[lastStep]!)) {
    await page.locator(`[name=${name}]`).fill(value);
  }
  const dials = await page.locator("a[href^='tel:']").first().getAttribute("href");
  await visitor.timed(async () => {
    await next(page).click();
    await page.waitForURL(/thank-you/, { waitUntil: "commit" });
  });
  const { pathname, search } = new URL(page.url());
  return { address: pathname + search, slowestMs: visitor.slowestMs, dials: dials ?? "" };
}

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
  pages: { "/survey/v3": { flags: { verifyPhone: "on" } } },
  "limits.proof-of-work-cost": "0",
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

/** Once every service is well again, all messages of all leads arrive; a missing one is its cell's fault. */
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
