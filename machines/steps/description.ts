import { reworded } from "./build.ts";
import type { Step } from "./step.ts";

export const incidentDescription: Step = {
  name: "IncidentDescription",
  words: ["IncidentDescription"],
  kind: "description",
  fields: [{ name: "case_description", kind: "description" }],
};

/** A visitor who faces charges must know before writing that it may be used against them. */
export const duiIncidentDescription = reworded(incidentDescription, "DUIIncidentDescription");

/** The description as the ticket flow asks for it. */
export const ticketDescription = reworded(incidentDescription, "ticketDescription");
