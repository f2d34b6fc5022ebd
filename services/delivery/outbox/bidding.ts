import { errorName } from "../../observe/log.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { DeliveryResult, Destination } from "../../providers/ports.ts";
import { type Bids, routedLead } from "../../providers/routed-lead.ts";
import { bidsName } from "../../settings/destinations/shape.ts";
import type { Message } from "../../store/rows.ts";
import type { Happened } from "./ending.ts";

/** How long a bid is valid, in milliseconds: later its buyer is asked again before it gets the lead. */
export const bidStandsMs = 5 * 60_000;

/**
 * Why a buyer cannot be asked now. `from`: when it may be, epoch milliseconds; `isLastTry`: it is not waited for any
 * more; `forAll`: nobody may have the lead now.
 */
export type Shut = { why: string; from: number; isLastTry: boolean; forAll?: Happened };

type Bidder = Destination & Required<Pick<Destination, "bid">>;
type Bid = { name: string; result: DeliveryResult | undefined; why: string };

/**
 * Asks all buyers that could have the lead for their bids at once. The highest is asked first, then the next; of equal
 * ones the first in the file. Buyers that are closed at the moment are asked after them, as in any order.
 * @param asked the buyers that are left, in the file's order
 * @param shut why one of them cannot be asked now
 */
export async function bidsFor(
  message: Message,
  asked: readonly Destination[],
  withinMs: number,
  { shut, now }: { shut: (buyer: Destination) => Promise<Shut | undefined>; now: () => number },
): Promise<Happened> {
  const payload: Record<string, unknown> = JSON.parse(message.payload);
  const looked = await Promise.all(asked.map(async (buyer) => ({ buyer, shut: await shut(buyer) })));
  const open = looked.flatMap(({ buyer, shut }) => (shut ? [] : [buyer as Bidder]));
  const closed = looked.flatMap(({ buyer, shut }) => (shut ? [{ ...shut, name: buyer.name }] : []));
  const forAll = closed.find((each) => each.forAll)?.forAll;
  if (forAll) return { ...forAll, asked: { names: [] } };
  const later = closed.map(({ name }) => name);
  if (open.length === 0 && closed.length > 0) {
    const from = Math.min(...closed.map((each) => each.from));
    const isLastTry = closed.every((each) => each.isLastTry);
    return {
      event: { type: "CANNOT_NOW", from, isLastTry },
      isLook: true,
      detail: `nobody can bid now: ${shutText(closed)}`,
      asked: { names: [] },
    };
  }
  const at = now();
  const answers = await Promise.all(open.map((buyer) => bidOf(message, payload, buyer, withinMs)));
  const bids = answers.filter(({ result }) => result?.outcome === "accepted").sort(byPrice);
  if (open.length > 0 && answers.every(({ result }) => result === undefined))
    throw new ProviderFailure("unavailable", `no bid, and no answer: ${noBids(answers)}`);
  const names = [...bids.map(({ name }) => name), ...later];
  const of: Bids["of"] = Object.fromEntries(bids.map(({ name, result }) => [name, result?.sale ?? {}]));
  const { about } = routedLead(payload);
  const said = [
    ...(bids.length > 0 ? [bids.map(({ name, why }) => `${name} ${why}`).join(", ")] : []),
    ...answers.filter((each) => !bids.includes(each)).map(({ name, why }) => `${name}: ${why}`),
    ...(closed.length > 0 ? [shutText(closed)] : []),
  ];
  return {
    event: { type: "DECLINED" },
    detail: said.join("; "),
    asked: {
      names,
      payload: { ...payload, about: { ...about, order: [bidsName, ...names], bids: { at, of } } },
    },
  };
}

async function bidOf(
  { leadId }: Message,
  payload: Record<string, unknown>,
  { name, bid }: Bidder,
  withinMs: number,
): Promise<Bid> {
  try {
    // The id that the message would get, by which the buyer tells a repeated question from a new one.
    const result = await bid({ id: `${leadId}.${name}`, payload }, withinMs);
    if (result.outcome !== "accepted") return { name, result, why: `no bid, ${result.detail}` };
    const { price } = result.sale ?? {};
    const agreed = result.detail === "as agreed" ? " as agreed" : "";
    return { name, result, why: price === undefined ? "without a price" : `$${price.toFixed(2)}${agreed}` };
  } catch (error) {
    const why = error instanceof ProviderFailure ? error.message : errorName(error);
    return { name, result: undefined, why: `no bid, ${why}` };
  }
}

/** The highest bid first; equal bids keep their order, and a bid without a price comes last. */
function byPrice(one: Bid, other: Bid): number {
  const cents = ({ result }: Bid) => Math.round((result?.sale?.price ?? -1) * 100);
  return cents(other) - cents(one);
}

const shutText = (closed: readonly (Shut & { name: string })[]) =>
  closed.map(({ name, why }) => `${name} ${why}`).join(", ");
const noBids = (answers: readonly Bid[]) => answers.map(({ name, why }) => `${name}: ${why}`).join("; ");
