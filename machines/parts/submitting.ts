import { survey } from "../survey.ts";

/**
 * The end of a survey (spec 4.3): the description is judged, then a window opens for the disqualified, the lead is
 * announced and posted. What precedes the post may fail unseen. Until our own store has the lead the visitor is not
 * shown that: a failed post waits in `unsent` for another press of the button, which opens no second window.
 */

/** Announces the lead, then posts it: for surveys without a description. */
export const submitsLeadUnread = survey.createStateConfig({
  initial: "exchangingLeadData",
  states: {
    exchangingLeadData: {
      // Only here is every reason to disqualify known, and every check of this press passed.
      entry: "openClickWindow",
      invoke: {
        id: "exchangeLeadData",
        src: "exchangeLeadData",
        input: ({ context }) => ({ zip: context.answers.zip_code ?? "" }),
        onDone: "posting",
        onError: "posting",
      },
    },
    posting: {
      invoke: {
        id: "postLead",
        src: "postLead",
        input: () => ({}),
        onDone: "posted",
        onError: "unsent",
      },
    },
    unsent: { on: { NEXT: "posting" } },
    posted: { type: "final", entry: "countLead" },
  },
});

/** The description is judged first; a silent gibberish service gives no answer. */
export const submitsLead = survey.createStateConfig({
  initial: "checkingGibberish",
  states: {
    checkingGibberish: {
      invoke: {
        id: "checkGibberish",
        src: "checkGibberish",
        input: ({ context }) => ({ text: context.answers.case_description ?? "" }),
        onDone: { target: "exchangingLeadData", actions: "storeGibberish" },
        onError: { target: "exchangingLeadData", actions: "leaveGibberishUnanswered" },
      },
    },
    ...submitsLeadUnread.states,
  },
});

/**
 * The ticket's own end (spec 4.2; ruling 101): its description is judged like every other, then it is posted,
 * without a window and without an announcement. Whether its buyer takes it is not waited for: the outbox sends it.
 */
export const submitsTicket = survey.createStateConfig({
  initial: "checkingGibberish",
  states: {
    checkingGibberish: {
      invoke: {
        id: "checkGibberish",
        src: "checkGibberish",
        input: ({ context }) => ({ text: context.answers.case_description ?? "" }),
        onDone: { target: "posting", actions: "storeGibberish" },
        onError: { target: "posting", actions: "leaveGibberishUnanswered" },
      },
    },
    posting: submitsLeadUnread.states.posting,
    unsent: submitsLeadUnread.states.unsent,
    posted: submitsLeadUnread.states.posted,
  },
});
