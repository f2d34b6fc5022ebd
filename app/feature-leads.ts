import type { LeadCard } from "./features/feature.ts";
import * as revocations from "./features/revocations/lead-card.tsx";
import * as scrubs from "./features/scrubs/lead-card.tsx";
import * as verdicts from "./features/verdicts/lead-card.tsx";

/** What features show on the console's page of a lead, a line each. */
export const featureLeads: readonly LeadCard[] = [verdicts, scrubs, revocations];
