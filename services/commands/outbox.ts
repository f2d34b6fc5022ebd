import { type Command, Option } from "commander";
import { holderBesides } from "../../machines/lead/order.ts";
import { deliverable } from "../delivery/outbox/deliverable.ts";
import { permissionFor } from "../delivery/outbox/hold.ts";
import { buyersInOrder, orderOf, toBuyers } from "../delivery/outbox/order-of.ts";
import { printable } from "../observe/printable.ts";
import { receivers } from "../providers/index.ts";
import { type Message, messageStatuses, type OfLead } from "../store/types.ts";
import { type Program, print, Refusal } from "./program.ts";
import { writeDown } from "./readings.ts";
import { counted, fieldLines, isoTime, masked, table } from "./text.ts";
import { limitOption } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

/**
 * Queues again all messages of one kind whose receivers have settings; others would wait for nobody.
 * @throws Refusal when there is nothing to queue because settings are missing
 */
export async function requeueAll(
  { store, settings }: Context,
  status: "parked" | "unconfigured",
): Promise<void> {
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
    // One by one: another buyer may have the lead, also one that is in the order no more.
    for (const destination of routed) {
      for (const { id } of await store.outbox.list({ status, destination })) {
        try {
          await requeueMessage({ store, settings }, id);
          count += 1;
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          refused.push(`${error.message}\n`);
        }
      }
    }
  }
  if (count === 0 && without.length > 0) throw new Refusal(`Nothing was requeued: ${unset(without)}.`);
  await print(`${counted(count, "message")} requeued${without.length > 0 ? `; ${unset(without)}` : ""}\n`);
  await print(refused.join(""));
}

/** @throws Refusal when this receiver has no settings */
export function requireSettings({ settings }: Context, messageId: string, destination: string): void {
  if (deliverable(receivers(settings)).includes(destination)) return;
  throw new Refusal(`Message ${messageId} was not requeued: ${unset([destination])}.`);
}

