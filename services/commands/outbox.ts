import { parseArgs } from "node:util";
import { maySend } from "../outbox/may-send.ts";
import { type Message, messageStatuses } from "../store/types.ts";
import { idIn, limitOf, nothingElse } from "./arguments.ts";
import { type Context, command, type Task } from "./command.ts";
import { BadUsage, Refusal } from "./command-line.ts";
import { putBack, requireSettings } from "./put-back.ts";
import { counted, fieldLines, isoTime, masked, printable, table } from "./text.ts";

const usage =
  "Usage: outbox list [--status <status>] [--destination <name>] [--limit <n>] | outbox show <id> | outbox retry <id>|--parked|--all-unconfigured | outbox park <id>";

const heading = ["message", "status", "attempts", "due", "last error"];

function row(message: Message): string[] {
  const due = message.status === "waiting" ? isoTime(message.runAt) : "-";
  return [message.id, message.status, String(message.attempts), due, masked(message.lastError ?? "") || "-"];
}

function list(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { status: { type: "string" }, destination: { type: "string" }, limit: { type: "string" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  const status = messageStatuses.find((known) => known === values.status);
  if (values.status !== undefined && !status)
    throw new BadUsage(`--status takes one of ${messageStatuses.join(", ")}.`);
  const filter = { status, destination: values.destination, limit: limitOf(values.limit, 50) };
  return async ({ store, print }) => print(table(heading, (await store.outbox.list(filter)).map(row)));
}

async function messageOf({ store }: Context, id: string): Promise<Message> {
  const message = await store.outbox.get(id);
  if (!message) throw new Refusal(`There is no message ${printable(id)}.`);
  return message;
}

function show(args: string[]): Task {
  const id = idIn(parseArgs({ args, allowPositionals: true }).positionals, usage);
  return async (context) => {
    const message = await messageOf(context, id);
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
    await context.print(`${lines.join("\n")}\n`);
  };
}

/** A payload that does not parse is what somebody wants to see: it is shown as it is. */
function payloadLines(payload: string): string[] {
  try {
    return fieldLines(JSON.parse(payload)).map((line) => `  ${line}`);
  } catch {
    return [`  ${printable(payload)}`];
  }
}

function retry(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { parked: { type: "boolean" }, "all-unconfigured": { type: "boolean" } },
    allowPositionals: true,
  });
  const ways = [values.parked, values["all-unconfigured"], positionals.length > 0].filter(Boolean).length;
  if (ways !== 1) throw new BadUsage(usage);
  if (positionals.length === 0) return putBack(values.parked ? "parked" : "unconfigured");
  const id = idIn(positionals, usage);
  return async (context) => {
    const { store, print } = context;
    const { status, leadId, destination } = await messageOf(context, id);
    const lead = await store.leads.get(leadId);
    if (lead && !(await maySend(store, lead, { name: destination }))) {
      throw new Refusal(`Message ${printable(id)} is not sent: its visitor is on the suppression list.`);
    }
    requireSettings(context, printable(id), destination);
    if ((await store.outbox.requeue({ id })) === 0) {
      throw new Refusal(`Message ${printable(id)} is ${status}: it is not sent again.`);
    }
    await print("1 put back\n");
  };
}

function park(args: string[]): Task {
  const id = idIn(parseArgs({ args, allowPositionals: true }).positionals, usage);
  return async (context) => {
    const { status } = await messageOf(context, id);
    if (!(await context.store.outbox.parkByHand(id))) {
      throw new Refusal(`Message ${printable(id)} is ${status}: only one that waits can be parked.`);
    }
    await context.print("1 parked\n");
  };
}

const subcommands = new Map([
  ["list", list],
  ["show", show],
  ["retry", retry],
  ["park", park],
]);

await command(([name = "", ...args]) => {
  const subcommand = subcommands.get(name);
  if (!subcommand) throw new BadUsage(usage);
  return subcommand(args);
});
