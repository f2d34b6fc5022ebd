import type { Destination } from "../../providers/ports.ts";
import { type Finding, note } from "./finding.ts";

/** The switch of each receiver of leads. */
const switches: Record<string, string> = {
  "lead-prosper": "LEADPROSPER_TEST",
  "contact-ingest": "CONTACT_INGEST_TEST",
  distribution: "DISTRIBUTION_TEST",
  "transformed-lead": "TRANSFORMED_LEAD_TEST",
  "ticket-lead": "TICKET_LEAD_TEST",
};

/** Which receivers still get test messages, and by which setting they would get real leads. */
export function lookAtReceivers(receivers: readonly Destination[]): Finding[] {
  return receivers
    .filter(({ configured, isTest }) => configured && isTest)
    .map(({ name }) => note(`${switches[name]} is on: leads sent to ${name} are marked as tests.`));
}
