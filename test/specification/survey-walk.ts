import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import type { Site } from "../support/site.ts";
import { query, type StoredLead, storedLeads } from "../support/store-reader.ts";
import { type Answer, FormVisitor, fromAddress, type Screen } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/** A visitor's typed values, by the record's own names, unless a walk says otherwise. */
const typed: Answer = {
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana.rivera@example.com",
  phone: "(213) 555-0123",
  address: "12 Elm Street",
  zip_code: "90210",
  case_description: "A truck hit my car from behind at a red light.",
  law_firm_name: "Some Firm",
  law_firm_phone: "(213) 555-0199",
  date_of_birth: "1980-02-29",
  ...daysAgo(40),
  ticket_date: daysAgo(40).injury_date!,
  when_seek_medical_treatment: "first_week",
};
/** Pressed where it is offered, rather than the first: neither a recent accident nor one that is long ago. */
const usualOption = "Within 30 Days";

/** The date so many days ago, in the fields of an exact date; `injury_date` as date inputs write it. In UTC. */
export function daysAgo(days: number): Answer {
  const date = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const [injury_year = "", injury_month = "", injury_day = ""] = date.split("-");
  return { injury_year, injury_month, injury_day, injury_date: date };
}

/** The first of the month so many calendar months ago, as an exact date. In UTC. */
export function monthsAgo(months: number): Answer {
  const now = new Date();
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
  return daysAgo(Math.floor((Date.now() - then.getTime()) / 86_400_000));
}

/** The option to press, or what to put into fields. */
export type Given = string | Answer;

/** A visitor's way through a survey by plain forms. */
export type Walk = {
  /** Steps in the order in which they were shown; a refused one appears again. */
  steps: string[];
  progress: string[];
  /** Each screen as shown, by its step; a later one replaces an earlier. */
  screens: Record<string, Screen>;
  /** Where it ended: the thank-you page, or the last screen. */
  end: Screen;
  address: URL;
  /** The lead as the store has it; absent where none was made. */
  lead: StoredLead;
  consent: { text: string; [name: string]: unknown };
};

let visitors = 0;

/** A visitor of a running site, with an address of their own. */
export function visitorOf(site: Pick<Site, "url">): FormVisitor {
  visitors += 1;
  const ip = `198.18.${visitors >> 8}.${visitors & 255}`;
  return new FormVisitor(
    site.url,
    fromAddress(() => ip),
  );
}

/**
 * Walks a survey to its end by plain forms: each question is answered as `answers` says by its step, else by its
 * first option or by plain values.
 * @param answers by step, or asked for each screen
 * @param until a step at which to stop
 * @throws when a question is shown again although it was answered
 */
export async function walkSurvey(
  site: Pick<Site, "url" | "databaseFile">,
  path: string,
  answers: Record<string, Given> | ((screen: Screen) => Given | undefined) = {},
  { until, visitor = visitorOf(site) }: { until?: string; visitor?: FormVisitor } = {},
): Promise<Walk> {
  const before = new Set(storedLeads(site.databaseFile).map(({ id }) => id));
  const screens: Record<string, Screen> = {};
  const steps: string[] = [];
  const progress: string[] = [];
  let screen = await visitor.open(path);
  while (screen.step && screen.step !== until && asksSomething(screen.html)) {
    const { step } = screen;
    steps.push(step);
    progress.push(screen.progress);
    screens[step] = screen;
    const given = typeof answers === "function" ? answers(screen) : answers[step];
    screen = await visitor.post(answerTo(screen, given));
    if (screen.step === step) throw new Error(`${path}: ${step} was not taken (${screen.status})`);
  }
  const lead = storedLeads(site.databaseFile).find(({ id }) => !before.has(id));
  return {
    steps,
    progress,
    screens,
    end: screen,
    address: new URL(screen.url, site.url),
    lead: lead as StoredLead,
    consent: (lead && consentOf(site.databaseFile, lead.id)) as Walk["consent"],
  };
}

/**
 * Walks to a step by good answers and posts this one.
 * @returns the screen after it, and the names of the fields that are marked as wrong
 */
export async function tryAnswer(
  site: Pick<Site, "url" | "databaseFile">,
  path: string,
  step: string,
  given: Given,
): Promise<{ visitor: FormVisitor; screen: Screen; wrong: string[] }> {
  const visitor = visitorOf(site);
  const { end } = await walkSurvey(site, path, {}, { until: step, visitor });
  if (end.step !== step) throw new Error(`${path} does not come to ${step}`);
  const screen = await visitor.post(answerTo(end, given));
  return { visitor, screen, wrong: wrongFields(screen) };
}

