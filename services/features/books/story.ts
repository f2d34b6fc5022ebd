import type { Line } from "../../operations/story.ts";
import type { Settings } from "../../settings/env.ts";
import type { Lead } from "../../store/rows.ts";
import { isSame } from "../../store/sales/ledger-lines.ts";
import type { Store } from "../../store/store.ts";
import { claimOn } from "./claims.ts";
import type { BookedOutcome } from "./outcomes.ts";
import { reportText } from "./words.ts";

/** What happened to a lead at its buyers, as they report it, with the visitor's answers that contradict them. */
export async function reportLines(
  store: Pick<Store, "books" | "velocity">,
  lead: Lead,
  destinations: Settings["destinations"],
): Promise<Line[]> {
  return (await outcomesOf(store, lead, destinations)).flatMap(outcomeLines);
}

/** Buyers' reports on a lead, each with the lead's own answer that contradicts the reason for a return. */
export async function outcomesOf(
  store: Pick<Store, "books" | "velocity">,
  lead: Lead,
  destinations: Settings["destinations"],
): Promise<(BookedOutcome & { contradiction: string | undefined })[]> {
  const reported = await store.books.outcomes.ofLead(lead.id);
  if (reported.length === 0) return [];
  const sightings = await store.velocity.ofLead(lead.id);
  return reported.map((each) => {
    const claim = claimOn(each, {
      lead,
      sightings,
      buyer: destinations.find(({ name }) => isSame(name, each.buyer)),
    });
    return { ...each, contradiction: claim?.verdict === "denied" ? claim.words : undefined };
  });
}

/** What happened at its buyer, and what the books have for that. A visitor's answer has a line of its own. */
function outcomeLines(said: Awaited<ReturnType<typeof outcomesOf>>[number]): Line[] {
  const { at, buyer, contradiction } = said;
  const [text, short] = [true, false].map((isWhole) => `${buyer} reports: ${reportText(said, isWhole)}`);
  const line = { at, text: text!, short };
  if (contradiction === undefined) return [line];
  return [line, { at, text: `this is contradicted: ${contradiction}`, isPersonal: true }];
}
