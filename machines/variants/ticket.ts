import { checksEmail, checksPhoneAndZip } from "../parts/contact.ts";
import { submitsTicket } from "../parts/submitting.ts";
import { everySurvey, survey } from "../survey.ts";
import { variant } from "../variant.ts";

/** Traffic-ticket flow: one straight line, whose end posts to its own buyer only. Spec 4.2. */
export const ticket = variant({
  code: "ticket",
  entries: { "/survey/ticket": {} },
  flow: "ticket",
  thankYou: "/ticket-thank-you/",
  keepsQuery: true,
  machine: survey.createMachine({
    id: "ticket",
    ...everySurvey,
    initial: "StartPathTicket",
    states: {
      StartPathTicket: { always: "StartTicketFlow" },
      StartTicketFlow: { entry: "loadTrackingPixel", on: { NEXT: "TicketReceived" } },
      TicketReceived: { on: { NEXT: "SelectState" } },
      SelectState: { on: { NEXT: "SelectDate" } },
      SelectDate: { on: { NEXT: "DoYouHaveAttorney" } },
      DoYouHaveAttorney: { on: { NEXT: "IncidentDescription" } },
      IncidentDescription: { meta: { question: "ticketDescription" }, on: { NEXT: "NameAndEmailTicket" } },

      NameAndEmailTicket: { ...checksEmail, onDone: "PhoneAndZip" },
      PhoneAndZip: { ...checksPhoneAndZip, meta: { question: "ticketPhoneAndZip" }, onDone: "submitting" },
      submitting: { ...submitsTicket, meta: { progress: 100 }, onDone: "thankYou" },
      thankYou: { type: "final" },
    },
  }),
});
