import type { Lead, Visit } from "../../../services/store/rows.ts";
import type { Store } from "../../../services/store/store.ts";

/** The parts of the store that recording answers needs; the real one has its own tests. */
export function storeInMemory() {
  const visits = new Map<string, Visit>();
  const leads = new Map<string, Lead>();
  const append: Store["visits"]["append"] = async (visit, expected, entries) => {
    const known = visits.get(visit.id) ?? { ...visit, createdAt: 0, updatedAt: 0, leadId: null, entries: [] };
    if (known.entries.length !== expected) return "conflict";
    const added = entries.map((entry, index) => ({ ...structuredClone(entry), seq: expected + index }));
    visits.set(visit.id, { ...known, entries: [...known.entries, ...added] });
    return "ok";
  };
  return {
    visits: {
      append,
      load: async (id) => visits.get(id),
      latestWithLead: async (sessionId) =>
        [...visits.values()].findLast((visit) => visit.sessionId === sessionId && visit.leadId),
      latest: async (sessionId) => [...visits.values()].findLast((visit) => visit.sessionId === sessionId),
    },
    leads: { get: async (id) => leads.get(id) },
    submit: async (visit, expected, entries, { lead }) => {
      if ((await append(visit, expected, entries)) === "conflict") return { status: "conflict" };
      const stored: Lead = { ...lead, origin: visit.id, createdAt: 0, erasedAt: null };
      leads.set(lead.id, stored);
      visits.set(visit.id, { ...visits.get(visit.id)!, leadId: lead.id });
      return { status: "stored", lead: stored };
    },
  } satisfies Pick<Store, "submit"> & { visits: Store["visits"]; leads: Pick<Store["leads"], "get"> };
}
