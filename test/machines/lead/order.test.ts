import { getShortestPaths } from "@xstate/graph";
import { expect, it } from "vitest";
import { createActor, fromTransition, type SnapshotFrom, transition } from "xstate";
import { type OrderEvent, orderMachine } from "../../../machines/lead/order.ts";
import { buyersInOrder } from "../../../services/delivery/outbox/order-of.ts";
import type { Destination } from "../../../services/providers/ports.ts";
import { holds } from "../../support/holds.ts";

type Order = SnapshotFrom<typeof orderMachine>;
/** What an onlooker knows who sees only what was sent and answered. */
type Seen = {
  order: Order;
  /** Buyers that may have it, each with whether a person has asked there since. */
  mayHave: Readonly<Record<string, "open" | "asked there">>;
  /** How often a person confirmed a sale beside another. */
  confirmed: number;
  /** To whom, while that one is asked. */
  to: string;
};

const buyers = ["a", "b", "c"];
const [buyer, ...next] = buyers as [string, ...string[]];
const both = [false, true];
const answers: OrderEvent[] = [
  ...(["ACCEPTED", "DECLINED", "UNCLEAR", "CLOSED", "TURNED_AWAY", "SET_ASIDE", "WITHDRAWN"] as const).map(
    (type) => ({ type }),
  ),
  ...both.map((isLastTry) => ({ type: "UNANSWERED" as const, isLastTry })),
  ...both.flatMap((isLastTry) => [1, 2].map((tries) => ({ type: "UNREACHED" as const, tries, isLastTry }))),
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
  const others = Object.fromEntries(Object.entries(seen.mayHave).filter(([name]) => name !== at));
  if (event.type === "SEND_AGAIN") {
    const mayHave = {
      ...seen.mayHave,
      ...(seen.mayHave[event.buyer] && { [event.buyer]: "asked there" as const }),
    };
    const isConfirmed = event.despite !== undefined;
    return {
      order,
      mayHave,
      confirmed: seen.confirmed + Number(isConfirmed),
      to: isConfirmed ? event.buyer : seen.to,
    };
  }
  const isAsked = order.matches("asked") && order.context.buyer === at;
  const then = { ...seen, order, to: isAsked ? seen.to : "" };
  if (["ACCEPTED", "UNCLEAR", "UNANSWERED"].includes(event.type))
    return { ...then, mayHave: { ...others, [at]: "open" } };
  return event.type === "DECLINED" && seen.mayHave[at] === "asked there"
    ? { ...then, mayHave: others }
    : then;
}

it("on every path a lead is sold once, unless a person confirms each further sale", holds("T93"), () => {
  const order = createActor(orderMachine, { input: { buyer, next } }).getSnapshot();
  const logic = fromTransition(seenAfter, { order, mayHave: {}, confirmed: 0, to: "" } as Seen);
  const paths = getShortestPaths(logic, {
    events: ({ context: { order, confirmed } }) => [
      ...(order.matches("asked") ? answers : []),
      ...again(confirmed === 1),
    ],
    serializeState: ({ context: { order, ...seen } }) =>
      JSON.stringify([order.value, order.context, seen]) as never,
    limit: 100_000,
  });
  const reached = new Set<string>();
  for (const { state, steps } of paths) {
    const { order, mayHave, confirmed, to } = state.context;
    const path = steps.map(({ event }) => JSON.stringify(event)).join(" ");
    reached.add(order.value);
    expect(Object.keys(mayHave).length, path).toBeLessThanOrEqual(1 + confirmed);
    if (!order.matches("asked")) continue;
    const elsewhere = Object.keys(mayHave).filter((name) => name !== order.context.buyer);
    // Nobody is asked while another may have it, but whom the person named.
    expect(elsewhere.length === 0 || order.context.buyer === to, path).toBe(true);
  }
  expect([...reached].sort()).toEqual(["asked", "sold", "unknown", "unsold"]);
  expect(paths.length).toBeGreaterThan(200);
});

it("has its buyers by their places in it, wherever the file names them", () => {
  const places = { late: 2, early: 0, middle: 1, outside: undefined };
  const destinations = Object.entries(places).map(([name, order]) => ({ name, route: { order } }));
  expect(buyersInOrder(destinations as unknown as Destination[])).toEqual(["early", "middle", "late"]);
});
