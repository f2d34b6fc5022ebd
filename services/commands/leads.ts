import { parseArgs } from "node:util";
import type { Lead } from "../store/types.ts";
import { idIn, limitOf, nothingElse, sinceTime } from "./arguments.ts";
import { command, type Task } from "./command.ts";
import { BadUsage, Refusal } from "./command-line.ts";
import { csvLines, jsonLines } from "./export.ts";
import { storyOf } from "./story.ts";
import { initial, isoTime, printable, table } from "./text.ts";

const usage =
  "Usage: leads list [--since <time>] [--limit <n>] | leads show <id> | leads export --format jsonl|csv [--since <time>]";

function row(lead: Lead): string[] {
  const { first_name, last_name, email, phone } = lead.record;
  const domain = typeof email === "string" && email.includes("@") ? email.slice(email.lastIndexOf("@")) : "";
  return [
    lead.id,
    isoTime(lead.createdAt),
    lead.kind,
    lead.variant,
    lead.qualified === null ? "-" : lead.qualified ? "yes" : "no",
    printable(lead.dqReason ?? "") || "-",
    `${initial(first_name)} ${initial(last_name)}`.trim() || "-",
    domain ? `${initial(email)}${printable(domain)}` : "-",
    typeof phone === "string" && phone.length > 2 ? `…${printable(phone.slice(-2))}` : "-",
  ];
}

const heading = ["lead", "stored", "kind", "variant", "qualified", "reason", "name", "e-mail", "phone"];

function list(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { since: { type: "string" }, limit: { type: "string" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  const filter = { since: sinceTime(values.since, Date.now()), limit: limitOf(values.limit, 50) };
  return async ({ store, print }) => print(table(heading, (await store.leads.list(filter)).map(row)));
}

function show(args: string[]): Task {
  const id = idIn(parseArgs({ args, allowPositionals: true }).positionals, usage);
  return async ({ store, print }) => {
    const lead = await store.leads.get(id);
    if (!lead) throw new Refusal(`There is no lead ${printable(id)}.`);
    await print(await storyOf(store, lead));
  };
}

function exportLeads(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { since: { type: "string" }, format: { type: "string" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  const lines = { jsonl: jsonLines, csv: csvLines }[String(values.format)];
  if (!lines) throw new BadUsage("leads export needs --format jsonl or --format csv.");
  const since = sinceTime(values.since, Date.now());
  return async ({ store, print }) => {
    for await (const line of lines(store.leads, since)) await print(line);
  };
}

const subcommands = new Map([
  ["list", list],
  ["show", show],
  ["export", exportLeads],
]);

await command(([name = "", ...args]) => {
  const subcommand = subcommands.get(name);
  if (!subcommand) throw new BadUsage(usage);
  return subcommand(args);
});
