import { expect } from "vitest";
import { pageFeatures } from "../../app/features.ts";
import { answersOneToOne } from "./answers.ts";
import { chartsToken } from "./console-people.ts";
import { cookieOf, send } from "./send.ts";
import type { Site } from "./site.ts";
import { delivered, query, storedLeads } from "./store-reader.ts";
import { type Answer, FormVisitor, type Screen } from "./visitors.ts";

/** The consent on a page, as a visitor reads it. */
export function consentOn({ html }: Pick<Screen, "html">): string {
  const [, text = ""] = /<p [^>]*id="consent"[^>]*>(.*?)<\/p>/.exec(html) ?? [];
  return text
    .replaceAll(/<\/?span[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** The stored consent of a lead. */
export function keptConsent(databaseFile: string, leadId: string): Record<string, unknown> {
  const [row] = query<{ body: string }>(databaseFile, "select body from consents where lead_id = ?", leadId);
  return JSON.parse(row!.body);
}

/** Goes to the question with the consent. */
export async function toConsent(site: Site, survey: string, changed: Record<string, Answer> = {}) {
  const visitor = new FormVisitor(site.url);
  await visitor.open(`/survey/${survey}`);
  const given = { ...answersOneToOne, ...changed };
  while (!consentOn(visitor.screen)) await visitor.post(given[visitor.screen.step]!);
  return visitor;
}

/** Gives the consent on screen. @returns everything that is kept and sent of it */
export async function sent(site: Site, visitor: FormVisitor) {
  const { step } = visitor.screen;
  const shown = consentOn(visitor.screen);
  await visitor.post(answersOneToOne[step]!);
  const lead = storedLeads(site.databaseFile).at(-1)!;
  const consent = keptConsent(site.databaseFile, lead.id);
  const { fields } = await delivered(site, lead);
  expect(visitor.screen.url).toContain("/survey-thank-you/");
  expect([lead.record.tcpa, consent.text, fields.tcpa_text]).toEqual([shown, shown, shown]);
  expect(consent.buyersShown).toEqual(lead.record.displayed_buyers);
  // A list reaches the buyer with commas between its items.
  for (const name of ["selected_buyers", "selected_buyer_names", "all_possible_buyer_ids", "1_to_1_consent"])
    expect(fields[name], name).toBe(String(lead.record[name]));
  return { step, shown, record: lead.record, kept: JSON.stringify([lead.record, consent, fields]) };
}

/** The pages of a survey's chart that say what its consent names: the core's, and those of features that count. */
export async function chartPages(site: Site, survey: string): Promise<string[]> {
  const cookie = cookieOf(await send(site.url, "/graphs/sign-in", { form: { token: chartsToken } }))!;
  const counting = pageFeatures.flatMap(({ ofSurvey = [] }) =>
    ofSurvey.flatMap(({ page, keepsFilters, onCard }) => (keepsFilters && onCard ? [`/${page}`] : [])),
  );
  return Promise.all(
    ["", ...counting].map(async (page) =>
      (await fetch(`${site.url}/graphs/${survey}${page}`, { headers: { cookie } })).text(),
    ),
  );
}
