import { assign, setup } from "xstate";

/** A buyer that could not be asked, and from when it may be: epoch milliseconds. */
export type Postponed = { buyer: string; from: number };

export type OrderContext = Postponed & {
  /** The buyers to be asked afterwards, in this order. */
  next: readonly string[];
  /**
   * Buyers that could not be asked when their turn came; they are asked again once no other is left, the soonest first.
   */
  later: readonly Postponed[];
  /** The buyers that bought it, the newest last. */
  bought: readonly string[];
  /** The buyers that may have it: an attempt there ended without a clear answer. */
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
  | { type: "UNANSWERED"; from: number; isLastTry: boolean }
  /**
   * It cannot have the lead now, and is known not to: it is paused, closed, full, or was not reached. From `from` on it
   * may be able to. `isLastTry`: it is not asked again by itself.
   */
  | { type: "CANNOT_NOW"; from: number; isLastTry: boolean }
  /** It is not to have this one: it wants none of this person, or has had one. */
  | { type: "TURNED_AWAY" }
  /** A person is to look at it first. */
  | { type: "SET_ASIDE" }
  /** The lead's visitor wants it sent to nobody. */
  | { type: "WITHDRAWN" }
  /** A person sends it to one that was asked before. `despite`: who has it, as that person confirmed. */
  | { type: "SEND_AGAIN"; buyer: string; despite?: string }
  /** A person offers what nobody bought once more, to these buyers in this order. */
  | { type: "OFFER_AGAIN"; buyers: readonly string[] };

/** A buyer other than this one that has the lead or may have it; the newest sale first. */
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
    hasLater: ({ context }) => context.later.length > 0,
    /** Another buyer can be asked: nobody has the lead, and nobody may have it. */
    canGoOn: ({ context: { next, later, bought, mayHave } }) =>
      next.length + later.length > 0 && bought.length + mayHave.length === 0,
    isLastTry: ({ event }) => "isLastTry" in event && event.isLastTry,
    /** Nobody else has it, or the person has confirmed who does. */
    isFree: ({ context, event }) => event.type === "SEND_AGAIN" && mayBeSent(context, event),
    /** One buyer is asked at a time. */
    isAsked: ({ context, event }) => event.type === "SEND_AGAIN" && event.buyer === context.buyer,
    hasBuyers: ({ event }) => event.type === "OFFER_AGAIN" && event.buyers.length > 0,
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
    askNobody: assign({ next: [], later: [] }),
    wait: assign({ from: ({ event }) => ("from" in event ? event.from : 0) }),
    postpone: assign({
      later: ({ context: { buyer, later }, event }) => [
        ...later,
        { buyer, from: "from" in event ? event.from : 0 },
      ],
    }),
    clearDoubt: assign({
      mayHave: ({ context }) => context.mayHave.filter((name) => name !== context.buyer),
    }),
    askNext: assign({
      buyer: ({ context }) => context.next[0]!,
      from: 0,
      next: ({ context }) => context.next.slice(1),
      isChecked: false,
    }),
    askLater: assign(({ context: { later } }) => {
      const soonest = later.reduce((first, each) => (each.from < first.from ? each : first));
      // By name: observers of a chart wrap its context, and wrappers are not its entries.
      return { ...soonest, later: later.filter(({ buyer }) => buyer !== soonest.buyer), isChecked: false };
    }),
    offer: assign(({ event }) =>
      event.type === "OFFER_AGAIN"
        ? { buyer: event.buyers[0]!, from: 0, next: event.buyers.slice(1), later: [], isChecked: false }
        : {},
    ),
    askAgain: assign(({ context, event }) =>
      event.type === "SEND_AGAIN"
        ? {
            buyer: event.buyer,
            from: 0,
            next: context.next.filter((name) => name !== event.buyer),
            later: context.later.filter(({ buyer }) => buyer !== event.buyer),
            isChecked: context.mayHave.includes(event.buyer),
          }
        : {},
    ),
  },
});

/** A second sale is confirmed by naming the first buyer; without that nobody else is sent what one may have. */
const sendsAgain = vocabulary.createStateConfig({
  on: { SEND_AGAIN: { guard: "isFree", target: "asked", actions: "askAgain" } },
});

/**
 * The order of a lead: it is offered to buyers one after another until one takes it. A buyer that cannot have it now is
 * skipped, and asked again before the lead counts as unsold; a buyer that may have it is never skipped, and a person
 * decides in the end (decision "One lead, one sale").
 */
export const orderMachine = vocabulary.createMachine({
  id: "order",
  context: ({ input: { buyer = "", next = [] } = {} }) => ({
    buyer,
    from: 0,
    next,
    later: [],
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
        // Where nobody else can be asked, this buyer is waited for.
        CANNOT_NOW: [
          { guard: "isLastTry", target: "passedOn" },
          { guard: "canGoOn", target: "passedOn", actions: "postpone" },
          { actions: "wait" },
        ],
        UNANSWERED: [
          { guard: "isLastTry", target: "unknown", actions: "doubt" },
          { actions: ["doubt", "wait"] },
        ],
        UNCLEAR: { target: "unknown", actions: "doubt" },
        SET_ASIDE: { target: "passedOn", actions: "askNobody" },
        WITHDRAWN: { target: "passedOn", actions: "askNobody" },
        SEND_AGAIN: { guard: "isAsked", actions: "askAgain" },
      },
    },
    passedOn: {
      always: [
        // Nobody is asked while a buyer may have it, this one or another; nor after a second sale that was declined.
        { guard: "mayBeTheirs", target: "unknown" },
        { guard: "isSold", target: "sold" },
        { guard: "hasNext", target: "asked", actions: "askNext" },
        { guard: "hasLater", target: "asked", actions: "askLater" },
        { target: "unsold" },
      ],
    },
    sold: sendsAgain,
    unsold: {
      on: {
        ...sendsAgain.on,
        OFFER_AGAIN: { guard: "hasBuyers", target: "asked", actions: "offer" },
      },
    },
    unknown: sendsAgain,
  },
});
