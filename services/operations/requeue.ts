import { holderBesides } from "../../machines/lead/order.ts";
import { permissionFor } from "../delivery/outbox/hold.ts";
import { buyersInOrder, type Order, orderOf, toBuyers } from "../delivery/outbox/order-of.ts";
import { deliverable } from "../delivery/outbox/route.ts";
import { printable } from "../observe/printable.ts";
import { receivers } from "../providers/index.ts";
import type { Settings } from "../settings/env.ts";
import { isNotice, type Message, type MessageStatus, type OfLead } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { Refusal } from "./refusal.ts";
import { isoTime } from "./text.ts";

type Site = { store: Store; settings: Settings };

/** @throws Refusal for an unknown one */
export async function messageOf({ store }: Site, id: string): Promise<Message> {
  const message = await store.outbox.get(id);
  if (!message) throw new Refusal(`There is no message ${printable(id)}.`);
  return message;
}

/**
 * Queues again all messages of one kind whose receivers have settings; others would wait for nobody.
 * @returns how many, which receivers have no settings, and why others were not queued
 * @throws Refusal when there is nothing to queue because settings are missing
 */
export async function requeueAll(
  { store, settings }: Site,
  status: "parked" | "unconfigured",
): Promise<{ count: number; notes: string; refused: readonly string[] }> {
  const known = receivers(settings);
  const names = deliverable(known);
  const kept = (await store.outbox.depth()).filter((row) => row.status === status);
  const without = kept.map(({ destination }) => destination).filter((name) => !names.includes(name));
  let count: number;
  const refused: string[] = [];
  if (status === "unconfigured") count = await store.outbox.activate(names);
  else {
    const routed = known.filter(({ route }) => route !== undefined).map(({ name }) => name);
    count = await store.outbox.requeue({ parkedFor: names.filter((name) => !routed.includes(name)) });
    // One by one: another buyer may have the lead, even one that is no longer in the order.
    for (const destination of routed) {
      for (const { id } of await store.outbox.list({ status, destination })) {
        try {
          await requeueMessage({ store, settings }, id);
          count += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.push(error.message);
        }
      }
    }
  }
  if (count === 0 && without.length > 0) throw new Refusal(`Nothing was requeued: ${unset(without)}.`);
  return { count, notes: without.length > 0 ? unset(without) : "", refused };
}

/** @throws Refusal when this receiver has no settings */
function requireSettings({ settings }: Site, messageId: string, destination: string): void {
  if (deliverable(receivers(settings)).includes(destination)) return;
  throw new Refusal(`Message ${messageId} was not requeued: ${unset([destination])}.`);
}

function unset(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not configured`;
}

/** Another buyer in the order has the lead or may have it. */
export class SoldElsewhere extends Refusal {
  readonly holder: string;
  constructor(message: string, holder: string) {
    super(message);
    this.holder = holder;
  }
}

/** A second sale: the buyer that has the lead, as the person has read, and where that is recorded. */
type Confirmed = { despite: string; noted: (what: string) => Promise<void> };

/**
 * Queues a message again, where the order of its lead lets it.
 * @param confirmed without it, a lead that another buyer of the order has is refused
 * @param from only where it still is in this status
 * @param time how a moment is written
 * @throws Refusal with the reason where it may not be sent, or not yet; SoldElsewhere
 */
export async function requeueMessage(
  context: Site,
  id: string,
  {
    confirmed,
    from,
    time = isoTime,
  }: { confirmed?: Confirmed; from?: MessageStatus; time?: (at: number) => string } = {},
): Promise<void> {
  const { store, settings } = context;
  const message = await messageOf(context, id);
  const { status, leadId, destination } = message;
  const begin = `Message ${printable(id)} was not requeued:`;
  const lead = await store.leads.get(leadId);
  const permission =
    lead && !isNotice(destination) && (await permissionFor(store, lead, { name: destination }));
  if (permission && permission.kind !== "send") throw new Refusal(`${begin} ${permission.reason}.`);
  requireSettings(context, printable(id), destination);
  const buyers = buyersInOrder(receivers(settings));
  const again = { type: "SEND_AGAIN" as const, buyer: destination, despite: confirmed?.despite };
  const order = ({ messages, attempts }: OfLead) => {
    const offered = toBuyers(messages, buyers);
    return offered.some((each) => each.id === id) ? orderOf(offered, attempts) : undefined;
  };
  const demandFree = async () => {
    const ofLead = await store.outbox.ofLead(leadId);
    const standing = order(ofLead);
    if (!standing || standing.can(again)) return;
    const { context } = standing;
    if (standing.matches("asked")) throw new Refusal(`${begin} ${context.buyer} is being asked for it.`);
    const holder = holderBesides(context, destination);
    const theirs = ofLead.messages.find((each) => each.destination === holder);
    if (!theirs) throw new Refusal(`${begin} no other buyer has it any more.`);
    throw new SoldElsewhere(`${begin} ${await saleText(store, theirs, time)}.`, theirs.destination);
  };
  if (status === "delivered" || status === "sending") throw new Refusal(`${begin} it is ${status}.`);
  await demandFree();
  if (confirmed) await confirmed.noted(`to ${destination}, despite ${confirmed.despite}`);
  const when = (ofLead: OfLead) =>
    (from === undefined || ofLead.messages.some((each) => each.id === id && each.status === from)) &&
    (order(ofLead)?.can(again) ?? true);
  if ((await store.outbox.requeue({ id, when })) > 0) return;
  await demandFree();
  throw new Refusal(`${begin} it is ${status}.`);
}

/** The buyer that has or may have a sold lead, in words. */
export async function heldBy(
  store: Store,
  { context: { bought, mayHave } }: Order,
  messages: readonly Message[],
  time: (at: number) => string,
): Promise<string> {
  const theirs = messages.find(({ destination }) => destination === (bought.at(-1) ?? mayHave.at(-1)));
  return theirs ? saleText(store, theirs, time) : "it is sold";
}

async function saleText(
  { sales }: Store,
  { id, leadId, destination, status, updatedAt }: Message,
  time: (at: number) => string,
): Promise<string> {
  if (status !== "delivered") return `it is not known whether ${destination} has it`;
  const sale = (await sales.ofLead(leadId)).find(({ messageId }) => messageId === id);
  const price = sale?.price == null ? "" : ` for $${sale.price.toFixed(2)}`;
  return `${destination} bought it at ${time(sale?.at ?? updatedAt)}${price}`;
}

/** Sets a waiting message aside. @throws Refusal for any other */
export async function parkMessage(context: Site, id: string): Promise<void> {
  const { status } = await messageOf(context, id);
  if (!(await context.store.outbox.parkByHand(id))) {
    throw new Refusal(`Message ${printable(id)} is ${status}: only a waiting message can be parked.`);
  }
}
