import { assign, setup } from "xstate";

/** Tries at a buyer that cannot be reached before the next one is asked. */
export const TRIES_BEFORE_THE_NEXT = 2;

export type OrderContext = {
  buyer: string;
  /** Who is asked after that one, in this order. */
  next: readonly string[];
  /** Who bought it, the newest last. */
  bought: readonly string[];
  /** Who may have it: an attempt there had no end that says either. */
  mayHave: readonly string[];
  /** A person has asked the one that may have it and sends it again: its no counts. */
  isChecked: boolean;
};

export type OrderEvent =
  | { type: "ACCEPTED" }
  | { type: "DECLINED" }
  /** It answered, and that is neither a yes nor a no. */
  | { type: "UNCLEAR" }
  /** It may have had the attempt: no answer came, or nobody was left to write one down. */
  | { type: "UNANSWERED"; isLastTry: boolean }
  /** It is known not to have had the attempt, which was its nth. */
  | { type: "UNREACHED"; tries: number; isLastTry: boolean }
  /** It takes no leads at this hour. */
  | { type: "CLOSED" }
  /** It is not to have this one: its day is full, or it has had this person's lead. */
  | { type: "TURNED_AWAY" }
  /** A person is to look at it first. */
  | { type: "SET_ASIDE" }
  /** The lead's visitor wants it sent to nobody. */
  | { type: "WITHDRAWN" }
  /** A person sends it to one that was asked before. `despite`: who has it, as that person confirmed. */
  | { type: "SEND_AGAIN"; buyer: string; despite?: string };

/** Who has a lead or may have it, other than this buyer; the newest sale first. */
export function holderBesides({ bought, mayHave }: OrderContext, buyer: string): string | undefined {
  return [...[...bought].reverse(), ...mayHave].find((name) => name !== buyer);
}

function mayBeSent(context: OrderContext, { buyer, despite }: OrderEvent & { type: "SEND_AGAIN" }): boolean {
  return !context.bought.includes(buyer) && holderBesides(context, buyer) === despite;
}

const vocabulary = setup({
  types: {} as {
    context: OrderContext;
    events: OrderEvent;
    input: Partial<Pick<OrderContext, "buyer" | "next">> | undefined;
  },
  guards: {
    hasNext: ({ context }) => context.next.length > 0,
    isSold: ({ context }) => context.bought.length > 0,
    mayBeTheirs: ({ context }) => context.mayHave.length > 0,
    /** It may have an earlier attempt, so that its no may mean that it has it already. */
    mayMeanIt: ({ context }) => context.mayHave.includes(context.buyer) && !context.isChecked,
    /** Another buyer could have it, and this one does not. */
    canGoOn: ({ context }) => context.next.length > 0 && !context.mayHave.includes(context.buyer),
    /** Two tries are enough then. */
    isGivenUp: ({ context, event }) =>
      event.type === "UNREACHED" &&
      context.next.length > 0 &&
      !context.mayHave.includes(context.buyer) &&
      (event.isLastTry || event.tries >= TRIES_BEFORE_THE_NEXT),
    isLastTry: ({ event }) => "isLastTry" in event && event.isLastTry,
    /** Nobody else has it, or the person has confirmed who does. */
    isFree: ({ context, event }) => event.type === "SEND_AGAIN" && mayBeSent(context, event),
    /** One buyer is asked at a time. */
    isAsked: ({ context, event }) => event.type === "SEND_AGAIN" && event.buyer === context.buyer,
  },
  actions: {
    sell: assign({
      bought: ({ context }) => [...context.bought, context.buyer],
      mayHave: ({ context }) => context.mayHave.filter((name) => name !== context.buyer),
    }),
    doubt: assign({
      mayHave: ({ context }) => [...context.mayHave.filter((name) => name !== context.buyer), context.buyer],
      isChecked: false,
    }),
    askNobody: assign({ next: [] }),
    clearDoubt: assign({
      mayHave: ({ context }) => context.mayHave.filter((name) => name !== context.buyer),
    }),
    askNext: assign({
      buyer: ({ context }) => context.next[0]!,
      next: ({ context }) => context.next.slice(1),
      isChecked: false,
    }),
    askAgain: assign(({ context, event }) =>
      event.type === "SEND_AGAIN"
        ? {
            buyer: event.buyer,
            next: context.next.filter((name) => name !== event.buyer),
            isChecked: context.mayHave.includes(event.buyer),
          }
        : {},
    ),
  },
});

/** A second sale is confirmed by naming the first; without that nobody else is sent what one may have. */
const sendsAgain = vocabulary.createStateConfig({
  on: { SEND_AGAIN: { guard: "isFree", target: "asked", actions: "askAgain" } },
});

/**
 * The order of a lead: it is offered to buyers one after another until one of them takes it. One buyer is asked at a time;
 * one that may have the lead is never passed over, and a person decides in the end (decision "One lead, one sale").
 */
export const orderMachine = vocabulary.createMachine({
  id: "order",
  context: ({ input: { buyer = "", next = [] } = {} }) => ({
    buyer,
    next,
    bought: [],
    mayHave: [],
    isChecked: false,
  }),
  initial: "asked",
  states: {
    asked: {
      on: {
        ACCEPTED: { target: "sold", actions: "sell" },
        DECLINED: [
          { guard: "mayMeanIt", target: "unknown" },
          { target: "passedOn", actions: "clearDoubt" },
        ],
        TURNED_AWAY: "passedOn",
        // Without a next one it waits until the door opens.
        CLOSED: { guard: "canGoOn", target: "passedOn" },
        UNREACHED: [
          { guard: "isGivenUp", target: "passedOn" },
          { guard: "isLastTry", target: "passedOn", actions: "askNobody" },
        ],
        UNANSWERED: [{ guard: "isLastTry", target: "unknown", actions: "doubt" }, { actions: "doubt" }],
        UNCLEAR: { target: "unknown", actions: "doubt" },
        SET_ASIDE: { target: "passedOn", actions: "askNobody" },
        WITHDRAWN: { target: "passedOn", actions: "askNobody" },
        SEND_AGAIN: { guard: "isAsked", actions: "askAgain" },
      },
    },
    passedOn: {
      always: [
        // Nobody is asked while one may have it, this one or another; nor after a second sale that was declined.
        { guard: "mayBeTheirs", target: "unknown" },
        { guard: "isSold", target: "sold" },
        { guard: "hasNext", target: "asked", actions: "askNext" },
        { target: "unsold" },
      ],
    },
    sold: sendsAgain,
    unsold: sendsAgain,
    unknown: sendsAgain,
  },
});
