import { type Command, Option } from "commander";
import { deliverable } from "../delivery/outbox/deliverable.ts";
import { permissionFor } from "../delivery/outbox/hold.ts";
import { buyersInOrder, takenBy } from "../delivery/outbox/one-sale.ts";
import { printable } from "../observe/printable.ts";
import { receivers } from "../providers/index.ts";
import { type Message, messageStatuses } from "../store/types.ts";
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
    const buyers = buyersInOrder(known);
    count = await store.outbox.requeue({ parkedFor: names.filter((name) => !buyers.includes(name)) });
    // One by one: another buyer may have the lead.
    for (const destination of buyers) {
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
type Retry = { parked?: true; allUnconfigured?: true; sellAgain?: true };

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
    .option("--sell-again", "also where another buyer of the order has the lead")
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
  if (id) return withStore((context) => requeueOne(context, id, kinds.sellAgain === true));
  if (kinds.sellAgain) command.error("--sell-again needs a message id");
  if (kind)
    return withStore(async (context) => {
      await writeDown(context, `outbox retry ${kinds.parked ? "--parked" : "--all-unconfigured"}`, []);
      await requeueAll(context, kind);
    });
  command.error("give a message id, --parked or --all-unconfigured");
}

async function requeueOne(context: Context, id: string, sellAgain: boolean): Promise<void> {
  const { leadId } = await messageOf(context, id);
  await writeDown(context, `outbox retry${sellAgain ? " --sell-again" : ""}`, [leadId], { about: id });
  try {
    await requeueMessage(context, id, { sellAgain });
  } catch (error) {
    if (!(error instanceof SoldElsewhere)) throw error;
    throw new Refusal(`${error.message} To sell it again all the same, add --sell-again.`);
  }
  await print("1 message requeued\n");
}

/** Another buyer of the order has the lead, may have it or is being asked for it. */
export class SoldElsewhere extends Refusal {}

/**
 * Queues a message again.
 * @param sellAgain also where another buyer of the order has the lead; without it that is refused
 * @param time how a moment is written
 * @throws Refusal with the reason where it may not be sent, or not yet; SoldElsewhere
 */
export async function requeueMessage(
  context: Context,
  id: string,
  { sellAgain = false, time = isoTime }: { sellAgain?: boolean; time?: (at: number) => string } = {},
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
  const taken = async () => takenBy(message, await store.outbox.list({ leadId }), buyers);
  const isFinal = status === "delivered" || status === "sending";
  const theirs = isFinal ? undefined : await taken();
  if (theirs && !sellAgain) throw new SoldElsewhere(`${begin} ${await saleText(store, theirs, time)}.`);
  const unless = sellAgain
    ? undefined
    : (ofLead: readonly Message[]) => takenBy(message, ofLead, buyers) !== undefined;
  if ((await store.outbox.requeue({ id, unless })) > 0) return;
  const meanwhile = isFinal || sellAgain ? undefined : await taken();
  if (meanwhile) throw new SoldElsewhere(`${begin} ${await saleText(store, meanwhile, time)}.`);
  throw new Refusal(`${begin} it is ${status}.`);
}

async function saleText(
  { sales }: Context["store"],
  { id, leadId, destination, status, updatedAt }: Message,
  time: (at: number) => string,
): Promise<string> {
  if (status === "parked") return `it is not known whether ${destination} has it`;
  if (status !== "delivered") return `${destination} is being asked for it`;
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
