import { dayCounter, dayText } from "../../calendar/days.ts";
import type { Settings } from "../../settings/env.ts";
import type { ContactPoints } from "../../store/engine/address-hash.ts";
import type { KeptStop } from "../../store/feature-rows.ts";
import type { Lead } from "../../store/rows.ts";
import { isSame } from "../../store/sales/ledger-lines.ts";
import type { Store } from "../../store/store.ts";
import type { OwnReport } from "../books/added.ts";
import { reportersOf } from "../books/report.ts";

const nothingToBook = "a stop is no return: the books have nothing of it";

/**
 * Takes a buyer's word that the person of its lead wants no call. From the commit on nobody is sent anything of the number, or
 * the address, any more; that everybody is told who has one of its leads follows from what that commit notes. Of a lead that
 * is erased by its age the number is in the consent, which outlives it.
 */
export const takeStop: OwnReport["take"] = async (
  { store, settings, now },
  { leadId, buyer: said, at: saidAt, day },
  { door, person },
) => {
  const lead = await store.leads.get(leadId);
  const buyer = lead && (await holderCalled(said, leadId, store, settings));
  if (!lead || buyer === undefined) return { field: "lead_id", message: `is of no lead that ${said} has` };
  const dayOf = dayCounter(settings.siteTimeZone);
  const at = now();
  // Where the buyer is, it may be another day than here.
  if (day < dayOf(lead.createdAt) - 1) {
    const message = `is before the lead, which is of ${dayText(dayOf(lead.createdAt))}`;
    return { field: "at", message };
  }
  if (day > dayOf(at) + 1) return { field: "at", message: "is in the future" };
  const stop: KeptStop = { leadId, buyer, day, saidAt, at, door, person };
  let isNew = false;
  await store.suppressions.add(await reachOf(lead, store), "do-not-call", `told to ${buyer}`, {
    told: {
      leadId,
      async keep(trx) {
        isNew = await store.revocations.keep(trx, stop);
        return isNew;
      },
    },
  });
  return { isNew, why: isNew ? nothingToBook : "known already" };
};

async function reachOf(lead: Lead, { consents }: Pick<Store, "consents">): Promise<ContactPoints> {
  if (lead.erasedAt === null) return lead.record;
  const consent = await consents.ofLead(lead.id);
  return { phone: consent?.body ? JSON.parse(consent.body).phone : undefined };
}

/**
 * The name by which we know a buyer that has the lead; undefined where it has none of it. A buyer behind an exchange is taken at
 * its word for what the exchange was sent: nobody here knows whom it sold the lead to.
 */
async function holderCalled(
  said: string,
  leadId: string,
  { revocations }: Pick<Store, "revocations">,
  settings: Settings,
): Promise<string | undefined> {
  const reached = await revocations.reached(leadId);
  const known = reached.find((name) => isSame(name, said));
  if (known !== undefined) return known;
  const { others, receivers, isExchange } = reportersOf(settings);
  const behind = receivers.every((name) => !isSame(name, said)) && others.find((name) => isSame(name, said));
  const direct = settings.destinations.filter(({ kind }) => kind !== "leadprosper").map(({ name }) => name);
  return behind && isExchange && reached.some((name) => !direct.includes(name)) ? behind : undefined;
}
