import { statutes } from "../rules/statutes.ts";
import { choiceStep, recording, reworded, yesNoStep } from "./build.ts";
import { nameAndEmail } from "./contact.ts";
import type { Step } from "./step.ts";

export const startTicketFlow: Step = { name: "StartTicketFlow", words: ["StartTicketFlow"], kind: "info" };

export const ticketReceived = yesNoStep("TicketReceived", "ticket_received");

/** A press each, as every other answer is. */
export const selectState = choiceStep(
  "SelectState",
  recording(
    "ticket_state",
    statutes.map(({ code }) => code),
  ),
);

export const selectDate: Step = {
  name: "SelectDate",
  words: ["SelectDate"],
  kind: "date",
  fields: [{ name: "ticket_date", kind: "date" }],
};

export const nameAndEmailTicket = reworded(nameAndEmail, "NameAndEmailTicket");