function unset(names: readonly string[]): string {
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not configured`;
}

type Filter = { status?: Message["status"]; destination?: string; limit: number };
type Retry = { parked?: true; allUnconfigured?: true; sellAgain?: string };

export function addOutbox(program: Program): void {
  const outbox = program.command("outbox").description("list, show, retry and park deliveries");
  outbox
    .command("list")
    .description("list the newest messages")
    .addOption(new Option("--status <status>", "only those with a status").choices(messageStatuses))
    .option("--destination <name>", "only those for a destination")
    .addOption(limitOption())
    .action((filter: Filter) => withStore((context) => list(context, filter)));
  outbox
    .command("show")
    .description("show a message, its attempts and its payload")
    .argument("<message-id>")
    .action((id: string) => withStore((context) => show(context, id)));
  outbox
    .command("retry")
    .description("queue again a message that was given up, or all of a kind")
    .argument("[message-id]")
    .addOption(new Option("--parked", "all that are parked").conflicts("allUnconfigured"))
    .option("--all-unconfigured", "all whose destination had no settings when they were made")
    .option("--sell-again <buyer>", "also where this other buyer has the lead; readings shows who did it")
    .action(retry);
  outbox
    .command("park")
    .description("set a waiting message aside, so that it is not sent for now")
    .argument("<message-id>")
    .action((id: string) => withStore((context) => park(context, id)));
}

const heading = ["message", "status", "attempts", "due", "last error"];

function row(message: Message): string[] {
  const due = message.status === "waiting" ? isoTime(message.runAt) : "-";
  return [message.id, message.status, String(message.attempts), due, masked(message.lastError ?? "") || "-"];
}

async function list({ store }: Context, filter: Filter): Promise<void> {
  await print(table(heading, (await store.outbox.list(filter)).map(row)));
}

async function messageOf({ store }: Context, id: string): Promise<Message> {
  const message = await store.outbox.get(id);
  if (!message) throw new Refusal(`There is no message ${printable(id)}.`);
  return message;
}

async function show(context: Context, id: string): Promise<void> {
  const message = await messageOf(context, id);
  await writeDown(context, "outbox show", [message.leadId], { about: id });
  const { status, attempts, runAt, updatedAt, lastError } = message;
  const when = status === "waiting" ? `due ${isoTime(runAt)}` : `since ${isoTime(updatedAt)}`;
  const lines = [
    `Message ${message.id} to ${message.destination}, queued ${isoTime(message.createdAt)}`,
    `${status}, ${counted(attempts, "attempt")}, ${when}${lastError ? `: ${printable(lastError)}` : ""}`,
    ...(await context.store.outbox.attempts(id)).map(({ at, attempt, outcome, detail }) => {
      return `  ${isoTime(at)}  attempt ${attempt}: ${outcome}, ${printable(detail)}`;
    }),
    "Payload",
    ...payloadLines(message.payload),
  ];
  await print(`${lines.join("\n")}\n`);
}

/** A payload that does not parse is what somebody wants to see: it is shown as it is. */
function payloadLines(payload: string): string[] {
  try {
    return fieldLines(JSON.parse(payload)).map((line) => `  ${line}`);
  } catch {
    return [`  ${printable(payload)}`];
  }
}

async function retry(id: string | undefined, kinds: Retry, command: Command): Promise<void> {
  const kind = kinds.parked ? "parked" : kinds.allUnconfigured ? "unconfigured" : undefined;
  if (id && kind) command.error("give a message id or a kind of messages, not both");
  if (id) return withStore((context) => requeueOne(context, id, kinds.sellAgain));
  if (kinds.sellAgain) command.error("--sell-again needs a message id");
  if (kind)
    return withStore(async (context) => {
      await writeDown(context, `outbox retry ${kinds.parked ? "--parked" : "--all-unconfigured"}`, []);
      await requeueAll(context, kind);
    });
  command.error("give a message id, --parked or --all-unconfigured");
}

async function requeueOne(context: Context, id: string, despite?: string): Promise<void> {
  const { leadId } = await messageOf(context, id);
  const write = (what: string) => writeDown(context, `outbox retry${what}`, [leadId], { about: id });
  const noted = (what: string) => write(` --sell-again ${what}`);
  const confirmed = despite === undefined ? undefined : { despite, noted };
  if (!confirmed) await write("");
  try {
    await requeueMessage(context, id, { confirmed });
  } catch (error) {
    if (!(error instanceof SoldElsewhere)) throw error;
    throw new Refusal(`${error.message} To sell it again all the same, add --sell-again ${error.holder}.`);
  }
  await print("1 message requeued\n");
}

/** Another buyer of the order has the lead or may have it. */
export class SoldElsewhere extends Refusal {
  readonly holder: string;
  constructor(message: string, holder: string) {
    super(message);
    this.holder = holder;
  }
}

/** A second sale: in spite of whom, as the person has read, and where that is written down. */
type Confirmed = { despite: string; noted: (what: string) => Promise<void> };

/**
 * Queues a message again, where the order of its lead lets it.
 * @param confirmed without it, a lead that another buyer of the order has is refused
 * @param time how a moment is written
 * @throws Refusal with the reason where it may not be sent, or not yet; SoldElsewhere
 */
export async function requeueMessage(
  context: Context,
  id: string,
  { confirmed, time = isoTime }: { confirmed?: Confirmed; time?: (at: number) => string } = {},
): Promise<void> {
  const { store, settings } = context;
  const message = await messageOf(context, id);
  const { status, leadId, destination } = message;
  const begin = `Message ${printable(id)} was not requeued:`;
  const lead = await store.leads.get(leadId);
  const permission = lead && (await permissionFor(store, lead, { name: destination }));
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
  if ((await store.outbox.requeue({ id, when: (ofLead) => order(ofLead)?.can(again) ?? true })) > 0) return;
  await demandFree();
  throw new Refusal(`${begin} it is ${status}.`);
}

async function saleText(
  { sales }: Context["store"],
  { id, leadId, destination, status, updatedAt }: Message,
  time: (at: number) => string,
): Promise<string> {
  if (status !== "delivered") return `it is not known whether ${destination} has it`;
  const sale = (await sales.ofLead(leadId)).find(({ messageId }) => messageId === id);
  const price = sale?.price == null ? "" : ` for $${sale.price.toFixed(2)}`;
  return `${destination} bought it at ${time(sale?.at ?? updatedAt)}${price}`;
}

async function park(context: Context, id: string): Promise<void> {
  const { leadId } = await messageOf(context, id);
  await writeDown(context, "outbox park", [leadId], { about: id });
  await parkMessage(context, id);
  await print("1 message parked\n");
}

/** Sets a waiting message aside. @throws Refusal for any other */
export async function parkMessage(context: Context, id: string): Promise<void> {
  const { status } = await messageOf(context, id);
  if (!(await context.store.outbox.parkByHand(id))) {
    throw new Refusal(`Message ${printable(id)} is ${status}: only a waiting message can be parked.`);
  }
}
