import type { Command } from "commander";
import { printable } from "../observe/printable.ts";
import { closeNotice, consentsAfter, erasePerson, heldIn, privacyDocument } from "../operations/privacy.ts";
import { Refusal } from "../operations/refusal.ts";
import { counted, table } from "../operations/text.ts";
import { perishable } from "../settings/limits.ts";
import type { ContactPoints } from "../store/engine/address-hash.ts";
import type { Holdings } from "../store/people/people.ts";
import { isNotice } from "../store/rows.ts";
import { writeDown } from "./audit-log.ts";
import { type Program, print } from "./program.ts";
import { namesPerson, personIn } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

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
    .description("close a notice to a receiver after you have told it yourself")
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
    await print(`Found: ${heldIn(holdings, context.settings).join(", ")}\n`);
    if (options.yes) await erase(context, person, holdings);
    else await print("Nothing was changed. Add --yes to erase it and notify everybody who received it.\n");
  });
}

async function erase({ store, settings }: Context, person: ContactPoints, holdings: Holdings): Promise<void> {
  await writeDown(
    { store },
    "privacy delete",
    holdings.leads.map(({ id }) => id),
  );
  const { notices, forwarded, isScrubbed } = await erasePerson(store.people, person, holdings);
  const lines = [
    `Erased, and put on the suppression list. ${consentsAfter(settings)}`,
    ...notices.map(({ id, receiver }) => `${receiver} will be notified: ${id}`),
    ...forwarded.map(
      (id) => `progress-save has answers that became no lead: ask its operator to delete session ${id}`,
    ),
  ];
  await print(`${lines.join("\n")}\n`);
  if (!isScrubbed) {
    throw new Refusal(
      "The database's log file still contains what was erased: run this command again, or restart the site.",
    );
  }
}

/** For a receiver without an address for notices, whom the operator has to write to. */
async function markNotified({ store }: Context, id: string): Promise<void> {
  const message = await store.outbox.get(id);
  if (!message || !isNotice(message.destination)) throw new Refusal(`There is no notice ${printable(id)}.`);
  await writeDown({ store }, "privacy mark-notified", [message.leadId], { about: id });
  await closeNotice(store.outbox, id);
  await print("1 notice closed\n");
}

/** Erases what is older than the settings allow, or says how much that is. */
async function retain({ store, settings }: Context, { dryRun = false }: { dryRun?: boolean }): Promise<void> {
  const ages = settings.retention;
  if (!dryRun) await writeDown({ store }, "privacy retain", []);
  const counts = await (dryRun
    ? store.retention.expired(ages)
    : store.retention.sweep({ ...ages, sightings: settings.sightingsMs }));
  const rows = perishable.map((kind) => [kind, `${ages[kind] / dayMs} days`, String(counts[kind])]);
  await print(table(["what", "kept", dryRun ? "would be erased" : "erased"], rows));
}

/** Seals what is not sealed, or is sealed with an older key. */
async function rekey({ store }: Context): Promise<void> {
  await writeDown({ store }, "privacy rekey", []);
  const count = await store.rekey();
  if (count === undefined) throw new Refusal("DATA_KEYS is not set: there is no key to seal with.");
  await print(`${counted(count, "row")} sealed with the newest key; the older keys can be removed\n`);
}