/** The names of the fields that a screen marks as wrong. */
export function wrongFields({ html }: Screen): string[] {
  const marked = html.matchAll(/<(?:input|textarea|select)\b[^>]*aria-invalid="true"[^>]*>/g);
  return [...new Set([...marked].map(([tag]) => attribute(tag, "name") ?? ""))];
}

/** The words of a piece of HTML, white space collapsed. */
export const words = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");

/** True for a screen with something to press in its form; the last screen of a flow may have none. */
function asksSomething(html: string): boolean {
  const form = html.slice(html.search(/<form[^>]* data-question/));
  return form.slice(0, form.indexOf("</form>")).includes("<button");
}

/** A good answer to the question on screen, as its form would post it. */
export function answerTo({ html, step }: Screen, given: Given = {}): Answer {
  const form = html.slice(html.indexOf("<form"), html.indexOf("</form>"));
  const options = [...form.matchAll(/<(?:button|input)\b[^>]*\bname="option"[^>]*>/g)].map(
    ([tag]) => attribute(tag, "value") ?? "",
  );
  if (typeof given === "string") {
    if (!options.includes(given))
      throw new Error(`${step} has no option ${given}, but ${options.join(", ")}`);
    return { option: given };
  }
  if (options.length > 0 && Object.keys(given).length === 0) {
    return { option: options.includes(usualOption) ? usualOption : options[0]! };
  }
  const answer: Answer = {};
  for (const [tag] of form.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    if (!name || name === "option" || attribute(tag, "type") === "hidden" || name in answer) continue;
    if (options.length > 0 && !(name in given)) continue;
    if (name in typed) answer[name] = typed[name]!;
    else if (tag.startsWith("<select")) answer[name] = firstOption(form, tag);
    else if (attribute(tag, "type") === "radio") answer[name] = attribute(tag, "value") ?? "";
  }
  return { ...answer, ...given };
}

function firstOption(form: string, select: string): string {
  const list = form.slice(form.indexOf(select));
  const values = list.slice(0, list.indexOf("</select>")).matchAll(/<option\b[^>]*value="([^"]+)"/g);
  return values.next().value?.[1] ?? "";
}

function attribute(tag: string, name: string): string | undefined {
  return tag.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
}

function consentOf(file: string, lead: string): Walk["consent"] {
  const [row] = query<{ body: string }>(file, "select body from consents where lead_id = ?", lead);
  return JSON.parse(row!.body);
}

/** The bodies that a lead's receivers got, by destination, once all its messages have arrived. */
export async function bodiesOf(
  { databaseFile, stubs }: Site,
  lead: string,
): Promise<Record<string, Record<string, unknown>>> {
  const messages = query<{ id: string; destination: string }>(
    databaseFile,
    "select id, destination from outbox where lead_id = ?",
    lead,
  );
  const bodies: Record<string, Record<string, unknown>> = {};
  for (const { id, destination } of messages) {
    const arrival = () => stubs.leadProsper.received.get(id) ?? stubs.ownPosts.received.get(id);
    await waitFor(`${destination} has the lead`, () => arrival() !== undefined);
    bodies[destination] = arrival()!.fields;
  }
  return bodies;
}

/** A way through a survey, by the specification. */
export type Way = {
  title: string;
  /** Numbers of the requirements that this way shows. */
  shows: number[];
  path: string;
  answers?: Record<string, Given>;
  /** Steps in their order, each with its progress where the specification gives one: `AtFault:30`. */
  steps: string;
};

/**
 * A survey at a path, by its questions in order; those in brackets are asked only of some visitors.
 * @returns a function that makes a way through it from answers and from the questions in brackets that they lead to
 */
export function survey(path: string, order: string) {
  return (answers: Record<string, Given> = {}, asked = ""): Pick<Way, "path" | "answers" | "steps"> => {
    const isAsked = (step: string) => asked.split(" ").includes(step.slice(1).split(/[:)]/)[0]!);
    const steps = order.split(" ").filter((step) => !step.startsWith("(") || isAsked(step));
    return { path, answers, steps: steps.join(" ").replace(/[()]/g, "") };
  };
}

/** Tests each way on the running site, by plain forms: its questions, their progress, and the lead at its end. */
export function walkWays(ways: readonly Way[]): void {
  const site = siteForTests({ TRUST_PROXY: "1", "company.time-zone": "UTC" });

  for (const { title, shows, path, answers, steps } of ways) {
    it(title, holds(...shows), async () => {
      const walk = await walkSurvey(site, path, answers);
      const given = steps.split(" ").map((step) => step.split(":"));
      expect(walk.steps).toEqual(given.map(([step]) => step));
      given.forEach(([step, progress], at) => {
        if (progress) expect(walk.progress[at], step).toBe(progress);
      });
      expect(walk.address.pathname).toMatch(/thank-you/);
      expect(walk.lead).toBeDefined();
    });
  }
}
