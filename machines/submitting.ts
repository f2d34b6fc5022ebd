import { survey } from "./survey.ts";

/**
 * The end of a survey (specification 4.3): a window for the disqualified, then the calls in their order;
 * what goes before the post may fail unseen. Until our own store has the lead the visitor is not told so:
 * a post that fails waits in `unsent` for another press of the button, which opens no second window.
 */

/** Announces the lead, then posts it: for surveys without a description. */
export const submitsLeadUnread = survey.createStateConfig({
  entry: "openClickWindow",
  initial: "exchangingLeadData",
  states: {
    exchangingLeadData: {
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
  entry: "openClickWindow",
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
 * The ticket's own end: nothing is asked before the post (specification 4.2; decision 101). Whether its buyer
 * takes it is not waited for: the outbox sends it.
 */
export const submitsTicket = survey.createStateConfig({
  initial: "posting",
  states: {
    posting: submitsLeadUnread.states.posting,
    unsent: submitsLeadUnread.states.unsent,
    posted: submitsLeadUnread.states.posted,
  },
});
