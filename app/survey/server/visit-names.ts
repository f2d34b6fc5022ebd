import { createHash } from "node:crypto";
import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { Services } from "../../../services/index.ts";
import type { VisitToken } from "../../../services/visits/token.ts";

/** By what the pages of a visit and others know it. */
export type VisitNames = {
  /** Sealed, for the form. */
  token: string;
  id: string;
  /** By which a social network knows a second report of this visit's lead; says nothing of the visit. */
  leadEvent: string;
  /** How the visitor came in. */
  arrival: Arrival;
};

export function visitNames({ seal }: Pick<Services, "seal">, token: VisitToken): VisitNames {
  const { id, arrival } = token;
  const leadEvent = createHash("sha256").update(`lead event ${id}`).digest("hex").slice(0, 32);
  return { token: seal.seal(token), id, leadEvent, arrival };
}
