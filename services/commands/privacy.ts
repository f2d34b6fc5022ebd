import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Reach } from "../store/address-hash.ts";
import type { Holdings } from "../store/people/types.ts";
import { perishable } from "../store/retention/types.ts";
import { idIn, nothingElse, reachIn } from "./arguments.ts";
import { type Context, command, type Task } from "./command.ts";
import { BadUsage, Refusal } from "./command-line.ts";
import { privacyDocument } from "./privacy-document.ts";
import { counted, printable, table } from "./text.ts";

const dayMs = 24 * 60 * 60 * 1000;

const usage =
  "Usage: privacy export --email <address> | --phone <number> | privacy delete --email <address> | --phone <number> [--yes] | privacy told <message id> | privacy retain [--dry-run] | privacy rekey";

function exportPerson(args: string[]): Task {
  const { reach, isSure } = personIn(args);
  if (isSure) throw new BadUsage(usage);
  return async ({ store, print }) => {
    const holdings = await store.people.find(reach);
    await store.people.record("export", reach);
    await print(privacyDocument(reach, holdings, Date.now()));
  };
}

function deletePerson(args: string[]): Task {
  const { reach, isSure } = personIn(args);
  return async (context) => {
    const holdings = await context.store.people.find(reach);
    await context.print(`${countsOf(holdings)}\n`);
    if (isSure) await erase(context, reach, holdings);
    else
      await context.print("Nothing was changed. With --yes it is erased, and those who got it are told.\n");
  };
}

async function erase({ store, print }: Context, reach: Reach, holdings: Holdings): Promise<void> {
  await store.people.record("delete", reach);
  const notices = await store.people.erase(reach);
  const forwarded = forwardedAlone(holdings);
  const lines = [
    "Erased, and put on the suppression list. Consent records are kept as evidence.",
    ...notices.map(({ id, receiver }) => `${receiver} will be told: ${id}`),
    ...forwarded.map((id) => `progress-save has answers without a lead: have its session ${id} deleted`),
  ];
  await print(`${lines.join("\n")}\n`);
  if (!(await scrubbed(store))) {
    throw new Refusal(
      "The database file's log still holds what was erased: run this again, or restart the site.",
    );
  }
}

/** A running site reads and writes for moments only. */
async function scrubbed({ people }: Context["store"]): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if (await people.scrub()) return true;
    await setTimeout(100);
  }
  return false;
}

/** Visits whose answers were forwarded although they made no lead: no deletion notice belongs to them. */
function forwardedAlone({ visits, progressSaves }: Holdings): string[] {
  const sent = progressSaves.filter((save) => save.progressionSeq > 0 || save.backupSeq > 0);
  return visits
    .filter(({ id, leadId }) => leadId === null && sent.some(({ visitId }) => visitId === id))
    .map(({ id }) => id);
}

function countsOf({ leads, visits, messages, consents, ...hashed }: Holdings): string {
  const records = hashed.refusedEmails.length + hashed.phoneCodes.length + hashed.codeTries.length;
  const found = [
    counted(leads.length, "lead"),
    counted(visits.length, "visit"),
    counted(messages.length, "message"),
    `${counted(records, "record")} of checks`,
    `${counted(consents.length, "consent")} (kept)`,
  ];
  return `Found: ${found.join(", ")}`;
}

/** A receiver without an address for notices was told by hand. */
function told(args: string[]): Task {
  const id = idIn(args, usage);
  return async ({ store, print }) => {
    const message = await store.outbox.get(id);
    if (!message?.destination.startsWith("deletion.")) {
      throw new Refusal(`There is no deletion notice ${printable(id)}.`);
    }
    await store.outbox.delivered(message, "accepted", "told by hand");
    await print("noted\n");
  };
}

/** Erases what the settings keep no longer, or says how much that is. */
function retain(args: string[]): Task {
  const { values, positionals } = parseArgs({
    args,
    options: { "dry-run": { type: "boolean" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  const isDry = values["dry-run"] ?? false;
  return async ({ store, settings: { retention: ages }, print }) => {
    const counts = await (isDry ? store.retention.expired(ages) : store.retention.sweep(ages));
    const rows = perishable.map((kind) => [kind, `${ages[kind] / dayMs} days`, String(counts[kind])]);
    await print(table(["what", "kept", isDry ? "would go" : "erased"], rows));
  };
}

/** Seals what is not, or is with an older key. */
function rekey(args: string[]): Task {
  nothingElse(args, usage);
  return async ({ store, print }) => {
    const count = await store.rekey();
    if (count === undefined) throw new Refusal("DATA_KEYS is not set: there is no key to seal with.");
    await print(`${counted(count, "row")} sealed with the newest key; the older ones can go\n`);
  };
}

function personIn(args: string[]): { reach: Reach; isSure: boolean } {
  const { values, positionals } = parseArgs({
    args,
    options: { email: { type: "string" }, phone: { type: "string" }, yes: { type: "boolean" } },
    allowPositionals: true,
  });
  nothingElse(positionals, usage);
  return { reach: reachIn(values, usage), isSure: values.yes ?? false };
}

const subcommands = new Map([
  ["export", exportPerson],
  ["delete", deletePerson],
  ["told", told],
  ["retain", retain],
  ["rekey", rekey],
]);

await command(([name = "", ...args]) => {
  const subcommand = subcommands.get(name);
  if (!subcommand) throw new BadUsage(usage);
  return subcommand(args);
});
