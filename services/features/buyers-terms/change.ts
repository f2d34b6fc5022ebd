import { routedOf } from "../../operations/offer.ts";
import { counted, dollars } from "../../operations/text.ts";
import type { Settings } from "../../settings/env.ts";
import type { Lead } from "../../store/rows.ts";
import { isSame, standingOf } from "../../store/sales/ledger-lines.ts";
import type { Store } from "../../store/store.ts";
import { linesOfSale } from "../books/statements.ts";
import { buyersInForce, demandBuyer, sentenceOf, takes, withTerms } from "./buyers.ts";

type Site = { store: Store; settings: Settings };

/** Leads that a change of terms would have moved, and their money in cents. */
export type Changed = {
  buyer: string;
  before: string;
  after: string;
  /** Leads that were looked at, and how many are within the terms. */
  read: number;
  within: { before: number; after: number };
  /** `bought`: those that it had bought; `others`: those that another buyer's terms have room for. */
  lost: { leads: number; bought: number; cents: number; others: number };
  /** `unsold`: those that nobody bought; `sold`: to others, for so much. `each`: what it pays for one, where that is known. */
  gained: { leads: number; unsold: number; sold: number; cents: number; each: number | undefined };
};

/**
 * What a change of a buyer's terms would have done to the leads that came since a time: who is within them is by their
 * records, as they were posted, and what was paid is the books'.
 * @throws Refusal for an unknown buyer, and terms that the settings would refuse
 */
export async function changeOf(
  { store, settings }: Site,
  name: string,
  text: string,
  since: number,
): Promise<Changed> {
  const buyers = buyersInForce(settings, await store.termsInForce.all());
  const buyer = demandBuyer(buyers, name);
  const changed = withTerms(buyer, text);
  const others = buyers.filter((each) => each !== buyer && each.inOrder);
  const count = { read: 0, before: 0, after: 0 };
  const lost = { leads: 0, bought: 0, cents: 0, others: 0 };
  const gained = { leads: 0, unsold: 0, sold: 0, cents: 0 };
  for await (const lead of store.leads.iterate({ since })) {
    if (lead.kind !== "survey") continue;
    count.read++;
    const [was, is] = [takes(buyer, lead), takes(changed, lead)];
    count.before += Number(was);
    count.after += Number(is);
    if (was === is || (await isOptedOut(store, lead))) continue;
    const lines = await store.books.ledger.ofLeads([lead.id]);
    const sales = lines.filter(({ kind }) => kind === "sale");
    if (was) {
      const own = sales.find((sale) => isSame(sale.buyer, name));
      lost.leads++;
      lost.others += Number(others.some((each) => takes(each, lead)));
      if (!own) continue;
      const { price, given } = standingOf(linesOfSale(lines, own));
      lost.bought++;
      lost.cents += price - given;
    } else {
      gained.leads++;
      if (sales.length === 0) gained.unsold++;
      else gained.sold++;
      const { price, given } = standingOf(lines);
      gained.cents += price - given;
    }
  }
  return {
    buyer: name,
    before: sentenceOf(buyer),
    after: sentenceOf(changed),
    read: count.read,
    within: { before: count.before, after: count.after },
    lost,
    gained: { ...gained, each: buyer.declared.price },
  };
}

/** A buyer gets no lead of somebody who opted out of its sale, whatever its terms. */
async function isOptedOut(store: Store, lead: Lead): Promise<boolean> {
  const { about } = await routedOf({ store }, lead, await store.outbox.ofLead(lead.id));
  return about.isOptedOut;
}

/** What a change would have done, a sentence each. */
export function changeText({ buyer, read, within, lost, gained }: Changed): string[] {
  const texts = [
    `${counted(read, "lead")} came: ${within.before} within its terms as they are, ${within.after} within the new ones.`,
    lost.leads === 0
      ? `${buyer} would have lost none.`
      : `${buyer} would have lost ${counted(lost.leads, "lead")}, of which it bought ${lost.bought} for ${dollars(lost.cents)} after returns; within the terms of another buyer of the order: ${lost.others}.`,
  ];
  if (gained.leads === 0) return [...texts, `${buyer} would have gained none.`];
  const { leads, unsold, sold, cents, each } = gained;
  const worth =
    each === undefined
      ? "what it would have paid is not known, since it has no price in its terms"
      : `at its price of ${dollars(each)} the unsold ones come to ${dollars(each * unsold)} at most`;
  return [
    ...texts,
    `${buyer} would have gained ${counted(leads, "lead")}: nobody bought ${unsold}, and others bought ${sold} for ${dollars(cents)} after returns; ${worth}.`,
  ];
}
