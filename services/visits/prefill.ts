import type { Answers } from "../../machines/answers.ts";
import { readLog, type Visit } from "../../machines/visit/log.ts";
import type { Store } from "../store/types.ts";
import { storedLog } from "./resolve-visit.ts";

/** What the same browser gave with its last lead, by field; {} where the form is not to be filled in (spec 7). */
export type Prefill = (visit: Visit, sessionId: string | null) => Promise<Answers>;

/** Who the visitor is and lives; never what they said of an accident. */
const fields = ["firstName", "lastName", "email", "phone", "zip_code", "address"] as const;

/**
 * One person's data must never be shown to another: it comes from the session's own earlier visit, which only the
 * signed cookie of this browser names, never from an address or an affiliate.
 */
export function prefillWith(store: Pick<Store, "visits">): Prefill {
  return async ({ facts }, sessionId) => {
    if (facts.prePop?.prePopPii !== "yes" || !sessionId) return {};
    const earlier = await store.visits.latestWithLead(sessionId);
    const given: Answers = Object.assign({}, ...Object.values(readLog(storedLog(earlier)).drafts));
    const known = fields.flatMap((field) => (given[field] ? [[field, given[field]]] : []));
    return Object.fromEntries(known);
  };
}
