import { getShortestPaths } from "@xstate/graph";
import { expect, it } from "vitest";
import { createActor, fromTransition, type SnapshotFrom, transition } from "xstate";
import { type OrderEvent, orderMachine } from "../../../machines/lead/order.ts";
import { buyersInOrder } from "../../../services/delivery/outbox/order-of.ts";
import type { Destination } from "../../../services/providers/ports.ts";
import { holds } from "../../support/holds.ts";

type Order = SnapshotFrom<typeof orderMachine>;
/** What an onlooker knows from messages and answers only. */
type Seen = {
  order: Order;
  /** Buyers that may have it, each with whether a person has asked there since. */
  mayHave: Readonly<Record<string, "open" | "asked there">>;
  confirmed: number;
  /** The buyer it is offered to at present. */
  to: string;
  /** The buyers that declined, or are no longer asked automatically, since it was offered. */
  over: readonly string[];
};

const buyers = ["a", "b", "c"];
const [buyer, ...next] = buyers as [string, ...string[]];
const plain = ["ACCEPTED", "DECLINED", "UNCLEAR", "TURNED_AWAY", "SET_ASIDE", "WITHDRAWN"] as const;
const answers: OrderEvent[] = [
  ...plain.map((type) => ({ type })),
  ...(["UNANSWERED", "CANNOT_NOW"] as const).flatMap((type) =>
    [1, 2].flatMap((from) => [false, true].map((isLastTry) => ({ type, from, isLastTry }))),
  ),
];
const again = (mostConfirmed: boolean) =>
  buyers.flatMap((to) =>
    [undefined, ...(mostConfirmed ? [] : buyers)].map((despite) => ({
      type: "SEND_AGAIN" as const,
      buyer: to,
      ...(despite && { despite }),
    })),
  );

function seenAfter(seen: Seen, event: OrderEvent): Seen {
  const before = seen.order;
  if (!before.can(event)) return seen;
  const [order] = transition(orderMachine, before, event);
  const at = before.context.buyer;
  if (event.type === "OFFER_AGAIN") return { ...seen, order, over: [] };
  const others = Object.fromEntries(Object.entries(seen.mayHave).filter(([name]) => name !== at));
  if (event.type === "SEND_AGAIN") {
    const mayHave = {
      ...seen.mayHave,
      ...(seen.mayHave[event.buyer] && { [event.buyer]: "asked there" as const }),
    };
    const over = seen.over.filter((name) => name !== event.buyer);
    const isConfirmed = event.despite !== undefined;
    return {
      order,
      mayHave,
      over,
      confirmed: seen.confirmed + Number(isConfirmed),
      to: isConfirmed ? event.buyer : seen.to,
    };
  }
  const isAsked = order.matches("asked") && order.context.buyer === at;
  const isOver =
    ["DECLINED", "TURNED_AWAY"].includes(event.type) || ("isLastTry" in event && event.isLastTry);
  const isStopped = event.type === "SET_ASIDE" || event.type === "WITHDRAWN";
  const over = isStopped ? buyers : isOver ? [...new Set([...seen.over, at])].sort() : seen.over;
  const then = { ...seen, order, over, to: isAsked ? seen.to : "" };
  if (["ACCEPTED", "UNCLEAR", "UNANSWERED"].includes(event.type))
    return { ...then, mayHave: { ...others, [at]: "open" } };
  return event.type === "DECLINED" && seen.mayHave[at] === "asked there"
    ? { ...then, mayHave: others }
    : then;
}

it("on every path a lead is sold once, unless a person confirms each further sale", holds("T93"), () => {
  const order = createActor(orderMachine, { input: { buyer, next } }).getSnapshot();
  const logic = fromTransition(seenAfter, { order, mayHave: {}, confirmed: 0, to: "", over: [] } as Seen);
  const paths = getShortestPaths(logic, {
    events: ({ context: { order, confirmed } }) => [
      ...(order.matches("asked") ? answers : []),
      ...again(confirmed === 1),
      ...(order.matches("unsold") ? [{ type: "OFFER_AGAIN" as const, buyers: ["b", "a", "c"] }] : []),
    ],
    serializeState: ({ context: { order, ...seen } }) =>
      JSON.stringify([order.value, order.context, seen]) as never,
    limit: 100_000,
  });
  const reached = new Set<string>();
  for (const { state, steps } of paths) {
    const { order, mayHave, confirmed, to, over } = state.context;
    const { context } = order;
    const path = steps.map(({ event }) => JSON.stringify(event)).join(" ");
    reached.add(order.value);
    expect(Object.keys(mayHave).length, path).toBeLessThanOrEqual(1 + confirmed);
    // No buyer is dropped silently: each declined, or was waited for, or a person was told.
    if (order.matches("unsold")) expect(over, path).toEqual(buyers);
    if (!order.matches("asked")) continue;
    // Each buyer is asked, to be asked, waited for until some time, or has had its turn: none twice, and none lost.
    const known = [context.buyer, ...context.next, ...context.later.map(({ buyer }) => buyer)];
    const lost = buyers.filter((name) => ![...known, ...over, ...Object.keys(mayHave)].includes(name));
    expect([new Set(known).size, lost], path).toEqual([known.length, []]);
    const elsewhere = Object.keys(mayHave).filter((name) => name !== order.context.buyer);
    // Nobody is asked while another may have it, except the buyer that the person named.
    expect(elsewhere.length === 0 || order.context.buyer === to, path).toBe(true);
  }
  expect([...reached].sort()).toEqual(["asked", "sold", "unknown", "unsold"]);
  expect(paths.length).toBeGreaterThan(200);
});

it("whatever the answers, a lead ends sold, unsold or unknown, or waits for a time", () => {
  // The same answers again and again, each with a last try: nobody is asked for ever.
  const turns = plain.slice(0, 4).map((type): OrderEvent => ({ type }));
  const waits: OrderEvent[] = [
    { type: "CANNOT_NOW", from: 7, isLastTry: false },
    { type: "UNANSWERED", from: 7, isLastTry: false },
  ];
  const sequences = buyers.reduce<OrderEvent[][]>(
    (all) => all.flatMap((some) => [...turns, ...waits].map((event) => [...some, event])),
    [[]],
  );
  for (const sequence of sequences) {
    let order = createActor(orderMachine, { input: { buyer, next } }).getSnapshot();
    for (const event of sequence)
      if (order.matches("asked")) [order] = transition(orderMachine, order, event);
    const path = sequence.map(({ type }) => type).join(" ");
    const last = sequence.at(-1)!;
    // All have been asked once: a buyer that is still asked is waited for, until the given time.
    if (order.matches("asked") && "from" in last) expect(order.context.from, path).toBe(7);
    for (let tries = 0; order.matches("asked"); tries++) {
      expect(tries, path).toBeLessThanOrEqual(buyers.length);
      [order] = transition(orderMachine, order, { type: "CANNOT_NOW", from: 9, isLastTry: true });
    }
    const types = sequence.map(({ type }) => type);
    expect(["sold", "unsold", "unknown"], path).toContain(order.value);
    if (types.every((type) => type !== "ACCEPTED" && type !== "UNCLEAR" && type !== "UNANSWERED"))
      expect(order.value, path).toBe("unsold");
  }
});

it("an order lists its buyers by their places, wherever the file names them", () => {
  const places = { late: 2, early: 0, middle: 1, outside: undefined };
  const destinations = Object.entries(places).map(([name, order]) => ({ name, route: { order } }));
  expect(buyersInOrder(destinations as unknown as Destination[])).toEqual(["early", "middle", "late"]);
});
