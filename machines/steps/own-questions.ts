import * as contact from "./contact.ts";
import * as description from "./description.ts";
import * as injury from "./injury.ts";
import * as last from "./last-steps.ts";
import type { Step } from "./step.ts";
import { worthOrCost } from "./worth.ts";

/**
 * Questions that a chart asks in place of the usual one of a state's name: the state's meta names it
 * (`meta: { question: "whichInjury" }`).
 */
export const ownQuestions = {
  whichInjury: { ...injury.whichInjury, stage: "case" },
  nameAndEmailFirst: contact.nameAndEmailFirst,
  worthOrCost,
  ticketDescription: description.ticketDescription,
  ticketPhoneAndZip: last.ticketPhoneAndZip,
} satisfies Record<string, Step>;

export type OwnQuestion = keyof typeof ownQuestions;
