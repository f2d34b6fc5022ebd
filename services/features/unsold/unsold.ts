import { buyersInOrder, notOffered, toBuyers } from "../../delivery/outbox/order-of.ts";
import { printable } from "../../observe/printable.ts";
import { freshBuyers, offerAgain, receiversNow, routedOf, saleNames } from "../../operations/offer.ts";
import { Refusal } from "../../operations/refusal.ts";
import { bidsName } from "../../settings/destinations/shape.ts";
import type { Settings } from "../../settings/env.ts";
import type { SecondOffer } from "../../store/feature-rows.ts";
import type { Lead, OfLead } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

type Site = { store: Store; settings: Settings };

/**
 * A lead that nobody bought. `reasons`: of each buyer why it has it not, in its own words where they are `theirs`; `fresh`:
 * the buyers that it may be offered to; `second`: that it was offered a second time already.
 */
export type Unsold = {
  lead: Lead;
  reasons: readonly { name: string; why: string; theirs: boolean }[];
  fresh: readonly string[];
  second: SecondOffer | undefined;
};

/** The newest first. @param before older ones than this lead */
export async function unsoldLeads(site: Site, limit: number, before?: string): Promise<Unsold[]> {
  const { store, settings } = site;
  const filter = { kind: "survey" as const, sale: { ...saleNames(settings), is: "unsold" as const }, before };
  const leads = await store.inbox.page(filter, limit);
  const ids = leads.map(({ id }) => id);
  const [seconds, messages, known] = await Promise.all([
    store.unsold.ofLeads(ids),
    ids.length === 0 ? [] : store.outbox.list({ leadId: ids }),
    receiversNow(site),
  ]);
  const attempts = messages.length === 0 ? [] : await store.outbox.attempts(messages.map(({ id }) => id));
  const buyers = buyersInOrder(known);
  const found: Unsold[] = [];
  for (const lead of leads) {
    const own = messages.filter(({ leadId }) => leadId === lead.id);
    const names = new Set(own.map(({ id }) => id));
    const ofLead: OfLead = {
      messages: own,
      attempts: attempts.filter(({ messageId }) => names.has(messageId)),
    };
    const routed = await routedOf(site, lead, ofLead);
    const unasked = notOffered(ofLead, routed, known);
    const declined = toBuyers(own, buyers).filter(
      ({ destination, status }) =>
        status === "rejected" &&
        destination !== bidsName &&
        unasked.every(({ name }) => name !== destination),
    );
    const second = seconds.find(({ leadId }) => leadId === lead.id);
    const fresh = second ? [] : freshBuyers(lead, ofLead, routed, known);
    found.push({
      lead,
      reasons: [
        ...declined.map(({ destination: name, lastError }) => ({ name, why: lastError ?? "", theirs: true })),
        ...unasked
          .filter(({ name }) => !fresh.includes(name))
          .map(({ name, why }) => ({ name, why, theirs: false })),
      ],
      fresh,
      second,
    });
  }
  return found;
}

/**
 * Offers a lead a second time, to those of these buyers that never had it, one after the other. All reasons against a lead
 * apply, and again when it is sent.
 * @throws Refusal with the reason where it may not be, or was before
 */
export async function offerSecond(
  site: Site,
  leadId: string,
  buyers: readonly string[],
  person: string,
  time: (at: number) => string,
): Promise<void> {
  const { unsold } = site.store;
  const demandFirst = async () => {
    const [second] = await unsold.ofLeads([leadId]);
    if (second)
      throw new Refusal(
        `Lead ${printable(leadId)} was not offered again: it had its second offer at ${time(second.at)}.`,
      );
  };
  await demandFirst();
  const second = { leadId, person, buyers: JSON.stringify(buyers) };
  try {
    await offerAgain(site, leadId, time, { only: buyers, also: (trx) => unsold.keep(trx, second) });
  } catch (error) {
    if (error instanceof Refusal) await demandFirst();
    throw error;
  }
}
