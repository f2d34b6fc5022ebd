import { Option } from "commander";
import { buyersInOrder } from "../delivery/outbox/order-of.ts";
import { maskedPerson } from "../observe/masked-lead.ts";
import { printable } from "../observe/printable.ts";
import { csvLines, jsonLines, spreadsheetLines } from "../operations/export.ts";
import { Refusal } from "../operations/refusal.ts";
import { storyOf } from "../operations/story.ts";
import { isoTime, table } from "../operations/text.ts";
import { receivers } from "../providers/index.ts";
import type { Lead } from "../store/rows.ts";
import { writeDown } from "./audit-log.ts";
import { type Program, print } from "./program.ts";
import { limitOption, sinceOption } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

const formats = { jsonl: jsonLines, csv: csvLines, spreadsheet: spreadsheetLines };

type Since = { since?: (timeZone: string) => number };
type Filter = Since & { limit: number };
type Export = Since & { format: keyof typeof formats };

export function addLeads(program: Program): void {
  const leads = program.command("leads").description("list, show and export leads");
  leads
    .command("list")
    .description("list the newest leads, personal data masked")
    .addOption(sinceOption())
    .addOption(limitOption())
    .action((filter: Filter) => withStore((context) => list(context, filter)));
  leads
    .command("show")
    .description("show all that happened to a lead, in time order")
    .argument("<lead-id>")
    .action((id: string) => withStore((context) => show(context, id)));
  leads
    .command("export")
    .description("print leads as they were posted, oldest first")
    .addOption(
      new Option(
        "--format <format>",
        "one JSON object per line, one table, or a table that opens right in a spreadsheet",
      )
        .choices(Object.keys(formats))
        .makeOptionMandatory(),
    )
    .addOption(sinceOption())
    .action((wanted: Export) => withStore((context) => exportLeads(context, wanted)));
}

function row(lead: Lead): string[] {
  const { name, email, phone } = maskedPerson(lead.record);
  return [
    lead.id,
    isoTime(lead.createdAt),
    lead.kind,
    lead.variant,
    lead.qualified === null ? "-" : lead.qualified ? "yes" : "no",
    printable(lead.dqReason ?? "") || "-",
    name || "-",
    email || "-",
    phone || "-",
  ];
}

const heading = ["lead", "stored", "kind", "variant", "qualified", "reason", "name", "e-mail", "phone"];

async function list({ store, settings }: Context, { since, limit }: Filter): Promise<void> {
  const leads = await store.leads.list({ since: since?.(settings.siteTimeZone), limit });
  await print(table(heading, leads.map(row)));
}

async function show({ store, settings }: Context, id: string): Promise<void> {
  const lead = await store.leads.get(id);
  if (!lead) throw new Refusal(`There is no lead with the whole id ${printable(id)}.`);
  await writeDown({ store }, "leads show", [id]);
  await print(await storyOf(store, lead, buyersInOrder(receivers(settings)), settings.destinations));
}

async function exportLeads({ store, settings }: Context, { format, ...given }: Export): Promise<void> {
  const since = given.since?.(settings.siteTimeZone);
  const ids: string[] = [];
  for await (const { id } of store.leads.iterate({ since })) ids.push(id);
  await writeDown({ store }, "leads export", ids);
  for await (const line of formats[format](store.leads, since)) await print(line);
}
