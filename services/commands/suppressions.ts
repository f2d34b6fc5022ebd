import { parseArgs } from "node:util";
import type { Reach } from "../store/address-hash.ts";
import { nothingElse, reachIn } from "./arguments.ts";
import { type Context, command, type Task } from "./command.ts";
import { BadUsage } from "./command-line.ts";
import { isoTime, printable } from "./text.ts";

const usage = "Usage: suppressions add|remove|check --email <address> | --phone <number> [--reason <text>]";

type Asked = Context & { reach: Reach; reason: string | undefined };

/** Answers with the sentence to print. */
const subcommands: Record<string, (asked: Asked) => Promise<string>> = {
  async add({ store, reach, reason = "by hand" }) {
    const added = await store.suppressions.add(reach, reason);
    return added > 0 ? "added" : "on the list already";
  },
  async remove({ store, reach }) {
    return (await store.suppressions.remove(reach)) > 0 ? "removed" : "was not on the list";
  },
  async check({ store, reach }) {
    const found = await store.suppressions.find(reach);
    const lines = found.map(({ kind, createdAt, reason }) => {
      return `${kind}: on the list since ${isoTime(createdAt)}, ${printable(reason)}`;
    });
    return lines.join("\n") || "not on the list";
  },
};

function understand([name = "", ...args]: string[]): Task {
  const subcommand = subcommands[name];
  if (!subcommand) throw new BadUsage(usage);
  const { values, positionals } = parseArgs({
    args,
    options: { email: { type: "string" }, phone: { type: "string" }, reason: { type: "string" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  const { reason } = values;
  if (reason !== undefined && name !== "add") throw new BadUsage(usage);
  const reach = reachIn(values, usage);
  return async (context) => {
    await context.print(`${await subcommand({ ...context, reach, reason })}\n`);
  };
}

await command(understand);
