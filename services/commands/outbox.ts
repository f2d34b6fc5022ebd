import { parseArgs } from "node:util";
import type { Message, MessageStatus } from "../store/types.ts";
import { idIn, limitOf, nothingElse } from "./arguments.ts";
import { BadUsage, command, Refusal, type Task } from "./command.ts";
import { isoTime, masked, printable, table } from "./text.ts";

const usage =
  "Usage: outbox list [--status <status>] [--limit <n>] | outbox show <id> | outbox retry <id>|--parked|--all-unconfigured";

const statuses: MessageStatus[] = ["waiting", "sending", "delivered", "rejected", "parked", "unconfigured"];
const heading = ["message", "status", "attempts", "due", "last error"];

function row(message: Message): string[] {
  const due = message.status === "waiting" ? isoTime(message.runAt) : "-";
  return [message.id, message.status, String(message.attempts), due, masked(message.lastError ?? "") || "-"];
}

function list(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { status: { type: "string" }, limit: { type: "string" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  const status = statuses.find((known) => known === values.status);
  if (values.status !== undefined && !status)
    throw new BadUsage(`--status takes one of ${statuses.join(", ")}.`);
  const filter = { status, limit: limitOf(values.limit, 50) };
  return async ({ store, print }) => print(table(heading, (await store.outbox.list(filter)).map(row)));
}

function show(args: string[]): Task {
  const id = idIn(parseArgs({ args, allowPositionals: true }).positionals, usage);
  return async ({ store, print }) => {
    const message = await store.outbox.get(id);
    if (!message) throw new Refusal(`There is no message ${printable(id)}.`);
    const attempts = await store.outbox.attempts(id);
    const lines = [
      `Message ${message.id} to ${message.destination}`,
      `${message.status}, ${message.attempts} attempts, ${message.status === "waiting" ? `due ${isoTime(message.runAt)}` : `since ${isoTime(message.updatedAt)}`}`,
      ...attempts.map(({ at, attempt, outcome, detail }) => {
        return `  ${isoTime(at)}  attempt ${attempt}: ${outcome}, ${printable(detail)}`;
      }),
      `Payload: ${printable(message.payload)}`,
    ];
    await print(`${lines.join("\n")}\n`);
  };
}

function retry(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { parked: { type: "boolean" }, "all-unconfigured": { type: "boolean" } },
    allowPositionals: true,
  });
  const ways = [values.parked, values["all-unconfigured"], positionals.length > 0].filter(Boolean).length;
  if (ways !== 1) throw new BadUsage(usage);
  if (positionals.length === 0) {
    const status = values.parked ? "parked" : "unconfigured";
    return async ({ store, print }) => print(`${await store.outbox.requeue({ status })} put back\n`);
  }
  const id = idIn(positionals, usage);
  return async ({ store, print }) => {
    const message = await store.outbox.get(id);
    if (!message) throw new Refusal(`There is no message ${printable(id)}.`);
    if ((await store.outbox.requeue({ id })) === 0) {
      throw new Refusal(`Message ${printable(id)} is ${message.status}: it is not sent again.`);
    }
    await print("1 put back\n");
  };
}

const subcommands = new Map([
  ["list", list],
  ["show", show],
  ["retry", retry],
]);

await command(([name = "", ...args]) => {
  const subcommand = subcommands.get(name);
  if (!subcommand) throw new BadUsage(usage);
  return subcommand(args);
});
