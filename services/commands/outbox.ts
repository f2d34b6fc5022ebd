import { type Command, Option } from "commander";
import { printable } from "../observe/printable.ts";
import { Refusal } from "../operations/refusal.ts";
import { messageOf, parkMessage, requeueAll, requeueMessage, SoldElsewhere } from "../operations/requeue.ts";
import { counted, fieldLines, isoTime, masked, table } from "../operations/text.ts";
import { type Message, messageStatuses } from "../store/rows.ts";
import { writeDown } from "./audit-log.ts";
import { type Program, print } from "./program.ts";
import { limitOption } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

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
    .option(
      "--sell-again <buyer>",
      "also where this other buyer has the lead; the audit log shows who did it",
    )
    .action(retry);
  outbox
    .command("park")
    .description("set a waiting message aside, so that it is not sent for now")
    .argument("<message-id>")
    .action((id: string) => withStore((context) => park(context, id)));
}

const heading = ["message", "status", "attempts", "due", "last answer or error"];

function row(message: Message): string[] {
  const due = message.status === "waiting" ? isoTime(message.runAt) : "-";
  return [message.id, message.status, String(message.attempts), due, masked(message.lastError ?? "") || "-"];
}

async function list({ store }: Context, filter: Filter): Promise<void> {
  const messages = await store.outbox.list(filter);
  if (messages.length > 0) return print(table(heading, messages.map(row)));
  // A misspelt name must not be reported as "nothing waits".
  const names = [...new Set((await store.outbox.depth()).map(({ destination }) => destination))].sort();
  const asked = filter.destination === undefined ? "" : ` to ${printable(filter.destination)}`;
  const others = names.length > 0 ? ` There are undelivered messages to ${names.join(", ")}.` : "";
  await print(`No message${asked}${filter.status ? ` is ${filter.status}` : ""}.${others}\n`);
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

/** A payload that does not parse is exactly what somebody wants to see, so it is shown unchanged. */
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
      const { count, notes, refused } = await requeueAll(context, kind);
      await print(`${counted(count, "message")} requeued${notes && `; ${notes}`}\n`);
      await print(refused.map((reason) => `${reason}\n`).join(""));
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

async function park(context: Context, id: string): Promise<void> {
  const { leadId } = await messageOf(context, id);
  await writeDown(context, "outbox park", [leadId], { about: id });
  await parkMessage(context, id);
  await print("1 message parked\n");
}
