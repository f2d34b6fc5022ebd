import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { printable } from "../observe/printable.ts";
import type { ContactPoints } from "../store/address-hash.ts";
import type { Holdings } from "../store/people/types.ts";
import { perishable } from "../store/retention/rules.ts";
import { type Program, print, Refusal } from "./program.ts";
import { writeDown } from "./readings.ts";
import { counted, isoTime, table } from "./text.ts";
import { namesPerson, personIn } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

/** What each part is for, in the person's copy. */
const purposes: Record<keyof Holdings, string> = {
  leads: "what you sent us, to be passed to a law firm or read by us, and what our rules changed in it",
  visits: "your answers in the order you gave them, so that you can go on where you stopped",
  messages: "to whom what you sent was or will be passed on, and whether it arrived",
  consents: "proof of what you agreed to; kept longer than what you sent us",
  refusedEmails: "how often an e-mail address was refused, against abuse; kept without the address",
  phoneCodes: "verification codes sent to your number; kept without number and code",
  codeTries: "how often a code was sent or tried, against abuse; kept without the number",
  progressSaves: "how far your answers were forwarded while you gave them",
  notes: "what people who run the site wrote about what you sent; erased with it",
  suppressions: "that nothing about you is passed on any more; kept without the address",
  requests: "that you asked us for your data or its deletion; kept without the address",
};

/** All that is held about one person as one JSON document, each part with what it is for. */
export function privacyDocument(reach: ContactPoints, holdings: Holdings, now: number): string {
  const parts = Object.entries(purposes).map(([name, purpose]) => {
    const items = holdings[name as keyof Holdings].map((item) => readable(item));
    return [name, { purpose, items }];
  });
  const document = { about: reach, made_at: isoTime(now), ...Object.fromEntries(parts) };
  // The buyer's key is no personal data.
  return `${JSON.stringify(document, (name, value) => (name === "lp_key" ? undefined : value), 2)}\n`;
}

/** Times in words, and JSON that is kept as text as itself. */
function readable(item: object): object {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => {
      if (typeof value === "number" && /(^at|At|Until)$/.test(name)) return [name, isoTime(value)];
      if (name === "body" || name === "payload") return [name, parsed(value)];
      if (name === "entries" && Array.isArray(value)) return [name, value.map(readable)];
      return [name, value];
    }),
  );
}

function parsed(value: unknown): unknown {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

const dayMs = 24 * 60 * 60 * 1000;

type Delete = ContactPoints & { yes?: true };

export function addPrivacy(program: Program): void {
  const privacy = program.command("privacy").description("export, erase and seal personal data");
  namesPerson(privacy.command("export"))
    .description("print everything held about a person as one JSON document")
    .action(exportPerson);
  namesPerson(privacy.command("delete"))
    .description("count what is held about a person, and with --yes erase it")
    .option("--yes", "erase it, and notify everybody who received it")
    .action(deletePerson);
  privacy
    .command("mark-notified")
    .description("close a deletion notice after you have notified its receiver yourself")
    .argument("<message-id>")
    .action((id: string) => withStore((context) => markNotified(context, id)));
  privacy
    .command("retain")
    .description("erase now what is older than the settings allow")
    .option("--dry-run", "only count it")
    .action((options: { dryRun?: true }) => withStore((context) => retain(context, options)));
  privacy
    .command("rekey")
    .description("seal with the newest of DATA_KEYS everything that is not sealed with it")
    .action(() => withStore(rekey));
}

async function exportPerson(options: ContactPoints, command: Command): Promise<void> {
  const person = await personIn(options, command);
  await withStore(async ({ store }) => {
    const holdings = await store.people.find(person);
    await store.people.record("export", person);
    await writeDown(
      { store },
      "privacy export",
      holdings.leads.map(({ id }) => id),
    );
    await print(privacyDocument(person, holdings, Date.now()));
  });
}

async function deletePerson(options: Delete, command: Command): Promise<void> {
  const person = await personIn(options, command);
  await withStore(async (context) => {
    const holdings = await context.store.people.find(person);
    await print(`${countsOf(holdings, keepsConsents(context))}\n`);
    if (options.yes) await erase(context, person, holdings);
    else await print("Nothing was changed. Add --yes to erase it and notify everybody who received it.\n");
  });
}

/** A consent is evidence; where it has a key of its own its person's erasure forgets that (ADR 67). */
const keepsConsents = ({ settings }: Context) => settings.personKeys === undefined;

async function erase(context: Context, person: ContactPoints, holdings: Holdings): Promise<void> {
  const { store } = context;
  await store.people.record("delete", person);
  const notices = await store.people.erase(person);
  const forwarded = forwardedAlone(holdings);
  const lines = [
    `Erased, and put on the suppression list. ${
      keepsConsents(context)
        ? "Consent records are kept as evidence."
        : "Nobody can read their consent any more; the log still proves that there was one, and when."
    }`,
    ...notices.map(({ id, receiver }) => `${receiver} will be notified: ${id}`),
    ...forwarded.map(
      (id) => `progress-save has answers that became no lead: ask its operator to delete session ${id}`,
    ),
  ];
  await print(`${lines.join("\n")}\n`);
  if (!(await scrubbed(store))) {
    throw new Refusal(
      "The database's log file still contains what was erased: run this command again, or restart the site.",
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

function countsOf({ leads, visits, messages, consents, ...hashed }: Holdings, isKept: boolean): string {
  const records = hashed.refusedEmails.length + hashed.phoneCodes.length + hashed.codeTries.length;
  const found = [
    counted(leads.length, "lead"),
    counted(visits.length, "visit"),
    counted(messages.length, "message"),
    `${counted(records, "record")} of checks`,
    `${counted(consents.length, "consent")}${isKept ? " (kept)" : ""}`,
  ];
  return `Found: ${found.join(", ")}`;
}

/** For a receiver without an address for notices, whom the operator has to write to. */
async function markNotified({ store }: Context, id: string): Promise<void> {
  const message = await store.outbox.get(id);
  if (!message?.destination.startsWith("deletion.")) {
    throw new Refusal(`There is no deletion notice ${printable(id)}.`);
  }
  await store.outbox.delivered(message, "accepted", "notified by hand");
  await print("1 deletion notice closed\n");
}

/** Erases what is older than the settings allow, or says how much that is. */
async function retain({ store, settings }: Context, { dryRun = false }: { dryRun?: boolean }): Promise<void> {
  const ages = settings.retention;
  const counts = await (dryRun ? store.retention.expired(ages) : store.retention.sweep(ages));
  const rows = perishable.map((kind) => [kind, `${ages[kind] / dayMs} days`, String(counts[kind])]);
  await print(table(["what", "kept", dryRun ? "would be erased" : "erased"], rows));
}

/** Seals what is not sealed, or is sealed with an older key. */
async function rekey({ store }: Context): Promise<void> {
  const count = await store.rekey();
  if (count === undefined) throw new Refusal("DATA_KEYS is not set: there is no key to seal with.");
  await print(`${counted(count, "row")} sealed with the newest key; the older keys can be removed\n`);
}
