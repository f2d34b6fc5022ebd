import { mayAs, type Role } from "../../console/roles.ts";
import type { Lead } from "../../store/rows.ts";
import { type Core, type Job, ownSettings } from "../feature.ts";
import { settings as own } from "./feature.ts";
import { cardsOf, type ToVisitor, toVisitorOf, type VerdictCard } from "./of-lead.ts";

/** What is said about verdicts while a site runs. It has no background work. */
export type Verdicts = Job & {
  /** @param role of who looks @param time how a moment is written */
  ofLead(lead: Lead, shown: { role: Role; time: (at: number) => string }): Promise<VerdictCard[]>;
  /** Undefined unless the owner wants it: the specification keeps a disqualification silent (ruling 18). */
  toVisitor?: (sessionId: string | null) => Promise<ToVisitor | undefined>;
};

export function verdictsWith({ store, settings, now }: Core): Verdicts {
  const isSaid = ownSettings(settings, own)["say-what-decided"];
  return {
    stop: async () => {},
    ofLead: (lead, { role, time }) => cardsOf(store, lead, settings, { isWhole: mayAs(role, "leads"), time }),
    ...(isSaid && {
      toVisitor: async (sessionId: string | null) =>
        sessionId ? toVisitorOf(store, sessionId, settings, now()) : undefined,
    }),
  };
}
